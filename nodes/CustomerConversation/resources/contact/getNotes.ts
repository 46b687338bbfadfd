import { account, contact, operation, records, whole } from '../../../shared/vocabulary';

/** Newest first. */
export const getNotes = operation({
	name: 'Get Notes',
	action: 'Get the notes on a contact',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/notes',
	path: [account(), contact()],
	reply: records('', whole),
});
