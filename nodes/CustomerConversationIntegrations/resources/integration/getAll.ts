import {
	account,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';
import { APP } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many integrations',
	gives: 'Returns one item per app that the server offers, with its connections',
	request: 'GET /api/v1/accounts/{account_id}/integrations/apps',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('payload', whole), APP),
});
