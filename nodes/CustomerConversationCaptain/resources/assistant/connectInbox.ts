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
	gives: 'Returns the connected inbox',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	description:
		'New conversations in the inbox start as pending, and the assistant answers customers. An inbox can have only one assistant.',
	request: 'POST /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/inboxes',
	path: [account(), assistant()],
	body: [inbox()],
	options: [optional(includeSecrets())],
	reply: simplified(record(''), INBOX),
	// The service refuses a flat body.
	run: async ({ request, records }) => {
		request.body = { inbox: request.body };
		return await records();
	},
});
