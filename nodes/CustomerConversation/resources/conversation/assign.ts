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

/** To an unknown ID the service answers 200 and null: what it did then. */
export const UNKNOWN: Record<string, string> = {
	assignee_id: 'There is no such agent: the conversation is unassigned now',
	team_id: 'There is no such team: the conversation has none now',
	agent_bot_id: 'There is no such agent bot: nothing was changed',
};

const TEAM: Shape = { team_id: 'id', team_name: 'name' };
const ASSIGNEE: Shape = { assignee_id: 'id', assignee_name: 'name' };

/**
 * The service gives back the agent, bot or team. Where the key `assignee_id` is sent, even as null, the service
 * ignores the team: so exactly one of them goes out.
 */
export const assign = operation({
	name: 'Assign',
	action: 'Assign a conversation to an agent or team or bot',
	gives: "The conversation's ID and who has it now: agent, bot or team",
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
