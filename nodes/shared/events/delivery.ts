import { createHash, randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../faults';
import { withoutHtml } from '../formats/html';
import { DEEPEST } from '../transport/json';
import { isoOfSeconds } from '../transport/simplify';
import { at, isDeeper, isObject } from '../values';
import { assigneeTypeOf, isFromApp } from '../vocabulary';

export interface Change {
	from: unknown;
	to: unknown;
}

/** An event as Chatwoot delivered it, in one structure for all shapes of the body. */
export interface Delivery {
	/** Chatwoot's name of the event. */
	event: string;
	body: IDataObject;
	/** The account in the body; conversations without messages have none. */
	accountId?: number;
	inboxId: number | null;
	/** Only deliveries of messages have it. */
	inboxName: string | null;
	contactId: number | null;
	/** The conversation after this change; the one in the body may already have changed again. */
	conversation?: Conversation;
	contact?: IDataObject;
	message?: IDataObject;
	/** Who wrote or is typing; its `type` is contact, user, agent_bot or another automated sender. */
	sender?: IDataObject;
	/** The silence that reached a time: name of the event, the time in minutes, and its beginning in Unix time. */
	silence?: { name: string; minutes: number; since: number };
	/** Changes by column, without columns that carry no information. */
	changes: Record<string, Change>;
	/** ISO time of the event, if the body has it. */
	at: string | null;
	/** Identifies the event: the same key for every delivery of it. */
	key: string;
}

interface Conversation {
	id: number;
	status: unknown;
	priority: unknown;
	labels: string[];
	assignee: IDataObject | null;
	team: IDataObject | null;
	custom_attributes: IDataObject;
	additional_attributes: IDataObject;
	channel: unknown;
	can_reply: unknown;
	waiting_since: unknown;
	unread_count: unknown;
	/** The contact's source ID in the inbox. */
	contact_source_id: unknown;
	/** The newest message of the conversation as stored, which may be newer than the event's message. */
	messages: IDataObject[];
	/** The newest message that is not an activity; only conversations that were read have it. */
	last_non_activity_message: unknown;
}

/** Columns that change every time, or repeat another column. */
const SILENT = ['updated_at', 'cached_label_list', 'display_id'];

/** Whether the event is the action Send Webhook of a macro or an automation rule. */
export const isAction = (event: string): boolean => /^(macro|automation_event)\./.test(event);

const object = (value: unknown) => (isObject(value) ? (value as IDataObject) : undefined);

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const objects = (value: unknown): IDataObject[] => list(value).filter(isObject) as IDataObject[];

/** An id for paths and items; undefined if it is not a number. */
const number = (value: unknown): number | undefined =>
	Number.isSafeInteger(value) ? (value as number) : undefined;

/** The request is not a delivery from Chatwoot. */
export class NoDelivery extends BadInput {}

/**
 * @param body of the request
 * @param delivery id of the delivery, which newer releases send
 * @throws NoDelivery if it is not an event from Chatwoot
 */
export function readDelivery(body: unknown, delivery?: string): Delivery {
	if (!isObject(body) || typeof body.event !== 'string' || !body.event || isDeeper(body, DEEPEST))
		throw new NoDelivery('The call is not an event from Chatwoot');
	const payload = body as IDataObject;
	const { event } = body;
	const id = idOf(event, payload);
	if (id === undefined && (isAction(event) || /^(contact|conversation|message)_/.test(event)))
		throw new NoDelivery(`The event ${event.slice(0, 100)} names no record`);
	const columns = columnsOf(body.changed_attributes);
	const changes = Object.fromEntries(
		Object.entries(columns).filter(([column]) => !SILENT.includes(column)),
	);
	const ofContact = event.startsWith('contact_');
	const ofMessage = event.startsWith('message_');
	const ofInbox = event.startsWith('inbox_');
	const shown =
		object(payload.conversation) ??
		('current_conversation' in payload
			? object(payload.current_conversation)
			: event.startsWith('conversation_') || isAction(event)
				? payload
				: undefined);
	const conversation = shown && conversationOf(shown, changes);
	if (conversation && conversation.id === undefined)
		throw new NoDelivery(`The event ${event.slice(0, 100)} names no conversation`);
	const inbox = ofInbox ? id : (object(payload.inbox)?.id ?? shown?.inbox_id);
	const inboxName = object(payload.inbox)?.name;
	const [newest] = conversation?.messages ?? [];
	const contact = ofContact
		? payload
		: (object(payload.contact) ?? object(object(shown?.meta)?.sender));
	const user = object(payload.user);
	const account =
		object(payload.account)?.id ?? newest?.account_id ?? object(user?.account)?.id ?? undefined;
	return {
		event,
		body: payload,
		accountId: number(account),
		inboxId: number(inbox) ?? null,
		inboxName: typeof inboxName === 'string' ? inboxName : null,
		conversation,
		contactId: number(contact?.id) ?? null,
		contact,
		message: ofMessage ? payload : undefined,
		sender: senderOf(ofMessage ? (object(payload.sender) ?? echoOf(payload)) : user),
		changes,
		at: timeOf(event, payload, columns),
		key: keyOf(`${event}:${id ?? ''}`, payload, columns, delivery),
	};
}

/** A conversation that was read, in the form of deliveries. */
export const asDelivered = (row: IDataObject): IDataObject => ({
	...row,
	channel: at(row, 'meta.channel') as string,
});

/** The id of the event's record. Typing events name a conversation; inbox events may only have it in their hours. */
function idOf(event: string, body: IDataObject): number | undefined {
	const id = body.id ?? object(body.conversation)?.id;
	return number(event.startsWith('inbox_') ? (id ?? at(body, 'working_hours.0.inbox_id')) : id);
}

function columnsOf(changed: unknown): Record<string, Change> {
	return Object.fromEntries(
		objects(changed)
			.flatMap((entry) => Object.entries(entry))
			.flatMap(([column, change]) =>
				isObject(change)
					? [[column, { from: change.previous_value, to: change.current_value }]]
					: [],
			),
	);
}

/** The sender; a sender without a type is a contact. */
const senderOf = (sender?: IDataObject): IDataObject | undefined =>
	sender && { type: 'contact', ...sender };

/** A reply from the channel's own app comes from an agent, but Chatwoot does not know which one. */
const echoOf = (message: IDataObject): IDataObject | undefined =>
	isFromApp(message) ? { type: 'user' } : undefined;

function conversationOf(shown: IDataObject, changes: Record<string, Change>): Conversation {
	const after = (column: string, present: unknown) =>
		column in changes ? changes[column].to : present;
	const meta = object(shown.meta) ?? {};
	return {
		id: number(shown.id) as number,
		status: after('status', shown.status),
		priority: after('priority', shown.priority ?? null),
		labels: list(after('label_list', shown.labels)).filter((label) => typeof label === 'string'),
		assignee: assigneeOf(object(meta.assignee), meta.assignee_type, changes),
		team: named(object(meta.team), after('team_id', object(meta.team)?.id)),
		custom_attributes: object(after('custom_attributes', shown.custom_attributes)) ?? {},
		additional_attributes: object(shown.additional_attributes) ?? {},
		channel: shown.channel ?? null,
		can_reply: shown.can_reply ?? null,
		contact_source_id: at(shown, 'contact_inbox.source_id') ?? null,
		waiting_since: shown.waiting_since ?? null,
		unread_count: shown.unread_count ?? null,
		messages: objects(shown.messages),
		last_non_activity_message: shown.last_non_activity_message,
	};
}

/** The record with this id, with its name if the body still has the same record. */
function named(shown: IDataObject | undefined, id: unknown): IDataObject | null {
	if (id === null || id === undefined) return null;
	return { id: id as number, name: shown?.id === id ? (shown?.name ?? null) : null };
}

/** @param chatwootType as in the conversation; older releases only have it for bots */
function assigneeOf(
	shown: IDataObject | undefined,
	chatwootType: unknown,
	{ assignee_id: agent, assignee_agent_bot_id: bot }: Record<string, Change | undefined>,
): IDataObject | null {
	const type = assigneeTypeOf(chatwootType);
	const changed = agent ?? bot;
	const id = agent?.to ?? bot?.to;
	// Chatwoot reports that the agent is removed, but not that an assistant takes over.
	const isOfChange = changed && !(type === 'captain_assistant' && typeof id !== 'number');
	if (!isOfChange) return shown?.id === undefined ? null : { ...named(shown, shown.id), type };
	const nowType = typeof agent?.to === 'number' ? 'user' : 'agent_bot';
	const record = named(nowType === type ? shown : undefined, id);
	return record && { ...record, type: nowType };
}

function timeOf(
	event: string,
	body: IDataObject,
	{ updated_at: updated }: Record<string, Change | undefined>,
): string | null {
	if (updated) return typeof updated.to === 'string' ? updated.to : null;
	const { created_at } = body;
	// The body of an action is the conversation, which was created earlier.
	if (isAction(event) || !event.endsWith('_created') || !created_at) return null;
	if (typeof created_at === 'number') return String(isoOfSeconds(created_at));
	return typeof created_at === 'string' ? created_at : null;
}

/**
 * The key of an event: for a created record its id, for most changes the id and the time. Otherwise the id of
 * the delivery, which stays the same if Chatwoot repeats it; without that, a digest of the whole body.
 * @param record event and id
 */
function keyOf(
	record: string,
	body: IDataObject,
	{ updated_at: updated }: Record<string, Change | undefined>,
	delivery?: string,
): string {
	// Chatwoot calls once for each action, and two runs of a macro can have the same body.
	if (isAction(record)) return `${record}:${short(delivery ?? randomUUID())}`;
	if (/^(message|conversation|contact|inbox)_created:/.test(record)) return record;
	if (typeof updated?.to === 'string') return `${record}:${short(updated.to)}`;
	return `${record}:${delivery ? short(delivery) : digestOf(body)}`;
}

/** A short key: hundreds of them are stored with the workflow. */
const short = (text: string) => (text.length > 100 ? digestOf(text) : text);

/** A short digest of the content. */
export const digestOf = (content: unknown): string =>
	createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);

/** Whether 4.10 rendered the text as HTML in a website or email inbox; later releases do not end it with a line break. */
const isRendered = (content: string, { channel }: Partial<Conversation> = {}): boolean =>
	['Channel::WebWidget', 'Channel::Email'].includes(channel as string) &&
	/^<[^]*>\n$/.test(content);

/**
 * The text as it was written, with its Markdown. Newer releases send it; 4.10 only has it for the newest message
 * of the conversation. Otherwise the HTML of 4.10 is removed.
 */
export function textOf({ message, conversation }: Delivery): string {
	const content = message?.content;
	if (typeof content !== 'string') return '';
	const stored = conversation?.messages.find(({ id }) => id === message?.id)?.content;
	if (typeof stored === 'string') return stored;
	return isRendered(content, conversation) ? withoutHtml(content) : content;
}
