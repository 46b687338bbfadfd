import { account, assignmentPolicy, operation } from '../../../shared/vocabulary';

export const deleteAssignmentPolicy = operation({
	name: 'Delete',
	action: 'Delete an assignment policy',
	gives: 'The ID of the deleted policy',
	needs: { role: 'administrator', since: '4.6' },
	description: 'Inboxes that have it are without one then',
	request: 'DELETE /api/v1/accounts/{account_id}/assignment_policies/{assignment_policy_id}',
	path: [account(), assignmentPolicy()],
});
