import { pick } from '../../../shared/fields';
import { conversationNumber, inboxIdentifier, sourceId } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

export const setTyping = operation({
	name: 'Set Typing Status',
	action: 'Set the typing status in a conversation',
	request:
		'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/toggle_typing',
	path: [inboxIdentifier(), sourceId(), conversationNumber()],
	query: [pick('typing_status', { on: 'On', off: 'Off' })],
});
