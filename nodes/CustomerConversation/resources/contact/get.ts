import {
	account,
	contact,
	CONTACT,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { includeInboxes } from './parts/listing';

/** Labels are no part of the record: "Get Labels" has them. */
export const get = operation({
	name: 'Get',
	action: 'Get a contact',
	gives: 'The contact, without labels',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}',
	path: [account(), contact()],
	query: [optional(includeInboxes())],
	reply: simplified(record('payload'), CONTACT),
});
