import { ServiceError } from '../../../shared/faults';
import { rowsOf } from '../../../shared/transport/pages';
import { account, agent, agentCapacityPolicy, operation } from '../../../shared/vocabulary';

/** The service takes the agent out of whichever policy it is, and says 200 where it is none. */
export const removeAgent = operation({
	name: 'Remove Agent',
	action: 'Remove an agent from an agent capacity policy',
	gives: 'The IDs of the policy and of the agent who is out of it',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.6' },
	description: 'Fails where the agent is not in this policy',
	request:
		'DELETE /api/v1/accounts/{account_id}/agent_capacity_policies/{agent_capacity_policy_id}/users/{user_id}',
	path: [account(), agentCapacityPolicy(), agent('user_id')],
	run: async ({ request, values, send, records }) => {
		const { user_id, agent_capacity_policy_id } = values;
		const path = request.path.replace(/\/\d+$/, '');
		const members = rowsOf(await send({ method: 'GET', path }), '');
		if (!members.some(({ id }) => id === user_id))
			throw new ServiceError(
				`Agent ${user_id as number} is not in Agent Capacity Policy ${agent_capacity_policy_id as number}: nobody was removed`,
				{ status: 200, fields: ['user_id'] },
			);
		return await records();
	},
});
