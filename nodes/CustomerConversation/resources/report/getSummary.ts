import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { compareWith } from './parts/compare';
import { AVERAGES } from './parts/figures';
import { scope } from './parts/scope';
import { summary } from './parts/summary';

/** The service also accepts an interval and an offset here, but they have no effect. */
export const getSummary = operation({
	name: 'Get Summary for a Period',
	action: 'Get a summary for a period',
	gives: 'Returns one item with counts and average times of the whole period',
	needs: { role: 'administrator' },
	description: `${AVERAGES}. Private notes count as outgoing messages.`,
	request: 'GET /api/v2/accounts/{account_id}/reports/summary',
	path: [account()],
	query: [scope(), ...period(), optional(businessHours())],
	options: [optional(zone(), compareWith())],
	run: summary,
});
