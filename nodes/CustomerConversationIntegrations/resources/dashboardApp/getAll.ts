import {
	account,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';
import { DASHBOARD_APP } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many dashboard apps',
	gives: 'Returns one item per dashboard app',
	request: 'GET /api/v1/accounts/{account_id}/dashboard_apps',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('', whole), DASHBOARD_APP),
});
