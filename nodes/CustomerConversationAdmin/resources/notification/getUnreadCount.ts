import { account, operation, record } from '../../../shared/vocabulary';

export const getUnreadCount = operation({
	name: 'Get Unread Count',
	action: 'Get the number of your unread notifications',
	gives: 'Returns one item with the number of your unread notifications',
	description: 'Snoozed notifications are counted',
	request: 'GET /api/v1/accounts/{account_id}/notifications/unread_count',
	path: [account()],
	reply: { ...record(''), text: 'unread_count' },
});
