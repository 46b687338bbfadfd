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
	hint: 'ID of the contact in this inbox. Anyone who knows it can act as the contact. If empty, Chatwoot creates one.',
});

/** Refuses what cannot be part of a URL: then the contact could not be addressed. */
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
	gives: 'Returns the contact with its source ID',
	description:
		'If the source ID exists, returns its contact unchanged. If a contact has the same identifier, email or phone number, it gets another source ID and keeps its fields.',
	request: 'POST /public/api/v1/inboxes/{inbox_identifier}/contacts',
	path: [inboxIdentifier()],
	body: [
		// No field is required: without a name, the service makes one up.
		fixed({}),
		front(...person()),
		optional(
			sourceId,
			picture(),
			json('custom_attributes', { hint: 'Custom attributes as an object of keys and values' }),
		),
		...identity(),
	],
	options: [optional(includeSecrets())],
	run: verified,
});
