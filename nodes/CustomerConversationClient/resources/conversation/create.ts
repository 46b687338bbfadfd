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
	gives: 'The new conversation',
	description:
		'Makes a new one each time, unless the inbox is locked to a single conversation. For a blocked contact it begins resolved.',
	request:
		'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations',
	path: [inboxIdentifier(), sourceId()],
	body: [
		fixed({}),
		optional(
			json('custom_attributes', {
				hint: 'Object of custom attribute keys and values of the conversation. Stored, but not in the reply.',
			}),
		),
	],
	reply: simplified(record(), CLIENT_CONVERSATION),
});
