import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getTeams = operation({
	name: 'Get Teams',
	action: 'Get the teams that have issues',
	gives: 'One item for each team of Linear',
	request: 'GET /api/v1/accounts/{account_id}/integrations/linear/teams',
	path: [account()],
	reply: records('', whole),
});
