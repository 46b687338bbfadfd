import type { Path } from '../expressions';
import type { Found } from '../outputs';

/** Where a value of a webhook's body is in an item of our trigger. */

/** What the body of a delivery is. */
type Body = 'message' | 'conversation' | 'contact' | 'typing' | 'widget';

const bodyOf = (event: string): Body | undefined => {
	if (event === 'customer_wrote') return 'message';
	if (event.startsWith('conversation_typing_')) return 'typing';
	if (event === 'webwidget_triggered') return 'widget';
	const [, record] = /^(message|conversation|contact)_/.exec(event) ?? [];
	return record as Body | undefined;
};

type Places = Record<string, string>;

const inside = (path: string, places: Places): Places =>
	Object.fromEntries(
		Object.entries(places).map(([name, key]) => [path ? `${path}.${name}` : name, key]),
	);

const ACCOUNT = { event: 'event', 'account.id': 'account_id' };
const PERSON = {
	id: 'contact_id',
	name: 'contact_name',
	email: 'contact_email',
	phone_number: 'contact_phone',
	identifier: 'contact_identifier',
	blocked: 'contact_blocked',
	'additional_attributes.company_name': 'contact_company_name',
	'additional_attributes.city': 'contact_city',
	'additional_attributes.country': 'contact_country',
	'custom_attributes.*': 'contact_custom_attributes',
};
const CONVERSATION = {
	id: 'conversation_id',
	status: 'status',
	priority: 'priority',
	labels: 'labels',
	inbox_id: 'inbox_id',
	channel: 'channel',
	can_reply: 'can_reply',
	unread_count: 'unread_count',
	'contact_inbox.source_id': 'contact_source_id',
	'contact_inbox.contact_id': 'contact_id',
	'contact_inbox.inbox_id': 'inbox_id',
	'custom_attributes.*': 'custom_attributes',
	'additional_attributes.*': 'additional_attributes',
	...inside('meta.sender', PERSON),
	...inside('meta.assignee', { id: 'assignee_id', name: 'assignee_name', type: 'assignee_type' }),
	...inside('meta.team', { id: 'team_id', name: 'team_name' }),
};
const ATTACHMENTS = {
	'attachments.length': 'attachments.length',
	...Object.fromEntries(
		['id', 'file_type', 'data_url', 'file_size'].map((name) => [
			`attachments.#.${name}`,
			`attachments.#.${name}`,
		]),
	),
};
/** What every message of a conversation has. */
const ANY_MESSAGE = {
	conversation_id: 'conversation_id',
	inbox_id: 'inbox_id',
	account_id: 'account_id',
};
/** The newest message of the conversation, which is the customer's: of other events it may be another one. */
const NEWEST = {
	id: 'message_id',
	content: 'content',
	private: 'private',
	content_type: 'content_type',
	source_id: 'source_id',
	'sender.id': 'sender_id',
	'sender.name': 'sender_name',
	'sender.type': 'sender_type',
	...ATTACHMENTS,
};
const MESSAGE = {
	...ACCOUNT,
	id: 'message_id',
	message_type: 'message_type',
	content: 'content',
	content_type: 'content_type',
	'content_attributes.*': 'content_attributes',
	private: 'private',
	source_id: 'source_id',
	...ATTACHMENTS,
	'sender.id': 'sender_id',
	'sender.name': 'sender_name',
	'sender.email': 'sender_email',
	'sender.type': 'sender_type',
	'inbox.id': 'inbox_id',
	'inbox.name': 'inbox_name',
	// A delivery does not have these, but workflows try them after the right path.
	conversation_id: 'conversation_id',
	account_id: 'account_id',
	inbox_id: 'inbox_id',
	...inside('conversation', CONVERSATION),
	...inside('conversation.messages.0', ANY_MESSAGE),
};
const FROM_CUSTOMER = {
	...inside('conversation.messages.0', NEWEST),
	...inside('sender', { ...PERSON, id: 'sender_id', name: 'sender_name', email: 'sender_email' }),
};

const BODIES: Record<Body, Places> = {
	message: MESSAGE,
	conversation: { ...CONVERSATION, event: 'event', ...inside('messages.0', ANY_MESSAGE) },
	contact: { ...PERSON, ...ACCOUNT },
	typing: {
		event: 'event',
		...inside('conversation', CONVERSATION),
		'user.id': 'sender_id',
		'user.name': 'sender_name',
	},
	widget: {
		...ACCOUNT,
		...inside('contact', PERSON),
		...inside('current_conversation', CONVERSATION),
		'inbox.id': 'inbox_id',
		'inbox.name': 'inbox_name',
	},
};

function placesOf(event: string): Places {
	const body = bodyOf(event);
	if (!body) return {};
	const isNew = body === 'message' && event !== 'message_updated';
	return {
		...BODIES[body],
		...(isNew ? { created_at: 'occurred_at' } : {}),
		...(event === 'customer_wrote' ? FROM_CUSTOMER : {}),
	};
}

/** The key of an item with Simplify; undefined if it has none, or another value. */
function keyIn(places: Places, path: Path): Path | undefined {
	const name = path.map((step) => String(step)).join('.');
	if (Object.hasOwn(places, name)) return places[name].split('.');
	for (let length = path.length - 1; length > 0; length--) {
		const above = `${path.slice(0, length).join('.')}.*`;
		if (Object.hasOwn(places, above)) return [places[above], ...path.slice(length)];
	}
	const index = path.findIndex((step) => typeof step === 'number');
	if (index < 0) return undefined;
	const numbered = path.map((step, at) => (at === index ? '#' : step)).join('.');
	if (!Object.hasOwn(places, numbered)) return undefined;
	return places[numbered].split('.').map((step) => (step === '#' ? path[index] : step));
}

/** What a Webhook's item has besides the body. */
const REQUEST = ['headers', 'params', 'query', 'webhookUrl', 'executionMode'];

/** The path below the body. A workflow that forgot `body` read nothing, and is right with our trigger. */
export const belowBody = (path: Path): Path | undefined => {
	if (path[0] === 'body') return path.slice(1);
	return REQUEST.includes(String(path[0])) ? undefined : path;
};

/** Values that Simplify makes null if they are empty. */
const isInsideAttributes = (path: Path) =>
	path.slice(0, -1).some((step) => /_attributes$/.test(String(step)));

/**
 * Finds values of a Webhook's item in the items of our trigger.
 * @param events of the trigger
 */
export function finder(events: string[]): (path: Path) => Found | undefined {
	const all = events.map(placesOf);
	return (path) => {
		const raw = belowBody(path);
		if (!raw) return undefined;
		const keys = all.map((places) => keyIn(places, raw));
		const [first] = keys.filter((key) => key !== undefined);
		const isSame = keys.every((key) => key === undefined || key.join('.') === first?.join('.'));
		const isClear = first && isSame && !(raw[0] === 'id' && keys.includes(undefined));
		return isClear
			? { simple: first, raw, ...(isInsideAttributes(first) && { isOptional: true }) }
			: { raw };
	};
}
