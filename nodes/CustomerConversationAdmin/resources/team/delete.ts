import { account, operation, team } from '../../../shared/vocabulary';

export const deleteTeam = operation({
	name: 'Delete',
	action: 'Delete a team',
	gives: 'Returns the ID of the deleted team',
	needs: { role: 'administrator' },
	request: 'DELETE /api/v1/accounts/{account_id}/teams/{team_id}',
	path: [account(), team()],
});
