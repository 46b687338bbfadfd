import { account, operation, portal } from '../../../shared/vocabulary';
import { namingPortal } from './parts/saving';

export const deletePortal = operation({
	name: 'Delete',
	action: 'Delete a portal',
	gives: 'Returns success after the portal is deleted',
	needs: { role: 'administrator' },
	description: 'Also deletes its categories and articles within seconds',
	request: 'DELETE /api/v1/accounts/{account_id}/portals/{portal_slug}',
	path: [account(), portal()],
	run: namingPortal,
});
