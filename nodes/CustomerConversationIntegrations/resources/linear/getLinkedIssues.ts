import { account, conversation, operation, records, whole } from '../../../shared/vocabulary';

export const getLinkedIssues = operation({
	name: 'Get Linked Issues',
	action: 'Get the issues that are linked to a conversation',
	gives: 'Returns one item per link, with its issue',
	request: 'GET /api/v1/accounts/{account_id}/integrations/linear/linked_issues',
	path: [account()],
	query: [conversation()],
	reply: records('', whole),
});
