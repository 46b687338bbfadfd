import {
	account,
	inbox,
	operation,
	optional,
	records,
	text,
	whole,
} from '../../../shared/vocabulary';

/** On older releases, "Get" without Simplify returns them as message_templates or content_templates. */
export const getMessageTemplates = operation({
	name: 'Get Message Templates',
	action: 'Get the message templates of an inbox',
	gives: 'Returns one item per template with its language and status',
	needs: { since: '4.17' },
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}/message_templates',
	path: [account(), inbox()],
	query: [optional(text('name', { hint: 'Exact name of a template' }))],
	reply: records('payload', whole),
});
