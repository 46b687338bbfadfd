import { account, assistant, operation, record, simplified } from '../../../shared/vocabulary';
import { inZone, metricPeriod } from './parts/period';
import { OVERVIEW } from './parts/simple';

export const getOverview = operation({
	name: 'Get Overview',
	action: 'Get the overview of an assistant',
	gives: 'Returns the figures of the period and of the one before, with rates in percent',
	needs: { edition: 'enterprise', since: '4.17' },
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/stats/overview',
	path: [account(), assistant()],
	query: metricPeriod(),
	options: inZone(),
	reply: simplified(record(), OVERVIEW),
});
