import { account, inbox, operation, record, simplified } from '../../../shared/vocabulary';

export const getOfInbox = operation({
	name: 'Get for Inbox',
	action: 'Get the assignment policy for an inbox',
	gives: 'Returns the policy that is attached to the inbox',
	needs: { role: 'administrator', since: '4.6' },
	description: 'Fails if the inbox has no policy',
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}/assignment_policy',
	path: [account(), inbox()],
	reply: simplified(record(), 'all'),
});
