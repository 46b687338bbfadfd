import { account, inbox, operation } from '../../../shared/vocabulary';

export const syncTemplates = operation({
	name: 'Sync Templates',
	action: 'Sync the message templates of an inbox',
	gives: 'The message that the sync has begun, not its result',
	needs: { role: 'administrator', since: '4.5' },
	description: 'For WhatsApp inboxes, those of Twilio included. Done in the background.',
	request: 'POST /api/v1/accounts/{account_id}/inboxes/{inbox_id}/sync_templates',
	path: [account(), inbox()],
});
