import {
	account,
	agentCapacityPolicy,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { POLICY } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get an agent capacity policy',
	gives: 'Returns the policy with its inbox limits and number of agents',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.6' },
	request: 'GET /api/v1/accounts/{account_id}/agent_capacity_policies/{agent_capacity_policy_id}',
	path: [account(), agentCapacityPolicy()],
	reply: simplified(record(), POLICY),
});
