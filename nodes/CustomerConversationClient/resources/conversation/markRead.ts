import {
	conversationNumber,
	inboxIdentifier,
	operation,
	sourceId,
} from '../../../shared/vocabulary';

export const markRead = operation({
	name: 'Mark as Read',
	action: 'Mark a conversation as read',
	description: 'By the customer: a moment later the messages of agents count as read',
	request:
		'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/update_last_seen',
	path: [inboxIdentifier(), sourceId(), conversationNumber()],
});
