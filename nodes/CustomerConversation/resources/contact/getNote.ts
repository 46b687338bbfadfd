import {
	account,
	contact,
	note,
	NOTE,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const getNote = operation({
	name: 'Get Note',
	action: 'Get a note on a contact',
	gives: 'Returns the note with its author',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/notes/{note_id}',
	path: [account(), contact(), note()],
	reply: simplified(record(), NOTE),
});
