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
	gives: 'Returns the attached policy with its new number of inboxes',
	needs: { role: 'administrator', since: '4.6' },
	description: 'An inbox has only one assignment policy: the previous one is replaced',
	request: 'POST /api/v1/accounts/{account_id}/inboxes/{inbox_id}/assignment_policy',
	path: [account(), inbox()],
	body: [assignmentPolicy('assignment_policy_id', { shown: 'id' })],
	reply: simplified(stored(), 'all'),
});
