import { optional, text } from '../../../shared/fields';
import { platformAccount } from '../../../shared/locators';
import { operation, stored } from '../../../shared/operation';
import { details } from './fields';

export const update = operation({
	name: 'Update',
	action: 'Update an account',
	request: 'PATCH /platform/api/v1/accounts/{account_id}',
	path: [platformAccount()],
	body: [optional(text('name'), ...details())],
	reply: stored(),
});
