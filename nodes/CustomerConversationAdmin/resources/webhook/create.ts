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
} from '../../../shared/vocabulary';
import { WEBHOOK } from './parts/simple';
import { INBOX_HINT, subscriptions, withWarning } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create a webhook',
	gives: 'Returns the new webhook',
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/webhooks',
	path: [account()],
	body: [
		url('url', { hint: 'URL that receives the events. Must be unique in the account.' }),
		optional(
			text('name'),
			subscriptions({ hint: 'Default: all events except typing and inbox events' }),
			inbox('inbox_id', { shown: 'inbox.id', hint: INBOX_HINT }),
		),
	],
	options: [optional(includeSecrets())],
	reply: simplified(stored('payload.webhook'), WEBHOOK),
	run: withWarning,
});
