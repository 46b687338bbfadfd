import { account, dashboardApp, operation } from '../../../shared/vocabulary';

export const deleteDashboardApp = operation({
	name: 'Delete',
	action: 'Delete a dashboard app',
	gives: 'Returns the ID of the deleted dashboard app',
	needs: { role: 'administrator', roleSince: '4.16' },
	request: 'DELETE /api/v1/accounts/{account_id}/dashboard_apps/{dashboard_app_id}',
	path: [account(), dashboardApp()],
});
