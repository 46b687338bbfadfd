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
	gives: 'Returns one item per conversation of the contact, at most 20',
	description:
		'Chatwoot lists those with the latest activity. Agents only see conversations in their own inboxes.',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/conversations',
	path: [account(), contact()],
	reply: simplified(records('payload', whole), CONVERSATION),
});
