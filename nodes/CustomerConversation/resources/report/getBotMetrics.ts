import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { period } from '../../../shared/period';

export const getBotMetrics = operation({
	name: 'Get Bot Metrics',
	action: 'Get rates of bot resolutions and handoffs',
	description: 'For administrators. Counts inboxes that have an active bot now; rates are percent.',
	request: 'GET /api/v2/accounts/{account_id}/reports/bot_metrics',
	path: [account()],
	query: period(),
	options: [optional(zone())],
});
