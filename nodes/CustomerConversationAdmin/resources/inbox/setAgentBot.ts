import {
	account,
	agentBot,
	choice,
	fixed,
	inbox,
	nothing,
	operation,
} from '../../../shared/vocabulary';

export const setAgentBot = operation({
	name: 'Set Agent Bot',
	action: 'Set the agent bot of an inbox',
	gives: 'Returns whether the bot is now connected or disconnected',
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/inboxes/{inbox_id}/set_agent_bot',
	path: [account(), inbox()],
	body: [
		choice('replace_with', {
			chosen: { name: 'Chosen Bot', parts: [agentBot('agent_bot_id', { as: 'agent_bot' })] },
			none: { name: 'No Bot (Disconnect)', parts: [fixed({ agent_bot: null })] },
		}),
	],
	reply: nothing,
});
