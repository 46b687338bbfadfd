import { account, inbox, operation } from '../../../shared/vocabulary';

export const syncTemplates = operation({
	name: 'Sync Templates',
	action: 'Sync the message templates of an inbox',
	gives: 'Returns the confirmation that the sync has started',
	needs: { role: 'administrator', since: '4.5' },
	description: 'For WhatsApp inboxes, including Twilio WhatsApp. Runs in the background.',
	request: 'POST /api/v1/accounts/{account_id}/inboxes/{inbox_id}/sync_templates',
	path: [account(), inbox()],
});
