import { unlessOn } from '../../../shared/tasks/features';
import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many SLA policies',
	gives: 'Returns one item per policy, with its thresholds in seconds',
	needs: { edition: 'enterprise' },
	request: 'GET /api/v1/accounts/{account_id}/sla_policies',
	path: [account()],
	reply: records('payload', whole),
	empty: unlessOn('sla', 'SLA'),
});
