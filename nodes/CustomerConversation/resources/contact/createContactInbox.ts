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

/** Without a source ID, every call adds another link in API and website inboxes. */
export const createContactInbox = operation({
	name: 'Link to Inbox',
	action: 'Link a contact to an inbox',
	gives: "Returns the contact's source ID in the inbox, and the inbox",
	request: 'POST /api/v1/accounts/{account_id}/contacts/{contact_id}/contact_inboxes',
	path: [account(), contact()],
	body: [
		inbox('inbox_id'),
		optional(
			text('source_id', {
				label: 'Source ID',
				hint: 'ID of the contact in that inbox. If empty, Chatwoot creates a new one each time.',
			}),
			flag('hmac_verified', {
				label: 'Identity Verified',
				hint: "Whether to treat the contact's identity as verified in this inbox",
			}),
		),
	],
	reply: simplified(record(), PLACE),
});
