import { account, operation, team } from '../../../shared/vocabulary';

export const get = operation({
	name: 'Get',
	action: 'Get a team',
	gives: 'Returns the team without its members',
	request: 'GET /api/v1/accounts/{account_id}/teams/{team_id}',
	path: [account(), team()],
});
