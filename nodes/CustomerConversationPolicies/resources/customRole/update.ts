import { account, customRole, operation, optional, stored, text } from '../../../shared/vocabulary';
import { permissions } from './parts/fields';
import { known } from './parts/known';

export const update = operation({
	name: 'Update',
	action: 'Update a custom role',
	gives: 'Returns the updated role',
	needs: { role: 'administrator', edition: 'enterprise' },
	request: 'PATCH /api/v1/accounts/{account_id}/custom_roles/{custom_role_id}',
	path: [account(), customRole()],
	body: [optional(text('name'), text('description', { clear: null }), permissions())],
	reply: stored(),
	run: known,
});
