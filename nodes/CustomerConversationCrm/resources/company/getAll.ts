import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many companies',
	gives: 'One item for each company',
	request: 'GET /api/v1/accounts/{account_id}/companies',
	path: [account()],
	reply: records('payload', whole),
});
