import {
	byId,
	conversationNumber,
	inboxIdentifier,
	integer,
	operation,
	optional,
	records,
	simplified,
	sourceId,
} from '../../../shared/vocabulary';
import { CLIENT_MESSAGE } from './parts/simple';

/**
 * The service pages by ID and sorts by time: at the end of a page it may skip one of several messages
 * that were stored at the same time. Without a token there is no other way to read them.
 */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many messages of a conversation',
	gives: 'Returns one item per message, oldest first; no private notes or activities',
	description:
		'With a limit, returns the newest messages. Conversation → Get returns the whole conversation.',
	request:
		'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/messages',
	path: [inboxIdentifier(), sourceId(), conversationNumber()],
	query: [
		optional(
			integer('before', {
				label: 'Before Message ID',
				hint: 'Only messages before this one',
				range: [1, 2 ** 31 - 1],
			}),
		),
	],
	reply: simplified(records('', byId('older', 20)), CLIENT_MESSAGE),
});
