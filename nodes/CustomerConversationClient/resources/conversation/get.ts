import { includeSecrets, optional, text } from '../../../shared/fields';
import { conversationNumber } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

/** With all messages but private notes and activity entries. */
export const get = operation({
	name: 'Get',
	action: 'Get a conversation',
	request:
		'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}',
	path: [
		text('inbox_identifier', { hint: 'Of an API inbox: Settings → Inboxes → Configuration' }),
		text('contact_identifier', {
			hint: 'Source ID of the contact in that inbox, given back when the contact was created',
		}),
		conversationNumber(),
	],
	options: [optional(includeSecrets())],
});
