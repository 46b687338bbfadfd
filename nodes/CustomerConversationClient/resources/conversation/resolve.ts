import {
	conversationNumber,
	inboxIdentifier,
	operation,
	record,
	simplified,
	sourceId,
} from '../../../shared/vocabulary';
import { CLIENT_CONVERSATION } from './parts/simple';

/** The path says toggle, but a second call changes nothing. */
export const resolve = operation({
	name: 'Resolve',
	action: 'Resolve a conversation',
	gives: 'Returns the conversation, with status resolved',
	description: 'Does not reopen a resolved conversation. A new message from the customer does.',
	request:
		'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/toggle_status',
	path: [inboxIdentifier(), sourceId(), conversationNumber()],
	reply: simplified(record(), CLIENT_CONVERSATION),
});
