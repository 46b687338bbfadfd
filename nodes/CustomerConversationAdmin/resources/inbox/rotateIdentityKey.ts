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

export const rotateIdentityKey = operation({
	name: 'Rotate Identity Key',
	action: 'Rotate the identity key of an inbox',
	gives: 'Returns the inbox with its new key',
	needs: { role: 'administrator', since: '4.18' },
	description:
		'For website and API inboxes only. The old key is void at once: pages and apps that sign with it no longer identify their visitors. Enable Include Secrets to get the new one.',
	request: 'POST /api/v1/accounts/{account_id}/inboxes/{inbox_id}/rotate_hmac_token',
	path: [account(), inbox()],
	options: [optional(includeSecrets())],
	reply: simplified(record(''), asIs('id', 'name', 'channel_type', 'hmac_token', 'hmac_mandatory')),
});
