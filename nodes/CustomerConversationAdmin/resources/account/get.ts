import { account, operation, record, simplified } from '../../../shared/vocabulary';
import { ACCOUNT } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get an account',
	gives: 'Returns the account with its settings and features',
	request: 'GET /api/v1/accounts/{account_id}',
	path: [account()],
	reply: simplified(record(), ACCOUNT),
});
