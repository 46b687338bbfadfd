import {
	account,
	asIs,
	inbox,
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const resetSecret = operation({
	name: 'Reset Secret',
	action: 'Reset the secret of an API inbox',
	gives: 'Returns the inbox with its new secret',
	needs: { role: 'administrator', since: '4.13' },
	description:
		'For API inboxes only. The old secret stops working immediately. Enable Include Secrets to get the new one.',
	request: 'POST /api/v1/accounts/{account_id}/inboxes/{inbox_id}/reset_secret',
	path: [account(), inbox()],
	options: [optional(includeSecrets())],
	reply: simplified(record(''), asIs('id', 'name', 'channel_type', 'inbox_identifier', 'secret')),
});
