import { account, email, operation, portal } from '../../../shared/vocabulary';
import { namingPortal } from './parts/saving';

export const sendInstructions = operation({
	name: 'Send Instructions',
	action: 'Send instructions for the domain of a portal',
	gives: 'Returns the confirmation that the email was sent',
	needs: { role: 'administrator', since: '4.5' },
	description:
		'The email explains how to set the DNS record. The portal must have a custom domain.',
	request: 'POST /api/v1/accounts/{account_id}/portals/{portal_slug}/send_instructions',
	path: [account(), portal()],
	body: [email('email', { hint: 'Email address of the recipient' })],
	run: namingPortal,
});
