import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation, stored } from '../../../shared/operation';
import { labelName, others } from './fields';

export const create = operation({
	name: 'Create',
	action: 'Create a label',
	description: 'For administrators',
	request: 'POST /api/v1/accounts/{account_id}/labels',
	path: [account()],
	body: [labelName(), optional(...others())],
	reply: stored(),
});
