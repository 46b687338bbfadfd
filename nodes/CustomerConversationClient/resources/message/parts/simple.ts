import { asIs, senderOf, withFiles, type Shape } from '../../../../shared/vocabulary';

/** A message as the customer sees it. */
export const CLIENT_MESSAGE: Shape = {
	...asIs('id', 'conversation_id', 'message_type', 'content'),
	...senderOf('sender'),
	...asIs('content_type', 'content_attributes'),
	...withFiles,
	...asIs('created_at'),
};
