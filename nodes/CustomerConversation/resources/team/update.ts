import { optional } from '../../../shared/fields';
import { account, team } from '../../../shared/locators';
import { operation, stored } from '../../../shared/operation';
import { others, teamName } from './fields';

export const update = operation({
	name: 'Update',
	action: 'Update a team',
	description: 'For administrators',
	request: 'PATCH /api/v1/accounts/{account_id}/teams/{team_id}',
	path: [account(), team()],
	body: [optional(teamName(), ...others())],
	reply: stored(),
});
