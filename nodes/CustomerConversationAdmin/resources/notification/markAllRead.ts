import { at } from '../../../shared/values';
import {
	account,
	choice,
	conversation,
	fixed,
	nothing,
	NOTIFICATIONS,
	operation,
} from '../../../shared/vocabulary';

/**
 * The service expects the internal ID of a conversation, which only notifications contain. If it does
 * not find the conversation, it marks all notifications as read.
 */
export const markAllRead = operation({
	name: 'Mark All as Read',
	action: 'Mark all your notifications as read',
	gives: 'Returns whether all your notifications are now read',
	request: 'POST /api/v1/accounts/{account_id}/notifications/read_all',
	path: [account()],
	body: [
		// Without other fields, all are marked.
		fixed({}),
		choice(
			'about',
			{
				all: { name: 'All Conversations', parts: [] },
				conversation: {
					name: 'One Conversation',
					parts: [
						fixed({ primary_actor_type: 'Conversation' }),
						conversation('conversation_id', { as: 'primary_actor_id' }),
					],
				},
			},
			{ label: 'Notifications About' },
		),
	],
	reply: nothing,
	run: async ({ values: { conversation_id: id }, request, list, send, records }) => {
		if (id === undefined) return await records();
		const path = request.path.replace(/\/read_all$/, '');
		const unread = { method: 'GET', path, query: { includes: ['snoozed'] } };
		const isAbout = (row: object) => at(row, 'primary_actor.id') === id;
		const found = (await list(unread, NOTIFICATIONS, isAbout)).find(isAbout);
		if (found) {
			request.body = { ...request.body, primary_actor_id: found.primary_actor_id };
			await records();
		}
		// None is unread; this request fails if the conversation does not exist.
		else await send({ method: 'GET', path: path.replace(/\w+$/, `conversations/${String(id)}`) });
		return [{ conversation_id: id, success: true }];
	},
});
