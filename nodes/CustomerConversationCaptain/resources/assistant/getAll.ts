import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many assistants',
	gives: 'One item for each assistant',
	needs: { edition: 'enterprise' },
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants',
	path: [account()],
	reply: records('payload', whole),
});
