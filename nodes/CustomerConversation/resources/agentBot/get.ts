import { includeSecrets, optional } from '../../../shared/fields';
import { account, agentBot } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

/** System bots (`account_id` null) come without address and token. */
export const get = operation({
	name: 'Get',
	action: 'Get an agent bot',
	request: 'GET /api/v1/accounts/{account_id}/agent_bots/{agent_bot_id}',
	path: [account(), agentBot()],
	options: [optional(includeSecrets())],
});
