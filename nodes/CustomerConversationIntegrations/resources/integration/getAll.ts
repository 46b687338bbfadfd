import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many integrations',
	gives: 'One item for each integration',
	request: 'GET /api/v1/accounts/{account_id}/integrations/apps',
	path: [account()],
	reply: records('payload', whole),
});
