import {
	account,
	INBOX,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many inboxes',
	gives: 'One item for each inbox',
	description: 'Agents see the inboxes that they are members of',
	request: 'GET /api/v1/accounts/{account_id}/inboxes',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('payload', whole), INBOX),
});
