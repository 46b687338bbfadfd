import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation, stored } from '../../../shared/operation';
import { others, teamName } from './fields';

export const create = operation({
	name: 'Create',
	action: 'Create a team',
	description: 'For administrators',
	request: 'POST /api/v1/accounts/{account_id}/teams',
	path: [account()],
	body: [teamName(), optional(...others())],
	reply: stored(),
});
