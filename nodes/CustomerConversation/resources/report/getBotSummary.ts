import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { compareWith } from './parts/compare';
import { scope } from './parts/scope';
import { summary } from './parts/summary';

/** The service also accepts business hours here, but they have no effect. */
export const getBotSummary = operation({
	name: 'Get Bot Summary for a Period',
	action: 'Get a bot summary for a period',
	gives: 'Returns one item with the counts of bot resolutions and handoffs',
	needs: { role: 'administrator' },
	description:
		'On Chatwoot 4.16, conversations that a bot handed off in the period do not count as resolved by it',
	request: 'GET /api/v2/accounts/{account_id}/reports/bot_summary',
	path: [account()],
	query: [scope(), ...period()],
	options: [optional(zone(), compareWith())],
	run: summary,
});
