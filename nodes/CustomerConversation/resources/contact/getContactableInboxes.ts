import { account, contact, operation, records, whole } from '../../../shared/vocabulary';

export const getContactableInboxes = operation({
	name: 'Get Contactable Inboxes',
	action: 'Get the inboxes a contact can be reached through',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/contactable_inboxes',
	path: [account(), contact()],
	reply: records('payload', whole),
});
