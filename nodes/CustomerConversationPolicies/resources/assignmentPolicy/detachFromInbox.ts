import { account, inbox, operation } from '../../../shared/vocabulary';

export const detachFromInbox = operation({
	name: 'Detach From Inbox',
	action: 'Detach the assignment policy from an inbox',
	gives: 'The ID of the inbox, which has no policy now',
	needs: { role: 'administrator', since: '4.6' },
	description: 'The policy itself stays. Fails where the inbox has none.',
	request: 'DELETE /api/v1/accounts/{account_id}/inboxes/{inbox_id}/assignment_policy',
	path: [account(), inbox()],
});
