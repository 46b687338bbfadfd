import { platformAccount } from '../../../shared/locators';
import { operation, records, whole } from '../../../shared/operation';

/** Ids and roles: the service gives no names here. */
export const getUsers = operation({
	name: 'Get Users',
	action: 'Get the users of an account',
	request: 'GET /platform/api/v1/accounts/{account_id}/account_users',
	path: [platformAccount()],
	reply: records('', whole),
});
