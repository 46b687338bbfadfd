import { account, assignmentPolicy, operation } from '../../../shared/vocabulary';

export const deleteAssignmentPolicy = operation({
	name: 'Delete',
	action: 'Delete an assignment policy',
	gives: 'Returns the ID of the deleted policy',
	needs: { role: 'administrator', since: '4.6' },
	description: 'Its inboxes no longer have an assignment policy',
	request: 'DELETE /api/v1/accounts/{account_id}/assignment_policies/{assignment_policy_id}',
	path: [account(), assignmentPolicy()],
});
