import { account, inbox, operation } from '../../../shared/vocabulary';

export const deleteInbox = operation({
	name: 'Delete',
	action: 'Delete an inbox',
	gives: 'The ID of the deleted inbox',
	needs: { role: 'administrator' },
	description:
		'Cannot be undone. Done in the background within seconds, with all conversations of the inbox.',
	request: 'DELETE /api/v1/accounts/{account_id}/inboxes/{inbox_id}',
	path: [account(), inbox()],
});
