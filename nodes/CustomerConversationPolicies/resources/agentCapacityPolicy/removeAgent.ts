import { ServiceError } from '../../../shared/faults';
import { rowsOf } from '../../../shared/transport/pages';
import { account, agent, agentCapacityPolicy, operation } from '../../../shared/vocabulary';

/** The service removes the agent from any policy that they are in, and answers 200 even if there is none. */
export const removeAgent = operation({
	name: 'Remove Agent',
	action: 'Remove an agent from an agent capacity policy',
	gives: 'Returns the IDs of the policy and the removed agent',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.6' },
	description: 'Fails if the agent is not in this policy',
	request:
		'DELETE /api/v1/accounts/{account_id}/agent_capacity_policies/{agent_capacity_policy_id}/users/{user_id}',
	path: [account(), agentCapacityPolicy(), agent('user_id')],
	run: async ({ request, values, send, records }) => {
		const { user_id, agent_capacity_policy_id } = values;
		const path = request.path.replace(/\/\d+$/, '');
		const members = rowsOf(await send({ method: 'GET', path }), '');
		if (!members.some(({ id }) => id === user_id))
			throw new ServiceError(
				`Agent ${user_id as number} is not in Agent Capacity Policy ${agent_capacity_policy_id as number}, so nobody was removed`,
				{ status: 200, fields: ['user_id'] },
			);
		return await records();
	},
});
