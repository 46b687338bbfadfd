import { account, nothing, operation, pick } from '../../../shared/vocabulary';

export const deleteAll = operation({
	name: 'Delete All',
	action: 'Delete all your notifications',
	gives: 'Returns whether the deletion has started',
	description:
		'Deletes your notifications in the background. Chatwoot 4.10 also deletes those in your other accounts.',
	request: 'POST /api/v1/accounts/{account_id}/notifications/destroy_all',
	path: [account()],
	body: [
		pick(
			'notifications',
			{ read: 'Read', all: 'Read and Unread' },
			{ label: 'Notifications to Delete', as: 'type' },
		),
	],
	reply: nothing,
});
