import { includeSecrets, optional, text } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { others } from './fields';

export const create = operation({
	name: 'Create',
	action: 'Create an agent bot',
	description: 'For administrators',
	request: 'POST /api/v1/accounts/{account_id}/agent_bots',
	path: [account()],
	body: [text('name'), optional(...others())],
	options: [optional(includeSecrets())],
});
