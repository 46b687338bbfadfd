import { account, agentCapacityPolicy, operation } from '../../../shared/vocabulary';

export const deleteAgentCapacityPolicy = operation({
	name: 'Delete',
	action: 'Delete an agent capacity policy',
	gives: 'Returns the ID of the deleted policy',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.6' },
	description: 'Also deletes its inbox limits. Its agents no longer have a capacity policy.',
	request:
		'DELETE /api/v1/accounts/{account_id}/agent_capacity_policies/{agent_capacity_policy_id}',
	path: [account(), agentCapacityPolicy()],
});
