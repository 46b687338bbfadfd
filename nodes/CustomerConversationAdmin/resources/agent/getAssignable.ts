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

const included = flag('include_agent_bots', {
	hint: 'Whether to also return agent bots, after the agents. Agents and bots can have the same ID: assignee_type tells them apart.',
	since: (on) => (on ? [{ since: '4.16' }] : []),
});

/** The service takes any text for yes, even "false". */
const bots: Field = {
	...included,
	convert: (value, reading) => included.convert(value, reading) || undefined,
};

export const getAssignable = operation({
	name: 'Get Assignable',
	action: 'Get agents who can be assigned in inboxes',
	gives: 'Returns one item per agent who can be assigned in all these inboxes',
	description: 'These are the members that all the inboxes have in common, and all administrators',
	request: 'GET /api/v1/accounts/{account_id}/assignable_agents',
	path: [account()],
	query: [inboxes('inbox_ids'), optional(bots)],
	reply: simplified(records('payload', whole), { ...AGENT, assignee_type: 'assignee_type?' }),
});
