import { integer, text } from '../fields/fields';

/** The public identifier of an API inbox; the client API does not accept its numeric ID. */
export const inboxIdentifier = () => {
	const kind = text('inbox_identifier', {
		hint: 'Identifier of an API inbox: Settings → Inboxes → Configuration. If empty, the one from the credential is used.',
	});
	const property = { ...kind.property, required: undefined };
	return { ...kind, property, fallback: 'inbox_identifier' };
};

/** The contact's source ID in an API inbox. */
export const sourceId = () =>
	text('contact_identifier', {
		label: 'Source ID',
		hint: 'ID of the contact in that inbox, returned when the contact was created',
	});

/** The ID of a conversation: the client API has no list to pick from. */
export const conversationNumber = () =>
	integer('conversation_id', {
		label: 'Conversation ID',
		hint: 'The number in the dashboard URL, not the UUID',
		range: [1, Number.MAX_SAFE_INTEGER],
	});
