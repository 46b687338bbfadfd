import {
	account,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';
import { NEEDS } from './parts/tool';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many custom tools',
	gives: 'Returns one item per custom tool',
	needs: NEEDS,
	description: 'Chatwoot 4.10 leaves out disabled tools',
	request: 'GET /api/v1/accounts/{account_id}/captain/custom_tools',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('payload', whole), 'all'),
});
