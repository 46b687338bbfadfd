import {
	fixed,
	inboxIdentifier,
	json,
	operation,
	optional,
	record,
	simplified,
	sourceId,
} from '../../../shared/vocabulary';
import { CLIENT_CONVERSATION } from './parts/simple';

export const create = operation({
	name: 'Create',
	action: 'Create a conversation',
	gives: 'Returns the new conversation',
	description:
		'Creates a new conversation each time, unless the inbox allows only one per contact. For a blocked contact it starts as resolved.',
	request:
		'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations',
	path: [inboxIdentifier(), sourceId()],
	body: [
		fixed({}),
		optional(
			json('custom_attributes', {
				hint: 'Custom attributes of the conversation as an object of keys and values. Saved, but not returned.',
			}),
		),
	],
	reply: simplified(record(), CLIENT_CONVERSATION),
});
