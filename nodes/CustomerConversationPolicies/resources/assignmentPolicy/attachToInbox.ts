import {
	account,
	assignmentPolicy,
	inbox,
	operation,
	simplified,
	stored,
} from '../../../shared/vocabulary';

export const attachToInbox = operation({
	name: 'Attach to Inbox',
	action: 'Attach an assignment policy to an inbox',
	gives: 'The policy with the number of its inboxes now',
	needs: { role: 'administrator', since: '4.6' },
	description: 'Takes the place of the policy that the inbox has: an inbox has one',
	request: 'POST /api/v1/accounts/{account_id}/inboxes/{inbox_id}/assignment_policy',
	path: [account(), inbox()],
	body: [assignmentPolicy('assignment_policy_id', { shown: 'id' })],
	reply: simplified(stored(), 'all'),
});
