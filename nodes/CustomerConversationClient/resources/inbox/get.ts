import { inboxIdentifier, operation } from '../../../shared/vocabulary';

export const get = operation({
	name: 'Get',
	action: 'Get an inbox',
	description:
		'With its working hours, and identity_validation_enabled: whether contacts need an identifier and its proof',
	request: 'GET /public/api/v1/inboxes/{inbox_identifier}',
	path: [inboxIdentifier()],
});
