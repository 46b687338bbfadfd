import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getTeams = operation({
	name: 'Get Teams',
	action: 'Get the teams of linear',
	gives: 'Returns one item per Linear team',
	request: 'GET /api/v1/accounts/{account_id}/integrations/linear/teams',
	path: [account()],
	reply: records('', whole),
});
