import {
	account,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';
import { PORTAL } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many portals',
	gives: 'Returns one item per portal with its languages',
	request: 'GET /api/v1/accounts/{account_id}/portals',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('payload', whole), PORTAL),
});
