import { whyUnseen } from '../../../shared/tasks/empty';
import {
	account,
	ATTACHMENT,
	ATTACHMENTS,
	contact,
	operation,
	simplified,
} from '../../../shared/vocabulary';

/** Newest first. */
export const getAttachments = operation({
	name: 'Get Attachments',
	action: 'Get the attachments of a contact',
	gives: "Returns one item per file in the contact's conversations, newest first",
	needs: { since: '4.14' },
	description: "Covers conversations that the token's user can see, including private notes",
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/attachments',
	path: [account(), contact()],
	reply: simplified(ATTACHMENTS, ATTACHMENT),
	empty: async (call) => await whyUnseen(call),
});
