import {
	inboxIdentifier,
	includeSecrets,
	json,
	operation,
	asIs,
	optional,
	simplified,
	sourceId,
	stored,
} from '../../../shared/vocabulary';
import { person, picture } from './parts/details';
import { identity, verified } from './parts/identity';

/** The service ignores blank values, so no field can be cleared. */
export const update = operation({
	name: 'Update',
	action: 'Update a contact',
	gives: 'Returns the contact with its new values',
	description:
		'If another contact has the email, the two are merged: the other one stays and gets this source ID. The identifier is only checked, not saved.',
	request: 'PATCH /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}',
	path: [inboxIdentifier(), sourceId()],
	body: [
		optional(
			...person(),
			picture(),
			json('custom_attributes', {
				// Newer releases do not show them.
				shown: false,
				hint: 'Custom attributes as an object of keys and values. Other keys keep their values; null empties a key.',
			}),
		),
		...identity(),
	],
	options: [optional(includeSecrets())],
	reply: simplified(
		stored(),
		asIs('id', 'source_id', 'name', 'email', 'phone_number', 'identifier', 'custom_attributes'),
	),
	run: verified,
});
