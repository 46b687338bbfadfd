import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many dashboard apps',
	gives: 'One item for each dashboard app',
	request: 'GET /api/v1/accounts/{account_id}/dashboard_apps',
	path: [account()],
	reply: records('', whole),
});
