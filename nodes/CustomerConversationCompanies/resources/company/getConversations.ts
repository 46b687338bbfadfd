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
	gives: 'One item for each conversation with its contacts, at most 20',
	needs: { edition: 'enterprise', since: '4.14', feature: 'Companies' },
	description: 'Those with the latest activity; agents see those of their inboxes',
	request: 'GET /api/v1/accounts/{account_id}/companies/{company_id}/conversations',
	path: [account(), company()],
	reply: simplified(records('payload', whole), CONVERSATION),
});
