import { account, operation } from '../../../shared/vocabulary';

export const getSettings = operation({
	name: 'Get Settings',
	action: 'Get your notification settings',
	gives: 'Returns the events for which you get emails and push notifications',
	request: 'GET /api/v1/accounts/{account_id}/notification_settings',
	path: [account()],
});
