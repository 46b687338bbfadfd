import {
	account,
	conversation,
	CONVERSATION,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const markUnread = operation({
	name: 'Mark as Unread',
	action: 'Mark a conversation as unread',
	gives: "Returns the conversation with the contact's newest message unread",
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/unread',
	path: [account(), conversation()],
	reply: simplified(record(''), CONVERSATION),
});
