import {
	account,
	AGENT,
	agents,
	listIn,
	operation,
	simplified,
	team,
} from '../../../shared/vocabulary';

/** The reply leaves out agents who were members before. */
export const addMembers = operation({
	name: 'Add Members',
	action: 'Add members to a team',
	gives: 'Returns one item with the agents who were added to the team',
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/teams/{team_id}/team_members',
	path: [account(), team()],
	body: [agents('user_ids')],
	reply: simplified(listIn('new_members'), { new_members: ['new_members', AGENT] }),
});
