import { text } from '../../../shared/fields';
import { account, contact, note } from '../../../shared/locators';
import { operation, stored } from '../../../shared/operation';

export const updateNote = operation({
	name: 'Update Note',
	action: 'Update a note on a contact',
	description: "The token's user becomes its author",
	request: 'PATCH /api/v1/accounts/{account_id}/contacts/{contact_id}/notes/{note_id}',
	path: [account(), contact(), note()],
	body: [text('content', { rows: 4 })],
	reply: stored(),
});
