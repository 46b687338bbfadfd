import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many custom tools',
	gives: 'One item for each custom tool',
	needs: { edition: 'enterprise' },
	request: 'GET /api/v1/accounts/{account_id}/captain/custom_tools',
	path: [account()],
	reply: records('payload', whole),
});
