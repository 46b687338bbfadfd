import { own, senderOf, withFiles, type Shape } from '../../../../shared/vocabulary';

/** What "Simplify" makes of a message as the customer sees it. */
export const CLIENT_MESSAGE: Shape = {
	...own('id', 'conversation_id', 'message_type', 'content'),
	...senderOf('sender'),
	...own('content_type', 'content_attributes'),
	...withFiles,
	...own('created_at'),
};
