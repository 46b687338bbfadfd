import {
	account,
	agentCapacityPolicy,
	inbox,
	operation,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { conversationLimit } from './parts/limit';

export const createInboxLimit = operation({
	name: 'Create Inbox Limit',
	action: 'Create an inbox limit in an agent capacity policy',
	gives: 'Returns the new limit',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.6' },
	request:
		'POST /api/v1/accounts/{account_id}/agent_capacity_policies/{agent_capacity_policy_id}/inbox_limits',
	path: [account(), agentCapacityPolicy()],
	body: [inbox(), conversationLimit()],
	reply: simplified(stored(), 'all'),
});
