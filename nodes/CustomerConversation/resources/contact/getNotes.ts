import { account, contact } from '../../../shared/locators';
import { operation, records, whole } from '../../../shared/operation';

/** Newest first. */
export const getNotes = operation({
	name: 'Get Notes',
	action: 'Get the notes on a contact',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/notes',
	path: [account(), contact()],
	reply: records('', whole),
});
