import {
	account,
	dashboardApp,
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { DASHBOARD_APP } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get a dashboard app',
	gives: 'Returns the dashboard app',
	request: 'GET /api/v1/accounts/{account_id}/dashboard_apps/{dashboard_app_id}',
	path: [account(), dashboardApp()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), DASHBOARD_APP),
});
