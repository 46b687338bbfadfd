import {
	account,
	AGENT,
	operation,
	records,
	simplified,
	team,
	whole,
} from '../../../shared/vocabulary';

export const getMembers = operation({
	name: 'Get Members',
	action: 'Get the members of a team',
	gives: 'Returns one item per agent in the team',
	request: 'GET /api/v1/accounts/{account_id}/teams/{team_id}/team_members',
	path: [account(), team()],
	reply: simplified(records('', whole), AGENT),
});
