import {
	account,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';
import { WEBHOOK } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many webhooks',
	gives: 'Returns one item per webhook',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/webhooks',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('payload.webhooks', whole), WEBHOOK),
});
