import { account } from '../../../shared/locators';
import { operation, records, whole } from '../../../shared/operation';

/** `is_member` speaks of the token's user. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many teams',
	request: 'GET /api/v1/accounts/{account_id}/teams',
	path: [account()],
	reply: records('', whole),
});
