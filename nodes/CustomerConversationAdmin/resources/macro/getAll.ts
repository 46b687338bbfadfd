import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many macros',
	description: "The global ones and the personal ones of the token's user",
	request: 'GET /api/v1/accounts/{account_id}/macros',
	path: [account()],
	reply: records('payload', whole),
});
