import { account, team } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

export const get = operation({
	name: 'Get',
	action: 'Get a team',
	request: 'GET /api/v1/accounts/{account_id}/teams/{team_id}',
	path: [account(), team()],
});
