import {
	account,
	assistant,
	operation,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';
import { inZone, metricPeriod } from './parts/period';
import { TREND } from './parts/simple';

export const getResolutionTrend = operation({
	name: 'Get Resolution Trend',
	action: 'Get the resolution trend of an assistant',
	gives: 'Returns one item per day, or per week for more than 15 days',
	needs: { edition: 'enterprise', since: '4.17' },
	request:
		'GET /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/stats/resolution_trend',
	path: [account(), assistant()],
	query: metricPeriod(),
	options: inZone(),
	reply: simplified(records('buckets', whole), TREND),
});
