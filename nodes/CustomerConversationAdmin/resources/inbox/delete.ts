import { account, inbox, operation } from '../../../shared/vocabulary';

export const deleteInbox = operation({
	name: 'Delete',
	action: 'Delete an inbox',
	gives: 'Returns the ID of the deleted inbox',
	needs: { role: 'administrator' },
	description:
		'Cannot be undone. The inbox and all its conversations are deleted in the background within seconds.',
	request: 'DELETE /api/v1/accounts/{account_id}/inboxes/{inbox_id}',
	path: [account(), inbox()],
});
