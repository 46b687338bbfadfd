import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { compareWith } from './parts/compare';
import { scope } from './parts/scope';
import { summary } from './parts/summary';

/** Interval and offset, which the service takes here, too, have no effect. */
export const getSummary = operation({
	name: 'Get Summary',
	action: 'Get a summary report',
	gives: 'One item: numbers and average times of the whole period',
	needs: { role: 'administrator' },
	description:
		'Averages are seconds, null without data; private notes are outgoing messages. "previous" comes with Compare With alone: what the service sends unasked covers as many seconds before.',
	request: 'GET /api/v2/accounts/{account_id}/reports/summary',
	path: [account()],
	query: [scope(), ...period(), optional(businessHours())],
	options: [optional(zone(), compareWith())],
	run: summary,
});
