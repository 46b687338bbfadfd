import { account, operation, records, simplified, whole } from '../../../shared/vocabulary';
import { POLICY } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many agent capacity policies',
	gives: 'Returns one item per policy, with its inbox limits',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.6' },
	request: 'GET /api/v1/accounts/{account_id}/agent_capacity_policies',
	path: [account()],
	reply: simplified(records('', whole), POLICY),
});
