import { account, agents, operation, team } from '../../../shared/vocabulary';

export const removeMembers = operation({
	name: 'Remove Members',
	action: 'Remove members from a team',
	gives: 'Whether the agents were taken out',
	needs: { role: 'administrator' },
	description: 'Passes over agents that are no members',
	request: 'DELETE /api/v1/accounts/{account_id}/teams/{team_id}/team_members',
	path: [account(), team()],
	body: [agents('user_ids')],
});
