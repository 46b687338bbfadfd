import { account, inbox, operation } from '../../../shared/vocabulary';

export const getHealth = operation({
	name: 'Get Health',
	action: 'Get the health of an inbox',
	gives: 'Returns what the provider reports about the number, such as its quality',
	needs: { since: '4.7' },
	description: 'For WhatsApp Cloud inboxes only',
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}/health',
	path: [account(), inbox()],
});
