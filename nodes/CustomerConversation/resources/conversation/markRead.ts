import {
	account,
	conversation,
	CONVERSATION,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const markRead = operation({
	name: 'Mark as Read',
	action: 'Mark a conversation as read',
	gives: 'Returns the conversation with no unread messages',
	description:
		'If there are no new messages, Chatwoot 4.16 updates the last-seen times at most once an hour',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/update_last_seen',
	path: [account(), conversation()],
	reply: simplified(record(''), CONVERSATION),
});
