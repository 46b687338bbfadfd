import { conversationNumber, inboxIdentifier, sourceId } from '../../../shared/locators';
import { operation, record, simplified } from '../../../shared/operation';
import { CONVERSATION } from './simple';

export const get = operation({
	name: 'Get',
	action: 'Get a conversation',
	description: 'With all messages but private notes and activity entries',
	request:
		'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}',
	path: [inboxIdentifier(), sourceId(), conversationNumber()],
	reply: simplified(record(), CONVERSATION),
});
