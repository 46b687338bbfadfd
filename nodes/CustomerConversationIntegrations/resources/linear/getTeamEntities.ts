import { account, linearTeam, operation } from '../../../shared/vocabulary';

export const getTeamEntities = operation({
	name: 'Get Team Entities',
	action: 'Get the entities of a team for issues',
	gives: 'Returns one item with the users, projects, states and labels of the team',
	request: 'GET /api/v1/accounts/{account_id}/integrations/linear/team_entities',
	path: [account()],
	query: [linearTeam('team_id')],
});
