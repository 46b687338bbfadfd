import { account, front, operation, optional, stored, text } from '../../../shared/vocabulary';
import { permissions } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create a custom role',
	gives: 'Returns the new role',
	needs: { role: 'administrator', edition: 'enterprise' },
	description: 'Assign it with Agent → Create or Agent → Update of the Admin node',
	request: 'POST /api/v1/accounts/{account_id}/custom_roles',
	path: [account()],
	body: [text('name'), front(permissions()), optional(text('description', { clear: null }))],
	reply: stored(),
});
