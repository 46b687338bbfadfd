import type { IDataObject } from 'n8n-workflow';
import { mask } from '../transport/secrets';
import { shaped } from '../transport/simplify';
import {
	assignmentOf,
	contactOf,
	inside,
	own,
	senderOf,
	urlOf,
	withFiles,
	type Shape,
} from '../vocabulary';
import { textOf, type Delivery } from './delivery';

/** Of a delivery: the keys are those that operations give of a conversation, a contact, a message. */
const ITEM: Shape = {
	conversation_id: 'conversation.id',
	...inside('conversation', own('status', 'priority', 'labels')),
	inbox_id: 'inboxId',
	inbox_name: 'inboxName',
	...contactOf('contact'),
	contact_id: 'contactId',
	contact_identifier: 'contact.identifier',
	contact_blocked: 'contact.blocked',
	contact_company_name: 'contact.additional_attributes.company_name',
	contact_city: 'contact.additional_attributes.city',
	contact_country: 'contact.additional_attributes.country',
	contact_custom_attributes: 'contact.custom_attributes',
	...inside('conversation', {
		...assignmentOf(''),
		assignee_type: 'assignee.type',
		...own('channel', 'can_reply', 'contact_source_id', 'custom_attributes'),
		...own('additional_attributes'),
	}),
	...inside('message', {
		message_id: 'id',
		...own('message_type', 'content', 'private', 'content_type', 'content_attributes'),
		...own('source_id'),
		...withFiles,
	}),
	...senderOf('sender'),
	sender_email: 'sender.email',
};

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
	const { conversation, contactId, message, changes } = delivery;
	const account_id = delivery.accountId ?? account ?? null;
	const page = conversation ? 'conversation' : contactId !== null ? 'contact' : 'inbox';
	const { url, ...item } = shaped(
		delivery,
		{ ...ITEM, ...urlOf(page) },
		{ baseUrl, values: { account_id } },
	);
	if (message)
		item.content = typeof stored?.content === 'string' ? stored.content : textOf(delivery);
	return mask({
		event: delivery.event,
		events,
		event_key: delivery.key,
		occurred_at: delivery.at,
		account_id,
		...item,
		changes: Object.fromEntries(
			Object.entries(changes).map(([column, change]) => [
				// As the API calls it.
				column === 'label_list' ? 'labels' : column,
				change,
			]),
		),
		url,
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
