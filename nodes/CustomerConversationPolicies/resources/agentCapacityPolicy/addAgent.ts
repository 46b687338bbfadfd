import {
	account,
	agent,
	agentCapacityPolicy,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { MEMBER } from './parts/simple';

export const addAgent = operation({
	name: 'Add Agent',
	action: 'Add an agent to an agent capacity policy',
	gives: 'Returns the agent, who is now in the policy',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.6' },
	description: 'An agent has only one capacity policy: the previous one is replaced',
	request:
		'POST /api/v1/accounts/{account_id}/agent_capacity_policies/{agent_capacity_policy_id}/users',
	path: [account(), agentCapacityPolicy()],
	body: [agent('user_id', { shown: 'id' })],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), MEMBER),
});
