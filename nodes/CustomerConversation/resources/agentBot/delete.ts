import { account, agentBot } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

export const deleteAgentBot = operation({
	name: 'Delete',
	action: 'Delete an agent bot',
	description: 'For administrators. Bots of the system cannot be deleted.',
	request: 'DELETE /api/v1/accounts/{account_id}/agent_bots/{agent_bot_id}',
	path: [account(), agentBot()],
});
