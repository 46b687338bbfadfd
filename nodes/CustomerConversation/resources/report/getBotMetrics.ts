import { account, operation, optional, period, zone } from '../../../shared/vocabulary';

export const getBotMetrics = operation({
	name: 'Get Bot Metrics for a Period',
	action: 'Get bot metrics for a period',
	gives: 'Returns one item with bot conversations, messages and rates in percent',
	needs: { role: 'administrator' },
	description:
		'Only counts inboxes that have an active bot now. On Chatwoot 4.16, conversations that a bot handed off in the period do not count as resolved by it.',
	request: 'GET /api/v2/accounts/{account_id}/reports/bot_metrics',
	path: [account()],
	query: period(),
	options: [optional(zone())],
});
