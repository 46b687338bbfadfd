import { account, operation, portal } from '../../../shared/vocabulary';
import { namingPortal } from './parts/saving';

export const getSslStatus = operation({
	name: 'Get SSL Status',
	action: 'Get the SSL status of a portal',
	gives: 'Returns the status of the certificate, with its errors',
	needs: { edition: 'enterprise', since: '4.5' },
	description: 'The portal needs a custom domain, and Cloudflare must be set up on the server',
	request: 'GET /api/v1/accounts/{account_id}/portals/{portal_slug}/ssl_status',
	path: [account(), portal()],
	run: namingPortal,
});
