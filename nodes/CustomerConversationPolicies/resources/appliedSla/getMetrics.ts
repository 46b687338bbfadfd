import { account, operation, optional, zone } from '../../../shared/vocabulary';
import { filters } from './parts/filters';

export const getMetrics = operation({
	name: 'Get Metrics',
	action: 'Get SLA metrics',
	gives: 'One item: how many SLAs were applied and missed, and the hit rate',
	needs: { role: 'administrator', edition: 'enterprise' },
	description: 'The hit rate is 100% where none was applied, too',
	request: 'GET /api/v1/accounts/{account_id}/applied_slas/metrics',
	path: [account()],
	query: filters(),
	options: [optional(zone())],
});
