import { account, macro, operation, record } from '../../../shared/vocabulary';

export const get = operation({
	name: 'Get',
	action: 'Get a macro',
	request: 'GET /api/v1/accounts/{account_id}/macros/{macro_id}',
	path: [account(), macro()],
	reply: record('payload'),
});
