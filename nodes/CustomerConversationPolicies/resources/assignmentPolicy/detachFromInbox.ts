import { account, inbox, operation } from '../../../shared/vocabulary';

export const detachFromInbox = operation({
	name: 'Detach From Inbox',
	action: 'Detach the assignment policy from an inbox',
	gives: 'Returns the ID of the inbox, which no longer has a policy',
	needs: { role: 'administrator', since: '4.6' },
	description: 'The policy itself is kept. Fails if the inbox has no policy.',
	request: 'DELETE /api/v1/accounts/{account_id}/inboxes/{inbox_id}/assignment_policy',
	path: [account(), inbox()],
});
