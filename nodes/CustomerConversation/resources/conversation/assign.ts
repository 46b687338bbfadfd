import { ServiceError } from '../../../shared/faults';
import {
	account,
	agent,
	agentBot,
	choice,
	conversation,
	fixed,
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
	team,
	type Shape,
} from '../../../shared/vocabulary';

/** For an unknown ID the service answers 200 and null. The texts say what it did. */
export const UNKNOWN: Record<string, string> = {
	assignee_id: 'No agent has this ID: the conversation is now unassigned',
	team_id: 'No team has this ID: the conversation now has no team',
	agent_bot_id: 'No agent bot has this ID: nothing was changed',
};

const TEAM: Shape = { team_id: 'id', team_name: 'name' };
const ASSIGNEE: Shape = { assignee_id: 'id', assignee_name: 'name' };

/**
 * The service returns the agent, bot or team. If the key `assignee_id` is sent, even as null, it ignores
 * the team: so only one of the two is sent.
 */
export const assign = operation({
	name: 'Assign',
	action: 'Assign a conversation',
	gives: "Returns the conversation's ID and its new agent, team or bot",
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
			no_agent: { name: 'No Agent (Unassign)', parts: [fixed({ assignee_id: null })] },
			no_team: { name: 'No Team (Unassign)', parts: [fixed({ team_id: null })] },
		}),
	],
	options: [optional(includeSecrets())],
	reply: simplified(record(), ({ assign_to }) => (assign_to === 'team' ? TEAM : ASSIGNEE)),
	run: async ({ values, records }) => {
		const assigned = await records();
		const chosen = Object.keys(UNKNOWN).find((name) => name in values);
		if (chosen && assigned[0].success)
			throw new ServiceError(UNKNOWN[chosen], { status: 200, fields: [chosen] });
		return assigned;
	},
});
