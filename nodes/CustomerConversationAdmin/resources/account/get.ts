import { account, operation } from '../../../shared/vocabulary';

export const get = operation({
	name: 'Get',
	action: 'Get an account',
	request: 'GET /api/v1/accounts/{account_id}',
	path: [account()],
});
