import { account, operation, pick } from '../../../shared/vocabulary';

export const deleteAll = operation({
	name: 'Delete All',
	action: 'Delete all notifications of the own user',
	gives: 'Whether the deletion has begun, not its result',
	description:
		"Those of the token's user, in the background. On Chatwoot 4.10 also those of the user's other accounts.",
	request: 'POST /api/v1/accounts/{account_id}/notifications/destroy_all',
	path: [account()],
	body: [
		pick(
			'notifications',
			{ read: 'Read', all: 'Read and Unread' },
			{ label: 'Notifications to Delete', as: 'type' },
		),
	],
});
