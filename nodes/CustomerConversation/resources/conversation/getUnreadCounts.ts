import { account, operation, record, simplified } from '../../../shared/vocabulary';

export const getUnreadCounts = operation({
	name: 'Get Unread Counts',
	action: 'Get the counts of unread conversations',
	gives: 'One item: numbers of open conversations with unread messages',
	needs: { feature: 'Conversation Unread Counts', since: '4.14.1' },
	description:
		'Counts by the IDs of inboxes, labels and teams. The feature Unread Count for Filters adds mentions and saved filters.',
	request: 'GET /api/v1/accounts/{account_id}/conversations/unread_counts',
	path: [account()],
	reply: simplified(record('payload'), 'all'),
});
