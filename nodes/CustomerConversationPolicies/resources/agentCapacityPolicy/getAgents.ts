import {
	account,
	agentCapacityPolicy,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';
import { MEMBER } from './parts/simple';

export const getAgents = operation({
	name: 'Get Agents',
	action: 'Get the agents of an agent capacity policy',
	gives: 'Returns one item per agent in the policy',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.6' },
	request:
		'GET /api/v1/accounts/{account_id}/agent_capacity_policies/{agent_capacity_policy_id}/users',
	path: [account(), agentCapacityPolicy()],
	options: [optional(includeSecrets())],
	reply: simplified(records('', whole), MEMBER),
});
