import { account, operation, optional, stored } from '../../../shared/vocabulary';
import { labelName, details } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create a label',
	gives: 'Returns the new label',
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/labels',
	path: [account()],
	body: [labelName(), optional(...details())],
	reply: stored(),
});
