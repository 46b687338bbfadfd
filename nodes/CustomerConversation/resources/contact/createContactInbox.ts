import {
	account,
	contact,
	flag,
	inbox,
	operation,
	optional,
	record,
	simplified,
	text,
} from '../../../shared/vocabulary';
import { PLACE } from './parts/simple';

/** Without a source ID every call makes one more link in API and website inboxes. */
export const createContactInbox = operation({
	name: 'Link with Inbox',
	action: 'Link a contact with an inbox',
	gives: 'The source ID of the contact in the inbox, and the inbox',
	request: 'POST /api/v1/accounts/{account_id}/contacts/{contact_id}/contact_inboxes',
	path: [account(), contact()],
	body: [
		inbox('inbox_id'),
		optional(
			text('source_id', {
				label: 'Source ID',
				hint: 'ID of the contact inside that inbox; left out, the service makes a new one each time',
			}),
			flag('hmac_verified', {
				label: 'Identity Verified',
				hint: 'Whether the identity of the contact counts as verified in this inbox',
			}),
		),
	],
	reply: simplified(record(), PLACE),
});
