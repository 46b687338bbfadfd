import { account, inbox, operation } from '../../../shared/vocabulary';

export const getCsatTemplate = operation({
	name: 'Get CSAT Template',
	action: 'Get the CSAT template of an inbox',
	gives: 'Returns whether there is a template, and its status',
	needs: { since: '4.9' },
	description:
		'For WhatsApp inboxes, including Twilio WhatsApp. If the item has an error, template_exists may be wrong: the provider may not have answered.',
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}/csat_template',
	path: [account(), inbox()],
});
