import { choice, fixed } from '../../../shared/fields';
import { account, agent, agentBot, conversation, team } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

/**
 * Gives back the agent, bot or team. Where the key `assignee_id` is sent, even as null, the service
 * ignores the team: so exactly one of them goes out.
 */
export const assign = operation({
	name: 'Assign',
	action: 'Assign a conversation',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/assignments',
	path: [account(), conversation()],
	body: [
		choice('assign_to', {
			agent: { name: 'Agent', parts: [agent('assignee_id', { label: 'Agent' })] },
			team: { name: 'Team', parts: [team('team_id')] },
			agent_bot: {
				name: 'Agent Bot',
				parts: [
					agentBot('agent_bot_id', { as: 'assignee_id' }),
					fixed({ assignee_type: 'AgentBot' }),
				],
			},
			no_agent: { name: 'Nobody (Unassign Agent)', parts: [fixed({ assignee_id: null })] },
			no_team: { name: 'No Team (Unassign Team)', parts: [fixed({ team_id: null })] },
		}),
	],
});
