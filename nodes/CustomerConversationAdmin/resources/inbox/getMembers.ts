import {
	account,
	AGENT,
	inbox,
	operation,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

export const getMembers = operation({
	name: 'Get Members',
	action: 'Get the members of an inbox',
	gives: 'Returns one item per member',
	request: 'GET /api/v1/accounts/{account_id}/inbox_members/{inbox_id}',
	path: [account(), inbox()],
	reply: simplified(records('payload', whole), AGENT),
});
