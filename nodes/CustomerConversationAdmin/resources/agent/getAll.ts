import { account, AGENT, operation, records, simplified, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many agents',
	gives: 'Returns one item per agent, including administrators',
	request: 'GET /api/v1/accounts/{account_id}/agents',
	path: [account()],
	reply: simplified(records('', whole), AGENT),
});
