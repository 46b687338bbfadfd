import {
	account,
	contact,
	CONVERSATION,
	operation,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

/** The service sends no more than 20. */
export const getConversations = operation({
	name: 'Get Conversations',
	action: 'Get the conversations of a contact',
	gives: 'One item for each conversation with the contact, at most 20',
	description: 'Those with the latest activity; agents see those of their inboxes',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/conversations',
	path: [account(), contact()],
	reply: simplified(records('payload', whole), CONVERSATION),
});
