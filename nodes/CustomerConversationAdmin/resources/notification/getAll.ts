import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many notifications',
	gives: 'One item for each notification',
	request: 'GET /api/v1/accounts/{account_id}/notifications',
	path: [account()],
	reply: records('data.payload', whole),
});
