import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { businessHours, period } from '../../../shared/period';
import { compareWith } from './compare';
import { scope } from './scope';
import { summary } from './summary';

/** Interval and offset, which the service takes here, too, have no effect. */
export const getSummary = operation({
	name: 'Get Summary',
	action: 'Get a summary of figures',
	description:
		'For administrators. Averages are seconds, null without data; private notes are outgoing messages. "previous" comes with Compare With alone: what the service sends unasked covers as many seconds before.',
	request: 'GET /api/v2/accounts/{account_id}/reports/summary',
	path: [account()],
	query: [scope(), ...period(), optional(businessHours())],
	options: [optional(zone(), compareWith())],
	run: summary,
});
