import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { compareWith } from './parts/compare';
import { scope } from './parts/scope';
import { summary } from './parts/summary';

/** Opening hours, which the service takes here, too, have no effect. */
export const getBotSummary = operation({
	name: 'Get Bot Summary',
	action: 'Get a summary of bot resolutions and handoffs',
	gives: 'One item: how many conversations bots resolved and handed off',
	needs: { role: 'administrator' },
	description:
		'On Chatwoot 4.16 a conversation that a bot handed off in the period is not resolved by the bot',
	request: 'GET /api/v2/accounts/{account_id}/reports/bot_summary',
	path: [account()],
	query: [scope(), ...period()],
	options: [optional(zone(), compareWith())],
	run: summary,
});
