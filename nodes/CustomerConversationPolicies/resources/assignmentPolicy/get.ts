import {
	account,
	assignmentPolicy,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const get = operation({
	name: 'Get',
	action: 'Get an assignment policy',
	gives: 'Returns the policy with its number of inboxes',
	needs: { role: 'administrator', since: '4.6' },
	request: 'GET /api/v1/accounts/{account_id}/assignment_policies/{assignment_policy_id}',
	path: [account(), assignmentPolicy()],
	reply: simplified(record(), 'all'),
});
