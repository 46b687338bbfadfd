import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many custom roles',
	gives: 'Returns one item per role, with its permissions',
	needs: { role: 'administrator', edition: 'enterprise' },
	request: 'GET /api/v1/accounts/{account_id}/custom_roles',
	path: [account()],
	reply: records('', whole),
});
