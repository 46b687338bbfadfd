import { account, operation, optional, zone } from '../../../shared/vocabulary';
import { filters } from './parts/filters';

export const getMetrics = operation({
	name: 'Get Metrics',
	action: 'Get SLA metrics',
	gives: 'Returns how many SLAs were applied and missed, and the hit rate',
	needs: { role: 'administrator', edition: 'enterprise' },
	description: 'The hit rate is also 100% if no SLA was applied',
	request: 'GET /api/v1/accounts/{account_id}/applied_slas/metrics',
	path: [account()],
	query: filters(),
	options: [optional(zone())],
});
