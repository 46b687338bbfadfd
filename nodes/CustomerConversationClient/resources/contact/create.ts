import { segment } from '../../../shared/transport/address';
import {
	fixed,
	front,
	inboxIdentifier,
	includeSecrets,
	json,
	operation,
	optional,
	text,
	type Field,
} from '../../../shared/vocabulary';
import { person, picture } from './parts/details';
import { identity, verified } from './parts/identity';

const typed = text('source_id', {
	label: 'Source ID',
	hint: 'ID of the contact in this inbox, of any characters: who knows it can act as the contact. Left out, the service makes one.',
});

/** What cannot stand in an address is refused here: nobody could reach the contact. */
const sourceId: Field = {
	...typed,
	convert: (value, reading) => {
		const id = typed.convert(value, reading) as string;
		segment(id);
		return id;
	},
};

export const create = operation({
	name: 'Create',
	action: 'Create a contact',
	gives: 'The contact with its source ID',
	description:
		'A known source ID gives its contact back unchanged. A contact with the same identifier, e-mail or phone number gets one more source ID, its fields stay.',
	request: 'POST /public/api/v1/inboxes/{inbox_identifier}/contacts',
	path: [inboxIdentifier()],
	body: [
		// Nothing is required: then the service makes up a name.
		fixed({}),
		front(...person()),
		optional(
			sourceId,
			picture(),
			json('custom_attributes', { hint: 'Object of custom attribute keys and values' }),
		),
		...identity(),
	],
	options: [optional(includeSecrets())],
	run: verified,
});
