import { choice, fixed } from '../../../shared/fields';
import { account, agentBot, inbox } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

export const setAgentBot = operation({
	name: 'Set Agent Bot',
	action: 'Set the agent bot of an inbox',
	description: 'For administrators',
	request: 'POST /api/v1/accounts/{account_id}/inboxes/{inbox_id}/set_agent_bot',
	path: [account(), inbox()],
	body: [
		choice('replace_with', {
			chosen: { name: 'Chosen Bot', parts: [agentBot('agent_bot_id', { as: 'agent_bot' })] },
			none: { name: 'No Bot (Disconnect)', parts: [fixed({ agent_bot: null })] },
		}),
	],
});
