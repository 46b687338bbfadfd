import { account, operation, portal } from '../../../shared/vocabulary';
import { namingPortal } from './parts/saving';

export const deletePortal = operation({
	name: 'Delete',
	action: 'Delete a portal',
	gives: 'Success once it is gone',
	needs: { role: 'administrator' },
	description: 'Its categories and articles go, too, within seconds',
	request: 'DELETE /api/v1/accounts/{account_id}/portals/{portal_slug}',
	path: [account(), portal()],
	run: namingPortal,
});
