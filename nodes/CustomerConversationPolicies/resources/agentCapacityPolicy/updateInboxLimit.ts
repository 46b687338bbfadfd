import {
	account,
	agentCapacityPolicy,
	inbox,
	operation,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { conversationLimit, ofInbox } from './parts/limit';

export const updateInboxLimit = operation({
	name: 'Update Inbox Limit',
	action: 'Update an inbox limit in an agent capacity policy',
	gives: 'Returns the updated limit',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.6' },
	request:
		'PATCH /api/v1/accounts/{account_id}/agent_capacity_policies/{agent_capacity_policy_id}/inbox_limits/{inbox_limit_id}',
	path: [account(), agentCapacityPolicy(), inbox('inbox_id', { as: 'inbox_limit_id' })],
	body: [conversationLimit()],
	reply: simplified(stored(), 'all'),
	run: ofInbox,
});
