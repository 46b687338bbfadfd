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
	gives: 'The conversation, with no unread messages',
	description: 'Chatwoot 4.16 moves the times at most once an hour where nothing new has come',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/update_last_seen',
	path: [account(), conversation()],
	reply: simplified(record(''), CONVERSATION),
});
