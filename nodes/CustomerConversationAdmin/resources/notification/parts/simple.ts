import { asIs, contactOf, senderOf, urlOf, type Shape } from '../../../../shared/vocabulary';

/** Where it is, and until when it is out of the way. */
const STATE = asIs('read_at', 'snoozed_until', 'created_at', 'last_activity_at');

/** What it is about is a conversation, and a message where one is the reason. */
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

/** What a change gives back: the ids in it are not those that paths take. */
export const CHANGED: Shape = { ...asIs('id', 'notification_type'), ...STATE };
