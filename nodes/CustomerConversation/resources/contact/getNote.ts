import { account, contact, note, operation } from '../../../shared/vocabulary';

export const getNote = operation({
	name: 'Get Note',
	action: 'Get a note on a contact',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/notes/{note_id}',
	path: [account(), contact(), note()],
});
