import {
	account,
	dashboardApp,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { frames, withHints } from './parts/frames';
import { DASHBOARD_APP } from './parts/simple';

export const update = operation({
	name: 'Update',
	action: 'Update a dashboard app',
	gives: 'Returns the dashboard app with its new values',
	needs: { role: 'administrator', roleSince: '4.16' },
	request: 'PATCH /api/v1/accounts/{account_id}/dashboard_apps/{dashboard_app_id}',
	path: [account(), dashboardApp()],
	body: [optional(text('title'), frames())],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), DASHBOARD_APP),
	run: withHints,
});
