import { account, operation, record, slaPolicy } from '../../../shared/vocabulary';
import { known } from './parts/known';

export const get = operation({
	name: 'Get',
	action: 'Get an SLA policy',
	gives: 'Returns the policy with its thresholds in seconds',
	needs: { edition: 'enterprise' },
	request: 'GET /api/v1/accounts/{account_id}/sla_policies/{sla_policy_id}',
	path: [account(), slaPolicy()],
	reply: record('payload'),
	run: known,
});
