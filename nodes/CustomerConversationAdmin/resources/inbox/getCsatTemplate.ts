import { account, inbox, operation } from '../../../shared/vocabulary';

export const getCsatTemplate = operation({
	name: 'Get CSAT Template',
	action: 'Get the CSAT template of an inbox',
	gives: 'Whether there is a template, and its state',
	needs: { since: '4.9' },
	description:
		'For WhatsApp inboxes, those of Twilio included. With an error beside it, template_exists proves nothing: the provider may not have answered.',
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}/csat_template',
	path: [account(), inbox()],
});
