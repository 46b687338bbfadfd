import { account, inbox, operation } from '../../../shared/vocabulary';

export const registerWebhook = operation({
	name: 'Register Webhook',
	action: 'Register an inbox at its provider',
	gives: 'The message that the provider sends its events to the inbox',
	needs: { role: 'administrator', since: '4.12' },
	description: 'For inboxes of WhatsApp Cloud alone',
	request: 'POST /api/v1/accounts/{account_id}/inboxes/{inbox_id}/register_webhook',
	path: [account(), inbox()],
});
