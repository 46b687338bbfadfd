import { account, operation, portal } from '../../../shared/vocabulary';
import { namingPortal } from './parts/saving';

export const deleteLogo = operation({
	name: 'Delete Logo',
	action: 'Delete the logo of a portal',
	gives: 'Returns success, even if there was no logo',
	needs: { role: 'administrator' },
	request: 'DELETE /api/v1/accounts/{account_id}/portals/{portal_slug}/logo',
	path: [account(), portal()],
	run: namingPortal,
});
