import {
	conversationNumber,
	inboxIdentifier,
	nothing,
	operation,
	sourceId,
} from '../../../shared/vocabulary';

export const markRead = operation({
	name: 'Mark as Read',
	action: 'Mark a conversation as read',
	gives: 'Returns success immediately; messages are marked as read a moment later',
	description: "Marks the agents' messages as read by the customer",
	request:
		'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/update_last_seen',
	path: [inboxIdentifier(), sourceId(), conversationNumber()],
	reply: nothing,
});
