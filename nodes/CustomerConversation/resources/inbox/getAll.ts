import { includeSecrets, optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation, records, simplified, whole } from '../../../shared/operation';
import { INBOX } from '../../../shared/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many inboxes',
	description: 'Agents see the inboxes that they are members of',
	request: 'GET /api/v1/accounts/{account_id}/inboxes',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('payload', whole), INBOX),
});
