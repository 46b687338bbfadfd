import { differOnlyInWaits } from '../tasks/customerReply';
import { at, isObject } from '../values';
import { digestOf, type Change, type Delivery } from './delivery';

/** The data that an event has; filters can only use this. */
export type Subject = 'contact' | 'conversation' | 'inbox' | 'message' | 'sender' | 'private';

const SUBJECTS: Array<[RegExp, Subject[]]> = [
	[/^contact_/, ['contact']],
	[/^webwidget_/, ['contact', 'conversation', 'inbox']],
	[/^conversation_typing_/, ['contact', 'conversation', 'inbox', 'sender', 'private']],
	[/^conversation_/, ['contact', 'conversation', 'inbox']],
	[/^message_/, ['contact', 'conversation', 'inbox', 'message', 'sender', 'private']],
	[/^inbox_/, ['inbox']],
	[/^(macro|automation_event)/, ['contact', 'conversation', 'inbox']],
];

export interface Event {
	name: string;
	hint?: string;
	/** Name of Chatwoot's event that it comes from, or its first word: `automation_event`. */
	from: string;
	/** Whether a delivery of that event is one of these. Default: every delivery. */
	fits?: (delivery: Delivery) => boolean;
}

const plain = (from: string, name: string, hint?: string): [string, Event] => [
	from,
	{ name, hint, from },
];

/** Uses the change in the delivery, because the conversation in it may already have changed again. */
const changed = (
	name: string,
	column: string,
	fits: (change: Change) => boolean = () => true,
	hint?: string,
): Event => ({
	name,
	hint,
	from: 'conversation_updated',
	fits: ({ changes }) => column in changes && fits(changes[column]),
});

const became = (status: string, name: string) =>
	changed(name, 'status', ({ to }) => to === status, 'Includes the previous status');

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** Whether `to` has an entry that `from` does not have. */
const gains = (from: unknown, to: unknown) =>
	listed(to).some((entry) => !listed(from).includes(entry));

/** The assignee is an agent or a bot, in different columns. */
const assignment = ({ assignee_id, assignee_agent_bot_id }: Delivery['changes']) =>
	[assignee_id, assignee_agent_bot_id].filter(Boolean);

const written = (name: string, fits: (message: Delivery) => boolean, hint?: string): Event => ({
	name,
	hint,
	from: 'message_created',
	fits,
});

/** An event that Chatwoot does not send: only polling finds it. */
const silent = (event: string, name: string, hint: string): Event => ({
	name,
	hint,
	from: 'conversation_silent',
	fits: ({ silence }) => silence?.name === event,
});

const answered = ({ message }: Delivery) =>
	isObject(message?.content_attributes) ? message.content_attributes : {};

/** Whether a customer answered a message, such as a form: this counts even if a bot sent the message. */
export const isAnswer = (delivery: Delivery): boolean =>
	delivery.event === 'message_updated' &&
	['submitted_values', 'submitted_email'].some((key) => key in answered(delivery));

/** Whether a customer answered a message other than a survey. */
const isFormAnswer = (delivery: Delivery): boolean =>
	isAnswer(delivery) && delivery.message?.content_type !== 'input_csat';

const OUTCOMES = ['message_delivered', 'message_failed', 'message_read'];

/** Whether the event says what became of a message. */
export const isOutcome = (name: string): boolean => OUTCOMES.includes(name);

/** The status of the event's message. Only the newest message of the conversation has one that is not a note. */
const statusOf = ({ message, conversation }: Delivery): unknown =>
	conversation?.messages.find(({ id }) => id === message?.id)?.status;

/**
 * What became of a public message to the customer; undefined if the delivery does not say it. The reason of a
 * failure stays in a message that a channel reports as delivered later, and not every failure has one.
 */
function outcomeOf(delivery: Delivery): string | undefined {
	const { message } = delivery;
	const { deleted, external_error: reason } = answered(delivery);
	const isToCustomer = message?.private === false && message.message_type !== 'incoming';
	if (!isToCustomer || deleted) return undefined;
	const status = statusOf(delivery);
	if (status === 'delivered' || status === 'read') return `message_${status}`;
	return status === 'failed' || reason ? 'message_failed' : undefined;
}

const outcome = (event: string, name: string, hint: string): [string, Event] => [
	event,
	{ name, hint, from: 'message_updated', fits: (delivery) => outcomeOf(delivery) === event },
];

/** Whether a customer wrote, or answered a message other than a survey: this may be a reply to a question. */
export const isReply = (delivery: Delivery): boolean => {
	const { event, message } = delivery;
	const wrote =
		event === 'message_created' && message?.message_type === 'incoming' && message.private !== true;
	return wrote || isFormAnswer(delivery);
};

/** Whether the event only says that an execution began or ended to wait for a reply: that is no change of the user's. */
const isOfWait = ({
	event,
	changes: { custom_attributes: change, ...others },
}: Delivery): boolean =>
	event === 'contact_updated' &&
	change !== undefined &&
	Object.keys(others).length === 0 &&
	differOnlyInWaits(change.from, change.to);

/**
 * Whether the message, or the typing, comes from the credential's user, a bot, a rule or a template. A
 * customer's answer to such a message does not count, although Chatwoot reports it as an update of it.
 */
export function isMachine(delivery: Delivery, ownUser?: number): boolean {
	const { message, sender } = delivery;
	if (isAnswer(delivery)) return false;
	if (ownUser !== undefined && sender?.type === 'user' && sender.id === ownUser) return true;
	const byBot = sender !== undefined && sender.type !== 'contact' && sender.type !== 'user';
	const byRule = at(message, 'content_attributes.automation_rule_id') !== undefined;
	return byBot || byRule || message?.message_type === 'template';
}

const ANSWERS = ['csat_answered', 'customer_answered'];

const ONLY_NEWEST =
	'If the channel reports it while the message is the newest: Chatwoot does not send the status of older messages';

const SELDOM = 'Only sent if the server sets ENABLE_INBOX_EVENTS';

/** All events by the value that n8n stores: Chatwoot's own events, and those derived from them. */
export const events: Record<string, Event> = Object.fromEntries([
	plain(
		'contact_created',
		'Contact Created',
		'Includes website visitors, but not imported contacts',
	),
	plain(
		'contact_updated',
		'Contact Updated',
		'Also sent with every incoming message; Contact Changed leaves those out',
	),
	plain('conversation_created', 'Conversation Created'),
	plain('conversation_opened', 'Conversation Opened', 'Only sent to agent bots'),
	plain('conversation_resolved', 'Conversation Resolved', 'Only sent to agent bots'),
	plain(
		'conversation_status_changed',
		'Conversation Status Changed',
		'Does not include the previous status; the Became events do',
	),
	plain('conversation_typing_off', 'Typing Stopped'),
	plain('conversation_typing_on', 'Typing Started'),
	plain(
		'conversation_updated',
		'Conversation Updated',
		'Any change of status, assignee, team, priority, labels, attributes or waiting times',
	),
	plain('inbox_created', 'Inbox Created', SELDOM),
	plain('inbox_updated', 'Inbox Updated', SELDOM),
	plain(
		'message_created',
		'Message Created',
		'From customers, agents and bots, including private notes',
	),
	plain(
		'message_updated',
		'Message Updated',
		'Delivered, read, failed, deleted or answered; the event does not say which',
	),
	plain('webwidget_triggered', 'Website Widget Opened'),

	[
		'macro_executed',
		{ name: 'Macro Executed', hint: 'An agent ran the macro', from: 'macro.executed' },
	],
	[
		'rule_executed',
		{
			name: 'Automation Rule Executed',
			hint: 'The item does not have the message that the rule acted on; last_message is the newest',
			from: 'automation_event',
		},
	],

	['conversation_became_open', became('open', 'Conversation Became Open')],
	['conversation_became_pending', became('pending', 'Conversation Became Pending')],
	['conversation_became_resolved', became('resolved', 'Conversation Became Resolved')],
	['conversation_became_snoozed', became('snoozed', 'Conversation Became Snoozed')],
	[
		'conversation_reopened',
		changed(
			'Conversation Reopened',
			'status',
			({ from, to }) => from === 'resolved' && (to === 'open' || to === 'pending'),
			'From resolved to open, or to pending if a bot answers first',
		),
	],
	[
		'conversation_assigned',
		{
			name: 'Conversation Assigned',
			hint: 'To an agent or a bot',
			from: 'conversation_updated',
			fits: ({ changes }) => assignment(changes).some(({ to }) => to !== null),
		},
	],
	[
		'conversation_unassigned',
		{
			name: 'Conversation Unassigned',
			hint: 'Also when a bot hands off the conversation',
			from: 'conversation_updated',
			fits: ({ changes }) =>
				assignment(changes).length > 0 && assignment(changes).every(({ to }) => to === null),
		},
	],
	['conversation_team_changed', changed('Conversation Team Changed', 'team_id')],
	[
		'conversation_label_added',
		changed('Conversation Label Added', 'label_list', ({ from, to }) => gains(from, to)),
	],
	[
		'conversation_label_removed',
		changed('Conversation Label Removed', 'label_list', ({ from, to }) => gains(to, from)),
	],
	['conversation_priority_changed', changed('Conversation Priority Changed', 'priority')],
	[
		'conversation_attribute_changed',
		changed('Conversation Custom Attribute Changed', 'custom_attributes'),
	],
	[
		'contact_changed',
		{
			name: 'Contact Changed',
			hint: 'Leaves out updates that only change the time of the last activity',
			from: 'contact_updated',
			fits: ({ changes }) => Object.keys(changes).some((column) => column !== 'last_activity_at'),
		},
	],
	[
		'customer_wrote',
		written(
			'Customer Wrote',
			({ message }) => message?.message_type === 'incoming' && message.private === false,
			'A new message from a customer',
		),
	],
	[
		'agent_wrote',
		written(
			'Agent Wrote',
			({ message, sender }) =>
				message?.message_type === 'outgoing' &&
				message.private === false &&
				sender?.type === 'user',
			"To the customer, also from the channel's own app; not from bots, rules or templates",
		),
	],
	['note_written', written('Private Note Written', ({ message }) => message?.private === true)],
	[
		'csat_answered',
		{
			name: 'CSAT Answered',
			hint: 'The rating, and again when a comment is added',
			from: 'message_updated',
			fits: (delivery) =>
				isObject(answered(delivery).submitted_values) &&
				'csat_survey_response' in (answered(delivery).submitted_values as object),
		},
	],
	[
		'customer_answered',
		{
			name: 'Customer Answered a Form',
			hint: 'The customer chose an option, filled in a form or entered an email address',
			from: 'message_updated',
			fits: isFormAnswer,
		},
	],
	outcome('message_delivered', 'Message Delivered', ONLY_NEWEST),
	outcome(
		'message_failed',
		'Message Failed',
		'A message did not reach the customer, also one from you or a bot; external_error has the reason',
	),
	outcome('message_read', 'Message Read', ONLY_NEWEST),
	[
		'customer_silent',
		silent(
			'customer_silent',
			'Customer Has Not Answered For',
			'The team wrote last, and the customer has been silent for a time of Silent For',
		),
	],
	[
		'team_silent',
		silent(
			'team_silent',
			'Team Has Not Answered For',
			'The customer waits for an answer for a time of Silent For',
		),
	],
]) as Record<string, Event>;

/** The events that a source can offer if it receives these events of Chatwoot. */
export const offered = (names: string[]): Record<string, Event> =>
	Object.fromEntries(Object.entries(events).filter(([, { from }]) => names.includes(from)));

/** The data that every delivery of this event has. */
export const subjectsOf = (name: string): Subject[] =>
	SUBJECTS.find(([pattern]) => pattern.test(events[name].from))?.[1] ?? [];

/** Chatwoot's events that the chosen ones come from, each once: Chatwoot would store repeated ones twice. */
export const serviceEvents = (chosen: string[]): string[] => [
	...new Set(chosen.map((name) => events[name].from)),
];

const isFrom = (event: string, from: string) => event === from || event.startsWith(`${from}.`);

/** The chosen events that a delivery matches. */
export const matched = (delivery: Delivery, chosen: string[]): string[] =>
	isOfWait(delivery)
		? []
		: chosen.filter((name) => {
				const { from, fits } = events[name];
				return isFrom(delivery.event, from) && (fits?.(delivery) ?? true);
			});

/** Events of one delivery that count as repeated together. */
export interface Repeatable {
	names: string[];
	/** Recognizes them in a repeated delivery. */
	key: string;
}

const outcomeKey = (name: string, { message }: Delivery) => `${name}:${String(message?.id)}`;

/**
 * The chosen events of a delivery, with the keys that recognize repeated ones. What became of a message stays
 * in it, so later changes of the message have the same key.
 */
export function knownBy(delivery: Delivery, chosen: string[]): Repeatable[] {
	const names = chosen.filter((name) => !isOutcome(name));
	return [
		...chosen.filter(isOutcome).map((name) => ({ names: [name], key: outcomeKey(name, delivery) })),
		...(names.length ? [{ names, key: changeKey(delivery, names) }] : []),
	];
}

/**
 * The key of the failure that happens again if the message fails once more; undefined if the message is still
 * failed. Chatwoot removes the reason of a failure when somebody retries the message.
 */
export const endedFailureOf = (delivery: Delivery): string | undefined =>
	delivery.event !== 'message_updated' ||
	answered(delivery).external_error ||
	statusOf(delivery) === 'failed'
		? undefined
		: outcomeKey('message_failed', delivery);

/** A customer's answer stays in its message, so later changes of the message have the same key. */
function changeKey(delivery: Delivery, chosen: string[]): string {
	if (!chosen.every((name) => ANSWERS.includes(name))) return delivery.key;
	const { submitted_values, submitted_email } = answered(delivery);
	const answer = digestOf([submitted_values, submitted_email]);
	return `answer:${String(delivery.message?.id)}:${answer}`;
}
