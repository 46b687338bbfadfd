import { account, operation, portal } from '../../../shared/vocabulary';
import { namingPortal } from './parts/saving';

export const getSslStatus = operation({
	name: 'Get SSL Status',
	action: 'Get the SSL status of a portal',
	gives: 'The state of the certificate, and what is wrong with it',
	needs: { edition: 'enterprise', since: '4.5' },
	description: 'Needs a custom domain, and Cloudflare set up on the server',
	request: 'GET /api/v1/accounts/{account_id}/portals/{portal_slug}/ssl_status',
	path: [account(), portal()],
	run: namingPortal,
});
