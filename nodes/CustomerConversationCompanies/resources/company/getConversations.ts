import {
	account,
	company,
	CONVERSATION,
	operation,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

/** The service sends no more than 20. */
export const getConversations = operation({
	name: 'Get Conversations',
	action: 'Get the conversations of a company',
	gives: 'Returns one item per conversation with its contacts, at most 20',
	needs: { edition: 'enterprise', since: '4.14', feature: 'Companies' },
	description: 'The most recently active ones. Agents only get conversations in their inboxes.',
	request: 'GET /api/v1/accounts/{account_id}/companies/{company_id}/conversations',
	path: [account(), company()],
	reply: simplified(records('payload', whole), CONVERSATION),
});
