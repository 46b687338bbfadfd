import {
	inboxIdentifier,
	operation,
	records,
	simplified,
	sourceId,
	whole,
} from '../../../shared/vocabulary';
import { CLIENT_CONVERSATION } from './parts/simple';

/** The order is not fixed: conversations that change move. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many conversations',
	gives: 'Returns one item per conversation of the source ID, with its messages',
	description:
		'A verified source ID also returns the conversations of the contact in other inboxes',
	request:
		'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations',
	path: [inboxIdentifier(), sourceId()],
	reply: simplified(records('', whole), CLIENT_CONVERSATION),
});
