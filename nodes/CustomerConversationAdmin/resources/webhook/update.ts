import {
	account,
	inbox,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
	text,
	url,
	webhook,
} from '../../../shared/vocabulary';
import { WEBHOOK } from './parts/simple';
import { INBOX_HINT, subscriptions, withWarning } from './parts/fields';

export const update = operation({
	name: 'Update',
	action: 'Update a webhook',
	gives: 'Returns the webhook with its new values',
	needs: { role: 'administrator' },
	request: 'PATCH /api/v1/accounts/{account_id}/webhooks/{webhook_id}',
	path: [account(), webhook()],
	body: [
		optional(
			url('url', { hint: 'URL that receives the events. Must be unique in the account.' }),
			text('name', { clear: null }),
			subscriptions({ hint: 'Replaces all current events' }),
			inbox('inbox_id', { shown: 'inbox.id', hint: INBOX_HINT, clear: null }),
		),
	],
	options: [optional(includeSecrets())],
	reply: simplified(stored('payload.webhook'), WEBHOOK),
	run: withWarning,
});
