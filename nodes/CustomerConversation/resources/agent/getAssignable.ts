import { account, inboxes } from '../../../shared/locators';
import { operation, records, whole } from '../../../shared/operation';

export const getAssignable = operation({
	name: 'Get Assignable',
	action: 'Get agents who can be assigned in inboxes',
	description: 'Members that all the inboxes have in common, and all administrators',
	request: 'GET /api/v1/accounts/{account_id}/assignable_agents',
	path: [account()],
	query: [inboxes('inbox_ids')],
	reply: records('payload', whole),
});
