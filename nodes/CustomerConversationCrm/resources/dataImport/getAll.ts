import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many imports',
	gives: 'One item for each import',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/data_imports',
	path: [account()],
	reply: records('payload', whole),
});
