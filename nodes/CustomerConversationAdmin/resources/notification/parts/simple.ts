import { asIs, contactOf, senderOf, urlOf, type Shape } from '../../../../shared/vocabulary';

/** The times of a notification. */
const STATE = asIs('read_at', 'snoozed_until', 'created_at', 'last_activity_at');

/** The primary actor is the conversation; the secondary actor is the message, if one is the reason. */
export const NOTIFICATION: Shape = {
	...asIs('id', 'notification_type', 'push_message_title', 'push_message_body'),
	conversation_id: 'primary_actor.id',
	conversation_status: 'primary_actor.status',
	inbox_id: 'primary_actor.inbox_id',
	...contactOf('primary_actor.meta.sender'),
	message_content: 'secondary_actor.content',
	...senderOf('secondary_actor.sender'),
	...STATE,
	...urlOf('conversation'),
};

/** The reply to a change. Its other IDs are internal ones, which no path accepts. */
export const CHANGED: Shape = { ...asIs('id', 'notification_type'), ...STATE };
