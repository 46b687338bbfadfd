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
	action: 'Link an issue to a conversation',
	gives: 'Returns the link, with the ID that you need to remove it',
	request: 'POST /api/v1/accounts/{account_id}/integrations/linear/link_issue',
	path: [account()],
	body: [
		conversation(),
		linearIssue(),
		optional(text('title', { label: 'Link Title', hint: 'Title of the link in Linear' })),
	],
});
