import {
	account,
	AGENT,
	type Field,
	flag,
	inboxes,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

/** Chatwoot takes any text for yes, even "false". */
const included = (name: string, label: string, hint: string, since: string): Field => {
	const field = flag(name, { label, hint, since: (on) => (on ? [{ since }] : []) });
	return { ...field, convert: (value, reading) => field.convert(value, reading) || undefined };
};

const bots = included(
	'include_agent_bots',
	'Include Agent Bots',
	'Whether to also return agent bots, after the agents. Agents and bots can have the same ID: assignee_type tells them apart.',
	'4.16',
);

const assistants = included(
	'include_ai_assignees',
	'Include AI Assignees',
	'Whether to also return agent bots, and the AI assistant if all these inboxes have the same one. Their IDs can be equal: assignee_type tells them apart.',
	'4.18',
);

export const getAssignable = operation({
	name: 'Get Assignable',
	action: 'Get agents who can be assigned in inboxes',
	gives: 'Returns one item per agent who can be assigned in all these inboxes',
	description: 'These are the members that all the inboxes have in common, and all administrators',
	request: 'GET /api/v1/accounts/{account_id}/assignable_agents',
	path: [account()],
	query: [inboxes('inbox_ids'), optional(bots, assistants)],
	reply: simplified(records('payload', whole), { ...AGENT, assignee_type: 'assignee_type?' }),
});
