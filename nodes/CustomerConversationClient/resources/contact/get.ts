import {
	inboxIdentifier,
	includeSecrets,
	operation,
	optional,
	sourceId,
} from '../../../shared/vocabulary';
import { identity, verified } from './parts/identity';

export const get = operation({
	name: 'Get',
	action: 'Get a contact',
	gives: 'Returns the contact of the source ID',
	description:
		'A valid identifier hash verifies the source ID: from then on it can read the conversations of the contact in all inboxes',
	request: 'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}',
	path: [inboxIdentifier(), sourceId()],
	query: identity(),
	options: [optional(includeSecrets())],
	run: verified,
});
