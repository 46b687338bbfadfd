import { account, operation, optional, period, zone } from '../../../shared/vocabulary';

export const getBotMetrics = operation({
	name: 'Get Bot Metrics',
	action: 'Get rates of bot resolutions and handoffs',
	gives: 'One item: conversations and messages of bots, rates in percent',
	needs: { role: 'administrator' },
	description:
		'Counts inboxes that have an active bot now. On Chatwoot 4.16 a conversation that a bot handed off in the period is not resolved by the bot.',
	request: 'GET /api/v2/accounts/{account_id}/reports/bot_metrics',
	path: [account()],
	query: period(),
	options: [optional(zone())],
});
