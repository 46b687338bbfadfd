import { at } from '../../../shared/values';
import {
	account,
	choice,
	conversation,
	fixed,
	NOTIFICATIONS,
	operation,
} from '../../../shared/vocabulary';

/**
 * Conversations are known there by ids that only notifications show. With one that it does not find
 * the service marks everything as read.
 */
export const markAllRead = operation({
	name: 'Mark All as Read',
	action: 'Mark all your notifications as read',
	gives: 'Returns whether all your notifications are now read',
	request: 'POST /api/v1/accounts/{account_id}/notifications/read_all',
	path: [account()],
	body: [
		// Without anything more all are marked.
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
		// Nothing to read, unless there is no such conversation.
		else await send({ method: 'GET', path: path.replace(/\w+$/, `conversations/${String(id)}`) });
		return [{ conversation_id: id, success: true }];
	},
});
