import { account, operation, record, simplified } from '../../../shared/vocabulary';

export const getUnreadCounts = operation({
	name: 'Get Unread Counts',
	action: 'Get unread conversation counts',
	gives: 'Returns one item with counts of open conversations with unread messages',
	needs: { feature: 'Conversation Unread Counts', since: '4.14.1' },
	description:
		'Counts are grouped by the IDs of inboxes, labels and teams. The account feature Unread Count for Filters adds mentions and saved filters.',
	request: 'GET /api/v1/accounts/{account_id}/conversations/unread_counts',
	path: [account()],
	reply: simplified(record('payload'), 'all'),
});
