import { account, contact, note, operation } from '../../../shared/vocabulary';

export const deleteNote = operation({
	name: 'Delete Note',
	action: 'Delete a note on a contact',
	gives: 'Returns the ID of the deleted note',
	request: 'DELETE /api/v1/accounts/{account_id}/contacts/{contact_id}/notes/{note_id}',
	path: [account(), contact(), note()],
});
