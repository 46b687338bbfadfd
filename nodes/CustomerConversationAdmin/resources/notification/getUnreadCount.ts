import { account, operation, record } from '../../../shared/vocabulary';

export const getUnreadCount = operation({
	name: 'Get Unread Count',
	action: 'Get the number of unread notifications',
	gives: "One item: how many notifications the token's user has not read",
	description: 'Snoozed ones count',
	request: 'GET /api/v1/accounts/{account_id}/notifications/unread_count',
	path: [account()],
	reply: { ...record(''), text: 'unread_count' },
});
