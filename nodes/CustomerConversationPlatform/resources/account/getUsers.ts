import { operation, platformAccount, records, whole } from '../../../shared/vocabulary';

/** Ids and roles: the service gives no names here. */
export const getUsers = operation({
	name: 'Get Users',
	action: 'Get the users of an account',
	gives: 'One item for each user of the account: ID and role, no name',
	request: 'GET /platform/api/v1/accounts/{account_id}/account_users',
	path: [platformAccount()],
	reply: records('', whole),
});
