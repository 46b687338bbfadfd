import {
	inboxIdentifier,
	operation,
	records,
	simplified,
	sourceId,
	whole,
} from '../../../shared/vocabulary';
import { CLIENT_CONVERSATION } from './parts/simple';

/** In no fixed order: those that change move. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many conversations',
	gives: 'One item for each conversation of the source ID, with its messages',
	description: 'A verified source ID sees those of the contact in every inbox',
	request:
		'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations',
	path: [inboxIdentifier(), sourceId()],
	reply: simplified(records('', whole), CLIENT_CONVERSATION),
});
