import {
	account,
	agentCapacityPolicy,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { details, withOtherRules } from './parts/rules';
import { POLICY } from './parts/simple';

export const update = operation({
	name: 'Update',
	action: 'Update an agent capacity policy',
	gives: 'Returns the updated policy',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.6' },
	request: 'PATCH /api/v1/accounts/{account_id}/agent_capacity_policies/{agent_capacity_policy_id}',
	path: [account(), agentCapacityPolicy()],
	body: [optional(text('name', { max: 255 }), ...details())],
	reply: simplified(stored(), POLICY),
	run: withOtherRules,
});
