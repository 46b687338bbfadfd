import {
	account,
	contact,
	note,
	NOTE,
	operation,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';

export const updateNote = operation({
	name: 'Update Note',
	action: 'Update a note on a contact',
	gives: 'Returns the note with its new text',
	description: "The token's user becomes the author",
	request: 'PATCH /api/v1/accounts/{account_id}/contacts/{contact_id}/notes/{note_id}',
	path: [account(), contact(), note()],
	body: [text('content', { rows: 4 })],
	reply: simplified(stored(), NOTE),
});
