import { inboxIdentifier, operation } from '../../../shared/vocabulary';

export const get = operation({
	name: 'Get',
	action: 'Get an inbox',
	gives: 'Returns the inbox with its working hours',
	description:
		'The key identity_validation_enabled says whether contacts need an identifier and its hash',
	request: 'GET /public/api/v1/inboxes/{inbox_identifier}',
	path: [inboxIdentifier()],
});
