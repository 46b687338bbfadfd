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
	gives: 'The contact that the source ID leads to',
	description:
		'With a valid proof of the identifier this source ID is verified from then on: it reads the conversations of the contact in every inbox',
	request: 'GET /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}',
	path: [inboxIdentifier(), sourceId()],
	query: identity(),
	options: [optional(includeSecrets())],
	run: verified,
});
