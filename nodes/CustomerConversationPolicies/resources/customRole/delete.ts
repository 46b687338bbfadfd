import { account, customRole, operation } from '../../../shared/vocabulary';
import { known } from './parts/known';

export const deleteCustomRole = operation({
	name: 'Delete',
	action: 'Delete a custom role',
	gives: 'The ID of the deleted role',
	needs: { role: 'administrator', edition: 'enterprise' },
	description: 'Who has it is a plain agent then',
	request: 'DELETE /api/v1/accounts/{account_id}/custom_roles/{custom_role_id}',
	path: [account(), customRole()],
	run: known,
});
