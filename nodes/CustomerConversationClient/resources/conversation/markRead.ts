import {
	conversationNumber,
	inboxIdentifier,
	operation,
	sourceId,
} from '../../../shared/vocabulary';

export const markRead = operation({
	name: 'Mark as Read',
	action: 'Mark a conversation as read',
	gives: 'Success at once, a moment before the messages count as read',
	description: 'The messages are those of agents: the customer has read them',
	request:
		'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/update_last_seen',
	path: [inboxIdentifier(), sourceId(), conversationNumber()],
});
