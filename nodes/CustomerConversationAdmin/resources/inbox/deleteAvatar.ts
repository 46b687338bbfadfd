import { account, inbox, operation } from '../../../shared/vocabulary';

export const deleteAvatar = operation({
	name: 'Delete Avatar',
	action: 'Delete the avatar of an inbox',
	gives: 'Returns whether the avatar was removed',
	needs: { role: 'administrator' },
	request: 'DELETE /api/v1/accounts/{account_id}/inboxes/{inbox_id}/avatar',
	path: [account(), inbox()],
});
