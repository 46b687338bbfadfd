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

/** The record has no labels: "Get Labels" reads them. */
export const get = operation({
	name: 'Get',
	action: 'Get a contact',
	gives: 'Returns the contact, without its labels',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}',
	path: [account(), contact()],
	query: [optional(includeInboxes())],
	reply: simplified(record('payload'), CONTACT),
});
