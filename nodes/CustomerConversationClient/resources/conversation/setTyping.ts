import {
	conversationNumber,
	inboxIdentifier,
	nothing,
	operation,
	pick,
	sourceId,
} from '../../../shared/vocabulary';

export const setTyping = operation({
	name: 'Set Typing Status',
	action: 'Set the typing status in a conversation',
	gives: 'Returns whether the typing status was passed on',
	request:
		'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/toggle_typing',
	path: [inboxIdentifier(), sourceId(), conversationNumber()],
	query: [pick('typing_status', { on: 'On', off: 'Off' })],
	reply: nothing,
});
