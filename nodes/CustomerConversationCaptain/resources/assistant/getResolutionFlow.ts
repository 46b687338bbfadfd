import { account, assistant, operation, record, simplified } from '../../../shared/vocabulary';
import { inZone, metricPeriod } from './parts/period';
import { FLOW } from './parts/simple';

export const getResolutionFlow = operation({
	name: 'Get Resolution Flow',
	action: 'Get the resolution flow of an assistant',
	gives: 'Returns counts of conversations by stage, and reasons of handovers',
	needs: { edition: 'enterprise', since: '4.17' },
	request:
		'GET /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/stats/resolution_flow',
	path: [account(), assistant()],
	query: metricPeriod(),
	options: inZone(),
	reply: simplified(record(), FLOW),
});
