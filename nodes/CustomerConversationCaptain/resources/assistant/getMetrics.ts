import { account, assistant, operation, record, simplified } from '../../../shared/vocabulary';
import { inZone, metricPeriod } from './parts/period';
import { METRICS_SHAPE } from './parts/simple';

export const getMetrics = operation({
	name: 'Get Metrics',
	action: 'Get the metrics of an assistant',
	gives: 'Returns the metrics of the period and of the one before, with rates in percent',
	needs: { edition: 'enterprise', since: '4.16.1' },
	description: 'Hours saved are an estimate: two minutes per public reply',
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/metrics',
	path: [account(), assistant()],
	query: metricPeriod(),
	options: inZone(),
	reply: simplified(record(), METRICS_SHAPE),
});
