import {
	account,
	assistant,
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
	action: 'Get the inboxes of an assistant',
	gives: 'Returns one item per inbox in which the assistant answers',
	needs: { edition: 'enterprise', since: '4.0' },
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/inboxes',
	path: [account(), assistant()],
	options: [optional(includeSecrets())],
	reply: simplified(records('payload', whole), INBOX),
});
