import {
	account,
	conversation,
	linearIssue,
	operation,
	optional,
	text,
} from '../../../shared/vocabulary';

export const linkIssue = operation({
	name: 'Link Issue',
	action: 'Link an issue with a conversation',
	gives: 'The link, whose ID Unlink Issue takes',
	request: 'POST /api/v1/accounts/{account_id}/integrations/linear/link_issue',
	path: [account()],
	body: [
		conversation(),
		linearIssue(),
		optional(text('title', { label: 'Link Title', hint: 'What Linear shows of the link' })),
	],
});
