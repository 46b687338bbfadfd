import { account, front, operation, optional, stored, text } from '../../../shared/vocabulary';
import { permissions } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create a custom role',
	gives: 'The new role',
	needs: { role: 'administrator', edition: 'enterprise' },
	description: 'Agent → Create and Agent → Update of the Admin node give it to an agent',
	request: 'POST /api/v1/accounts/{account_id}/custom_roles',
	path: [account()],
	body: [text('name'), front(permissions()), optional(text('description', { clear: null }))],
	reply: stored(),
});
