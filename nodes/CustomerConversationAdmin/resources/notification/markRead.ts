import { account, notification, operation, record, simplified } from '../../../shared/vocabulary';
import { CHANGED } from './parts/simple';

export const markRead = operation({
	name: 'Mark as Read',
	action: 'Mark a notification as read',
	gives: 'Returns the notification with the time when it was read',
	request: 'PATCH /api/v1/accounts/{account_id}/notifications/{notification_id}',
	path: [account(), notification()],
	reply: simplified(record(), CHANGED),
});
