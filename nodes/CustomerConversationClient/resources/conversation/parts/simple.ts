import { asIs, contactOf, type Shape } from '../../../../shared/vocabulary';
import { CLIENT_MESSAGE } from '../../message/parts/simple';

/** A conversation as the customer sees it. */
export const CLIENT_CONVERSATION: Shape = {
	...asIs('id'),
	conversation_id: 'id',
	...asIs('uuid', 'inbox_id', 'status'),
	...contactOf('contact'),
	...asIs('contact_last_seen_at', 'agent_last_seen_at'),
	messages: ['messages', CLIENT_MESSAGE],
};
