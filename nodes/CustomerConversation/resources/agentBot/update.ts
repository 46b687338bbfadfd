import { includeSecrets, optional, text } from '../../../shared/fields';
import { account, agentBot } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { others } from './fields';

export const update = operation({
	name: 'Update',
	action: 'Update an agent bot',
	description: 'For administrators. Bots of the system cannot be changed.',
	request: 'PATCH /api/v1/accounts/{account_id}/agent_bots/{agent_bot_id}',
	path: [account(), agentBot()],
	body: [optional(text('name'), ...others())],
	options: [optional(includeSecrets())],
});
