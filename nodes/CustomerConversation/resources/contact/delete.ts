import { account, contact, operation } from '../../../shared/vocabulary';

export const deleteContact = operation({
	name: 'Delete',
	action: 'Delete a contact',
	gives: 'Returns the ID of the deleted contact',
	needs: { role: 'administrator' },
	description: 'Also deletes all conversations of the contact',
	request: 'DELETE /api/v1/accounts/{account_id}/contacts/{contact_id}',
	path: [account(), contact()],
});
