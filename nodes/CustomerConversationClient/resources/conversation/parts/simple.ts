import { MESSAGE } from '../../../../shared/vocabulary';

/** What "Simplify" keeps of a conversation as the customer sees it. */
export const CLIENT_CONVERSATION = [
	...['id', 'uuid', 'inbox_id', 'status', 'contact_last_seen_at', 'agent_last_seen_at'],
	...MESSAGE.map((key) => `messages.${key}`),
	...['id', 'name', 'email', 'phone_number', 'identifier', 'custom_attributes'].map(
		(key) => `contact.${key}`,
	),
];
