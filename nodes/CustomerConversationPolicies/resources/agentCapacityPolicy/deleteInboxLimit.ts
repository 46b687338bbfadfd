import { account, agentCapacityPolicy, inbox, operation } from '../../../shared/vocabulary';
import { ofInbox } from './parts/limit';

export const deleteInboxLimit = operation({
	name: 'Delete Inbox Limit',
	action: 'Delete an inbox limit in an agent capacity policy',
	gives: 'Returns the IDs of the policy and the inbox, which no longer has a limit',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.6' },
	request:
		'DELETE /api/v1/accounts/{account_id}/agent_capacity_policies/{agent_capacity_policy_id}/inbox_limits/{inbox_limit_id}',
	path: [account(), agentCapacityPolicy(), inbox('inbox_id', { as: 'inbox_limit_id' })],
	run: ofInbox,
});
