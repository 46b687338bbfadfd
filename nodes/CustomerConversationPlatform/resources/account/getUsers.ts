import { operation, platformAccount, records, whole } from '../../../shared/vocabulary';

/** IDs and roles: the service returns no names here. */
export const getUsers = operation({
	name: 'Get Users',
	action: 'Get the users of an account',
	gives: 'Returns one item per user of the account with ID and role, without a name',
	request: 'GET /platform/api/v1/accounts/{account_id}/account_users',
	path: [platformAccount()],
	reply: records('', whole),
});
