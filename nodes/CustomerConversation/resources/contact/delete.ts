import { account, contact, operation } from '../../../shared/vocabulary';

export const deleteContact = operation({
	name: 'Delete',
	action: 'Delete a contact',
	gives: 'The ID of the deleted contact',
	needs: { role: 'administrator' },
	description: 'Deletes all conversations of the contact, too',
	request: 'DELETE /api/v1/accounts/{account_id}/contacts/{contact_id}',
	path: [account(), contact()],
});
