import { account, notification, operation } from '../../../shared/vocabulary';

export const deleteNotification = operation({
	name: 'Delete',
	action: 'Delete a notification',
	gives: 'Returns the ID of the deleted notification',
	request: 'DELETE /api/v1/accounts/{account_id}/notifications/{notification_id}',
	path: [account(), notification()],
});
