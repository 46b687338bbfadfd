import {
	account,
	contact,
	operation,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';
import { PLACE } from './parts/simple';

export const getContactableInboxes = operation({
	name: 'Get Contactable Inboxes',
	action: 'Get the inboxes a contact can be reached through',
	gives: 'One item for each inbox that reaches the contact, with source ID',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/contactable_inboxes',
	path: [account(), contact()],
	reply: simplified(records('payload', whole), PLACE),
});
