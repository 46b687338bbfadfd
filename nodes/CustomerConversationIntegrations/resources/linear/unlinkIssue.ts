import {
	account,
	conversation,
	linearIssue,
	linearLink,
	operation,
	optional,
} from '../../../shared/vocabulary';

export const unlinkIssue = operation({
	name: 'Unlink Issue',
	action: 'Unlink an issue from a conversation',
	gives: "Returns Linear's confirmation of the removed link",
	request: 'POST /api/v1/accounts/{account_id}/integrations/linear/unlink_issue',
	path: [account()],
	body: [
		conversation(),
		linearLink('link_id', { hint: 'ID from Get Linked Issues, not the ID of the issue' }),
		optional(linearIssue('issue_id', { hint: 'Shown in the note in the conversation' })),
	],
});
