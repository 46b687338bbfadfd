import {
	account,
	contact,
	NOTE,
	operation,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';

export const createNote = operation({
	name: 'Create Note',
	action: 'Create a note on a contact',
	gives: 'Returns the new note with its author',
	request: 'POST /api/v1/accounts/{account_id}/contacts/{contact_id}/notes',
	path: [account(), contact()],
	body: [text('content', { rows: 4 })],
	reply: simplified(stored(), NOTE),
});
