import { account, operation, optional, stored, team } from '../../../shared/vocabulary';
import { details, teamName } from './parts/fields';

export const update = operation({
	name: 'Update',
	action: 'Update a team',
	gives: 'Returns the team with its new values',
	needs: { role: 'administrator' },
	request: 'PATCH /api/v1/accounts/{account_id}/teams/{team_id}',
	path: [account(), team()],
	body: [optional(teamName(), ...details())],
	reply: stored(),
});
