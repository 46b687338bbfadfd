import { account, operation, records, whole } from '../../../shared/vocabulary';

/** `is_member` is about the token's user. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many teams',
	gives: 'Returns one item per team',
	request: 'GET /api/v1/accounts/{account_id}/teams',
	path: [account()],
	reply: records('', whole),
});
