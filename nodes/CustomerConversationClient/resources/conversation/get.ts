import { includeSecrets, optional } from '../../../shared/fields';
import { conversationNumber, inboxIdentifier, sourceId } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

/** With all messages but private notes and activity entries. */
export const get = operation({
	name: 'Get',
	action: 'Get a conversation',
	request:
		'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}',
	path: [inboxIdentifier(), sourceId(), conversationNumber()],
	options: [optional(includeSecrets())],
});
