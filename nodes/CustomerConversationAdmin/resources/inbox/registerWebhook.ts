import { account, inbox, operation } from '../../../shared/vocabulary';

export const registerWebhook = operation({
	name: 'Register Webhook',
	action: 'Register an inbox with its provider',
	gives: 'Returns the confirmation that the provider sends its events to the inbox',
	needs: { role: 'administrator', since: '4.12' },
	description: 'For WhatsApp Cloud inboxes only',
	request: 'POST /api/v1/accounts/{account_id}/inboxes/{inbox_id}/register_webhook',
	path: [account(), inbox()],
});
