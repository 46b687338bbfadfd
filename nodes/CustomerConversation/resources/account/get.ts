import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

export const get = operation({
	name: 'Get',
	action: 'Get an account',
	request: 'GET /api/v1/accounts/{account_id}',
	path: [account()],
});
