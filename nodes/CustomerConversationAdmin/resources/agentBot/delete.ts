import { account, agentBot, operation } from '../../../shared/vocabulary';

export const deleteAgentBot = operation({
	name: 'Delete',
	action: 'Delete an agent bot',
	gives: 'Returns the ID of the deleted agent bot',
	needs: { role: 'administrator' },
	description: 'System bots cannot be deleted',
	request: 'DELETE /api/v1/accounts/{account_id}/agent_bots/{agent_bot_id}',
	path: [account(), agentBot()],
});
