import type { IDataObject } from 'n8n-workflow';
import { mask } from '../transport/secrets';
import { isoOfSeconds, shaped } from '../transport/simplify';
import {
	asIs,
	assignmentOf,
	contactOf,
	inside,
	senderOf,
	CONVERSATION_STATE,
	urlOf,
	withFiles,
	type Shape,
} from '../vocabulary';
import { textOf, type Delivery } from './delivery';

/** The item of a delivery, with the same keys as conversations, contacts and messages of operations. */
const ITEM: Shape = {
	conversation_id: 'conversation.id',
	...inside('conversation', asIs('status', 'priority', 'labels')),
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
		...CONVERSATION_STATE,
		...asIs('channel', 'contact_source_id', 'custom_attributes', 'additional_attributes'),
	}),
	...inside('message', {
		message_id: 'id',
		...asIs('message_type', 'content', 'private', 'content_type', 'content_attributes'),
		external_error: 'content_attributes.external_error',
		...asIs('source_id'),
		...withFiles,
	}),
	...senderOf('sender'),
	sender_email: 'sender.email',
};

/** What an item contains in addition to the delivery. */
interface About {
	/** The trigger's account, if it has one: some deliveries do not contain it. */
	account?: number;
	/** Chatwoot's root; undefined if the trigger has no credential. */
	baseUrl?: string;
	/** The chosen events that the delivery matches. */
	events: string[];
	/** The message as Chatwoot has stored it, if it was read. */
	stored?: IDataObject;
	/** The macro or rule that started the workflow. */
	startedBy?: IDataObject;
}

/** An item with the same keys for every event; missing values are null. */
export function simpleItem(
	delivery: Delivery,
	{ account, baseUrl, events, stored, startedBy }: About,
) {
	const { conversation, contactId, message, changes, silence } = delivery;
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
		...startedBy,
		...(silence ? { silent_for: silence.minutes, silent_since: isoOfSeconds(silence.since) } : {}),
		account_id,
		...item,
		changes: Object.fromEntries(
			Object.entries(changes).map(([column, change]) => [
				// The API's name of the column.
				column === 'label_list' ? 'labels' : column,
				change,
			]),
		),
		url,
		...(stored ? { stored_message: stored } : {}),
	}) as IDataObject;
}

/** The body as it arrived, with the key of the event. */
export const rawItem = ({ body, key }: Delivery, { stored, startedBy }: About) =>
	mask({
		...body,
		event_key: key,
		...startedBy,
		...(stored ? { stored_message: stored } : {}),
	}) as IDataObject;
