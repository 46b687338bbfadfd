import { account, operation, record } from '../../../shared/vocabulary';

export const getUnreadCounts = operation({
	name: 'Get Unread Counts',
	action: 'Get the counts of unread conversations',
	description:
		'Open conversations with unread messages, by the IDs of inboxes, labels and teams. On Chatwoot 4.14 or newer, where the account has the feature Conversation Unread Counts; Unread Count for Filters adds mentions and saved filters.',
	request: 'GET /api/v1/accounts/{account_id}/conversations/unread_counts',
	path: [account()],
	reply: record('payload'),
});
