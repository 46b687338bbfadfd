import { account, operation } from '../../../shared/vocabulary';

export const getSettings = operation({
	name: 'Get Settings',
	action: 'Get the notification settings of the own user',
	gives: "What the token's user is notified of, by e-mail and by push",
	request: 'GET /api/v1/accounts/{account_id}/notification_settings',
	path: [account()],
});
