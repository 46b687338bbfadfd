import { account, notification, operation, record, simplified } from '../../../shared/vocabulary';
import { CHANGED } from './parts/simple';

export const markUnread = operation({
	name: 'Mark as Unread',
	action: 'Mark a notification as unread',
	gives: 'Returns the notification, now unread',
	request: 'POST /api/v1/accounts/{account_id}/notifications/{notification_id}/unread',
	path: [account(), notification()],
	reply: simplified(record(), CHANGED),
});
