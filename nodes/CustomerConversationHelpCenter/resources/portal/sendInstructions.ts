import { account, email, operation, portal } from '../../../shared/vocabulary';
import { namingPortal } from './parts/saving';

export const sendInstructions = operation({
	name: 'Send Instructions',
	action: 'Send instructions for the domain of a portal',
	gives: 'The message of the service that the mail was sent',
	needs: { role: 'administrator', since: '4.5' },
	description: 'Tells how to set the DNS entry; the portal must have a custom domain',
	request: 'POST /api/v1/accounts/{account_id}/portals/{portal_slug}/send_instructions',
	path: [account(), portal()],
	body: [email('email', { hint: 'Who gets the mail' })],
	run: namingPortal,
});
