import {
	account,
	assignmentPolicy,
	INBOX,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

export const getInboxes = operation({
	name: 'Get Inboxes',
	action: 'Get the inboxes of an assignment policy',
	gives: 'Returns one item per inbox that the policy is attached to',
	needs: { role: 'administrator', since: '4.6' },
	request: 'GET /api/v1/accounts/{account_id}/assignment_policies/{assignment_policy_id}/inboxes',
	path: [account(), assignmentPolicy()],
	options: [optional(includeSecrets())],
	reply: simplified(records('inboxes', whole), INBOX),
});
