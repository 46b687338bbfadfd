import { account, customRole, operation } from '../../../shared/vocabulary';
import { known } from './parts/known';

export const get = operation({
	name: 'Get',
	action: 'Get a custom role',
	gives: 'Returns the role with its permissions',
	needs: { role: 'administrator', edition: 'enterprise' },
	request: 'GET /api/v1/accounts/{account_id}/custom_roles/{custom_role_id}',
	path: [account(), customRole()],
	run: known,
});
