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
	hint: 'Whether agent bots follow the agents; assignee_type then says which is which, and the IDs of both may be the same',
	since: (on) => (on ? [{ since: '4.16' }] : []),
});

/** The service takes any text for yes, "false" too. */
const bots: Field = {
	...included,
	convert: (value, reading) => included.convert(value, reading) || undefined,
};

export const getAssignable = operation({
	name: 'Get Assignable',
	action: 'Get agents who can be assigned in inboxes',
	gives: 'One item for each agent who can be assigned in all these inboxes',
	description: 'Members that all the inboxes have in common, and all administrators',
	request: 'GET /api/v1/accounts/{account_id}/assignable_agents',
	path: [account()],
	query: [inboxes('inbox_ids'), optional(bots)],
	reply: simplified(records('payload', whole), { ...AGENT, assignee_type: 'assignee_type?' }),
});
