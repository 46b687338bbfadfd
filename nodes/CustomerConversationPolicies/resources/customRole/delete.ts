import { account, customRole, operation } from '../../../shared/vocabulary';
import { known } from './parts/known';

export const deleteCustomRole = operation({
	name: 'Delete',
	action: 'Delete a custom role',
	gives: 'Returns the ID of the deleted role',
	needs: { role: 'administrator', edition: 'enterprise' },
	description: 'Users with this role become regular agents',
	request: 'DELETE /api/v1/accounts/{account_id}/custom_roles/{custom_role_id}',
	path: [account(), customRole()],
	run: known,
});
