import {
	conversationNumber,
	inboxIdentifier,
	operation,
	record,
	simplified,
	sourceId,
} from '../../../shared/vocabulary';
import { CLIENT_CONVERSATION } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get a conversation',
	gives: 'Returns the conversation with messages, without private notes and activities',
	request:
		'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}',
	path: [inboxIdentifier(), sourceId(), conversationNumber()],
	reply: simplified(record(), CLIENT_CONVERSATION),
});
