import {
	account,
	contact,
	NOTE,
	operation,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

/** Newest first. */
export const getNotes = operation({
	name: 'Get Notes',
	action: 'Get the notes on a contact',
	gives: 'Returns one item per note on the contact, newest first',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/notes',
	path: [account(), contact()],
	reply: simplified(records('', whole), NOTE),
});
