import { account, operation, records, whole } from '../../../shared/vocabulary';

/** Ordered by title. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many labels',
	gives: 'Returns one item per label, ordered by title',
	request: 'GET /api/v1/accounts/{account_id}/labels',
	path: [account()],
	reply: records('payload', whole),
});
