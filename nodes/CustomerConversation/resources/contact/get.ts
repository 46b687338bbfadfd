import { optional } from '../../../shared/fields';
import { account, contact } from '../../../shared/locators';
import { operation, record, simplified } from '../../../shared/operation';
import { CONTACT } from '../../../shared/simple';
import { inboxes } from './listing';

/** Labels are no part of the record: "Get Labels" has them. */
export const get = operation({
	name: 'Get',
	action: 'Get a contact',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}',
	path: [account(), contact()],
	query: [optional(inboxes())],
	reply: simplified(record('payload'), CONTACT),
});
