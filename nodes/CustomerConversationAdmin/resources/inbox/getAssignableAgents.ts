import {
	account,
	AGENT,
	inbox,
	operation,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

/** Its members and all administrators. */
export const getAssignableAgents = operation({
	name: 'Get Assignable Agents',
	action: 'Get the agents who can be assigned in an inbox',
	gives: 'Returns one item per member and per administrator',
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}/assignable_agents',
	path: [account(), inbox()],
	reply: simplified(records('payload', whole), AGENT),
});
