import {
	account,
	assistant,
	INBOX,
	inbox,
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const connectInbox = operation({
	name: 'Connect Inbox',
	action: 'Connect an inbox to an assistant',
	gives: 'The inbox',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	description:
		'New conversations of the inbox begin as pending, and the assistant answers customers. An inbox has one assistant.',
	request: 'POST /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/inboxes',
	path: [account(), assistant()],
	body: [inbox()],
	options: [optional(includeSecrets())],
	reply: simplified(record(''), INBOX),
	// Flat it is refused.
	run: async ({ request, records }) => {
		request.body = { inbox: request.body };
		return await records();
	},
});
