import { account, agents, operation, team } from '../../../shared/vocabulary';

export const removeMembers = operation({
	name: 'Remove Members',
	action: 'Remove members from a team',
	gives: 'Returns whether the agents were removed',
	needs: { role: 'administrator' },
	description: 'Skips agents who are not members',
	request: 'DELETE /api/v1/accounts/{account_id}/teams/{team_id}/team_members',
	path: [account(), team()],
	body: [agents('user_ids')],
});
