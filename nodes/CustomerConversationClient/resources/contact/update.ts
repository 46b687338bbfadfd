import {
	inboxIdentifier,
	includeSecrets,
	json,
	operation,
	own,
	optional,
	simplified,
	sourceId,
	stored,
} from '../../../shared/vocabulary';
import { person, picture } from './parts/details';
import { identity, verified } from './parts/identity';

/** The service ignores blank values, so nothing can be emptied. */
export const update = operation({
	name: 'Update',
	action: 'Update a contact',
	gives: 'The contact with its new values',
	description:
		'The e-mail of another contact merges the two: the other one stays, and this source ID leads to it. The identifier is a proof alone, it is not stored.',
	request: 'PATCH /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}',
	path: [inboxIdentifier(), sourceId()],
	body: [
		optional(
			...person(),
			picture(),
			json('custom_attributes', {
				// Newer releases do not show them.
				shown: false,
				hint: 'Object of custom attribute keys and values. Merged with what is there; null empties a key, which stays.',
			}),
		),
		...identity(),
	],
	options: [optional(includeSecrets())],
	reply: simplified(
		stored(),
		own('id', 'source_id', 'name', 'email', 'phone_number', 'identifier', 'custom_attributes'),
	),
	run: verified,
});
