import { operation, platformAccount, record, simplified } from '../../../shared/vocabulary';

/** Only accounts that the platform app created or was granted. */
export const get = operation({
	name: 'Get',
	action: 'Get an account',
	gives: 'Returns the account with its settings and features',
	request: 'GET /platform/api/v1/accounts/{account_id}',
	path: [platformAccount()],
	reply: simplified(record(), 'all'),
});
