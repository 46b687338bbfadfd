import type { IDataObject } from 'n8n-workflow';
import { mask } from '../transport/secrets';
import { shaped } from '../transport/simplify';
import { assignmentOf, own, PERSON, withFiles, type Shape } from '../vocabulary';
import { textOf, type Delivery } from './delivery';

const contactOf: Shape = { ...own('id'), ...PERSON };

const messageOf: Shape = {
	...own('id', 'content', 'message_type', 'content_type', 'content_attributes', 'private'),
	...own('source_id'),
	...withFiles,
};

const conversationOf: Shape = {
	...own('status', 'priority', 'labels'),
	...assignmentOf(''),
	assignee_type: 'assignee.type',
	...own('channel', 'can_reply', 'contact_source_id', 'custom_attributes', 'additional_attributes'),
};

const senderOf = own('id', 'name', 'email', 'type');

/** What the item says beside the delivery. */
export interface About {
	/** The account of the trigger, where it has one: not every delivery names it. */
	account?: number;
	/** Of the service; undefined where the trigger has no credential. */
	baseUrl?: string;
	/** The chosen events that it is. */
	events: string[];
	/** The message as the service has it stored, where it was read. */
	stored?: IDataObject;
}

/** The same keys for every event; null where it tells nothing of the kind. */
export function simpleItem(delivery: Delivery, { account, baseUrl, events, stored }: About) {
	const { conversation, contactId, contact, message, sender, changes } = delivery;
	const accountId = delivery.accountId ?? account ?? null;
	const place = conversation
		? `conversations/${conversation.id}`
		: contactId !== null
			? `contacts/${contactId}`
			: delivery.inboxId !== null
				? `settings/inboxes/${delivery.inboxId}`
				: undefined;
	return mask({
		event: delivery.event,
		events,
		event_key: delivery.key,
		occurred_at: delivery.at,
		account_id: accountId,
		inbox_id: delivery.inboxId,
		conversation_id: conversation?.id ?? null,
		contact_id: contactId,
		contact: contact ? shaped(contact, contactOf) : null,
		conversation: conversation ? shaped(conversation, conversationOf) : null,
		message: message
			? {
					...shaped(message, messageOf),
					text: typeof stored?.content === 'string' ? stored.content : textOf(delivery),
				}
			: null,
		sender: sender ? shaped(sender, senderOf) : null,
		changes: Object.fromEntries(
			Object.entries(changes).map(([column, change]) => [
				// As the API calls it.
				column === 'label_list' ? 'labels' : column,
				change,
			]),
		),
		url: baseUrl && place ? `${baseUrl}/app/accounts/${accountId}/${place}` : null,
		...(stored ? { stored_message: stored } : {}),
	}) as IDataObject;
}

/** The body as it came, with the key. */
export const rawItem = ({ body, key }: Delivery, { stored }: About) =>
	mask({
		...body,
		event_key: key,
		...(stored ? { stored_message: stored } : {}),
	}) as IDataObject;
