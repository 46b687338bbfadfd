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
	action: 'Get the contactable inboxes of a contact',
	gives: 'Returns one item per inbox that can reach the contact, with source ID',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/contactable_inboxes',
	path: [account(), contact()],
	reply: simplified(records('payload', whole), PLACE),
});
