import { includeSecrets, optional } from '../../../shared/fields';
import { account, inbox } from '../../../shared/locators';
import { operation, record, simplified } from '../../../shared/operation';
import { INBOX } from '../../../shared/simple';

/** Fields depend on the channel. */
export const get = operation({
	name: 'Get',
	action: 'Get an inbox',
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}',
	path: [account(), inbox()],
	options: [optional(includeSecrets())],
	reply: simplified(record(''), INBOX),
});
