import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many campaigns',
	gives: 'One item for each campaign',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/campaigns',
	path: [account()],
	reply: records('', whole),
});
