import { ServiceError } from '../../../shared/faults';
import { hintAssignedNoMember, UNKNOWN } from '../../../shared/tasks/assigning';
import {
	account,
	agent,
	agentBot,
	assistant,
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
import { ASSISTANT_TYPE, assignAssistant } from './parts/assistant';

const TEAM: Shape = { team_id: 'id', team_name: 'name' };
const ASSIGNEE: Shape = { assignee_id: 'id', assignee_name: 'name' };

/**
 * The service returns the agent, bot or team. If the key `assignee_id` is sent, even as null, it ignores
 * the team: so only one of the two is sent.
 */
export const assign = operation({
	name: 'Assign',
	action: 'Assign a conversation',
	gives: "Returns the conversation's ID and its new agent, team, bot or assistant",
	description:
		'With an AI assistant, and since Chatwoot 4.18 with an agent bot, the conversation becomes pending',
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
			ai_assistant: {
				name: 'AI Assistant',
				parts: [
					assistant('assistant_id', {
						as: 'assignee_id',
						hint: "The AI assistant of the conversation's inbox. Requires the Enterprise edition and Chatwoot 4.18.",
					}),
					fixed({ assignee_type: ASSISTANT_TYPE }),
				],
			},
			no_agent: { name: 'No Agent (Unassign)', parts: [fixed({ assignee_id: null })] },
			no_team: { name: 'No Team (Unassign)', parts: [fixed({ team_id: null })] },
		}),
	],
	options: [optional(includeSecrets())],
	// Nothing is left if nobody is assigned.
	reply: simplified({ ...record(), nothing: true }, ({ assign_to }) =>
		assign_to === 'team' ? TEAM : ASSIGNEE,
	),
	run: async (call) => {
		const { values, records, request } = call;
		if (values.assign_to === 'ai_assistant') return await assignAssistant(call);
		const assigned = await records();
		const chosen = Object.keys(UNKNOWN).find((name) => name in values);
		if (chosen && assigned[0].success)
			throw new ServiceError(UNKNOWN[chosen], { status: 200, fields: [chosen] });
		if (chosen === 'assignee_id')
			await hintAssignedNoMember(call, assigned[0], request.path.replace(/\/assignments$/, ''));
		return assigned;
	},
});
