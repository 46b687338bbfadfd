import type { IDataObject } from 'n8n-workflow';
import { BadInput, badInput } from '../faults';
import {
	agents,
	choice,
	fixed,
	inboxes,
	labels,
	optional,
	pick,
	picks,
	rows,
	teams,
	text,
	type Field,
	type Settings,
} from '../vocabulary';
import { textOf, type Delivery } from './delivery';
import { events, subjectsOf, type Subject } from './events';
import { alwaysOpen, type HoursOf } from './hours';

/** A filter of the trigger. */
interface Filter {
	field: Field;
	/** The data that an event must have for this filter. */
	needs: Subject;
	passes: Passes<never>;
}

/** @param all values of all filters @param hoursOf the hours of inboxes, if a filter needs them */
type Passes<T> = (wanted: T, delivery: Delivery, all: IDataObject, hoursOf: HoursOf) => boolean;

const filter = <T>(needs: Subject, field: Field, passes: Passes<T>): Filter => ({
	field,
	needs,
	passes,
});

const oneOf = (needs: Subject, field: Field, value: (delivery: Delivery) => unknown) =>
	filter<unknown[]>(needs, field, (wanted, delivery) => wanted.includes(value(delivery)));

type Rule = (actual: string[], wanted: string[]) => boolean;
const RULES: Record<string, { name: string; holds: Rule }> = {
	any: { name: 'Any', holds: (actual, wanted) => wanted.some((one) => actual.includes(one)) },
	all: { name: 'All', holds: (actual, wanted) => wanted.every((one) => actual.includes(one)) },
	none: { name: 'None', holds: (actual, wanted) => !wanted.some((one) => actual.includes(one)) },
};

/** The kind of sender; a message without a sender comes from a rule or template. */
const kindOf = ({ sender }: Delivery): string => {
	const type = sender?.type ?? 'automation';
	if (type === 'user') return 'agent';
	return type === 'contact' || type === 'automation' ? type : 'bot';
};

type Test = (actual: string | undefined, value: string) => boolean;
const TESTS: Record<string, { name: string; alone?: true; holds: Test }> = {
	contains: {
		name: 'Contains',
		holds: (actual = '', value) => actual.toLowerCase().includes(value.toLowerCase()),
	},
	equals: { name: 'Is', holds: (actual, value) => actual === value },
	not_equals: { name: 'Is Not', holds: (actual, value) => actual !== value },
	is_not_set: { name: 'Is Not Set', alone: true, holds: (actual) => actual === undefined },
	is_set: { name: 'Is Set', alone: true, holds: (actual) => actual !== undefined },
};

interface Row {
	key: string;
	operator: string;
	value?: string;
}

const attributeKey = () =>
	text('key', {
		label: 'Attribute Key',
		hint: 'Key of a custom attribute, or of one that Chatwoot sets, such as city',
		placeholder: 'e.g. plan',
	});

const attributeValue = () => text('value', { hint: 'For a checkbox: true or false' });

/** The operators, each with a value if it needs one. */
const OPERATORS = Object.fromEntries(
	Object.entries(TESTS).map(([operator, { name, alone }]) => {
		const parts = [fixed({ operator }), ...(alone ? [] : [attributeValue()])];
		return [operator, { name, parts }];
	}),
);

/** Rows of attribute key, operator and value; all must match. */
const attributes = (name: string, settings: Settings): Field =>
	rows(name, [attributeKey(), choice('operator', OPERATORS, { default: 'equals' })], {
		entries: 'attributes',
		placeholder: 'Add Attribute',
		check: (row) => ({ ...row, key: String(row.key).trim() }),
		...settings,
	});

/** Whether a record matches all rows. Custom attributes take precedence over those that Chatwoot sets. */
const holds = (rows: Row[], record: IDataObject | undefined) =>
	rows.every(({ key, operator, value = '' }) => {
		const all = {
			...((record?.additional_attributes ?? {}) as IDataObject),
			...((record?.custom_attributes ?? {}) as IDataObject),
		};
		const actual = all[key];
		const isSet = actual !== undefined && actual !== null && actual !== '';
		const shown = typeof actual === 'object' ? JSON.stringify(actual) : String(actual);
		return TESTS[operator].holds(isSet ? shown : undefined, String(value));
	});

const pattern = (): Field => {
	const kind = text('content_matches', {
		hint: 'Regular expression, not case-sensitive',
		placeholder: 'e.g. ^(refund|return)\\b',
	});
	return {
		...kind,
		convert: (value) => {
			try {
				return new RegExp(String(value), 'i');
			} catch (error) {
				throw badInput(`is not a valid regular expression: ${(error as Error).message}`);
			}
		},
	};
};

const STATUSES = { open: 'Open', pending: 'Pending', resolved: 'Resolved', snoozed: 'Snoozed' };
const PRIORITIES = { none: 'None', low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' };
const CONTENT_TYPES = {
	article: 'Articles',
	cards: 'Cards',
	form: 'Form',
	incoming_email: 'Incoming Email',
	input_csat: 'CSAT Survey',
	input_email: 'Request for Email',
	input_select: 'Options',
	integrations: 'Integration',
	sticker: 'Sticker',
	text: 'Text',
	voice_call: 'Voice Call',
};
const ASSIGNED = {
	anyone: 'Anyone',
	no_person: 'No Person',
	nobody: 'Nobody',
};
const HOURS = { inside: 'Inside', outside: 'Outside' };
const KINDS = {
	agent: 'Agent',
	automation: 'Automation Rule or Template',
	bot: 'Bot',
	contact: 'Contact',
};

const all: Filter[] = [
	filter<string>(
		'conversation',
		pick('assigned', ASSIGNED, {
			label: 'Assigned To',
			hint: 'No Person: unassigned, or assigned to a bot. Newer releases assign the bot of an inbox automatically.',
		}),
		(wanted, { conversation }) => {
			const assignee = conversation?.assignee;
			if (wanted === 'no_person') return assignee?.type !== 'user';
			return (wanted === 'anyone') === Boolean(assignee);
		},
	),
	oneOf('conversation', agents('assignee_ids', { label: 'Assignee Names or IDs' }), (delivery) =>
		delivery.conversation?.assignee?.type === 'user' ? delivery.conversation.assignee.id : null,
	),
	filter<Row[]>(
		'contact',
		attributes('contact_attributes', { hint: 'Attributes of the contact; all must match' }),
		(rows, { contact }) => holds(rows, contact),
	),
	filter<string>(
		'message',
		text('content_contains', { hint: 'Not case-sensitive' }),
		(wanted, delivery) => textOf(delivery).toLowerCase().includes(wanted.toLowerCase()),
	),
	filter<RegExp>('message', pattern(), (wanted, delivery) => wanted.test(textOf(delivery))),
	oneOf('message', picks('content_types', CONTENT_TYPES), ({ message }) => message?.content_type),
	filter<Row[]>(
		'conversation',
		attributes('conversation_attributes', {
			hint: 'Attributes of the conversation; all must match',
		}),
		(rows, { conversation }) => holds(rows, conversation as IDataObject | undefined),
	),
	oneOf(
		'message',
		picks('directions', { incoming: 'Incoming', outgoing: 'Outgoing', template: 'Template' }),
		({ message }) => message?.message_type,
	),
	oneOf('inbox', inboxes('inbox_ids', { label: 'Inbox Names or IDs' }), ({ inboxId }) => inboxId),
	filter<string[]>(
		'conversation',
		labels('labels', { label: 'Label Names or IDs' }),
		(wanted, { conversation }, { labels_rule: rule = 'any' }) =>
			RULES[String(rule)].holds(conversation?.labels ?? [], wanted),
	),
	filter<string>(
		'conversation',
		pick(
			'labels_rule',
			Object.fromEntries(Object.entries(RULES).map(([value, { name }]) => [value, name])),
			{ label: 'Label Match', hint: 'How many of the chosen labels are required. Default: any.' },
		),
		() => true,
	),
	filter<string>(
		'inbox',
		pick('opening_hours', HOURS, {
			hint: "Compares the time of the event with the inbox's working hours. An inbox without working hours is always open.",
		}),
		(wanted, { inboxId, at }, _, hoursOf) => {
			const happened = Date.parse(at ?? '');
			const moment = Number.isNaN(happened) ? Date.now() : happened;
			return (wanted === 'inside') === hoursOf(inboxId).isOpen(moment / 1000);
		},
	),
	oneOf(
		'conversation',
		picks('priorities', PRIORITIES),
		({ conversation }) => conversation?.priority ?? 'none',
	),
	oneOf('sender', picks('senders', KINDS), kindOf),
	oneOf('conversation', picks('statuses', STATUSES), ({ conversation }) => conversation?.status),
	oneOf(
		'conversation',
		teams('team_ids', { label: 'Team Names or IDs' }),
		({ conversation }) => conversation?.team?.id,
	),
	filter<string>(
		'private',
		pick('visibility', { public: 'Public', private: 'Private' }),
		(wanted, { message, body }) =>
			(wanted === 'private') === Boolean(message ? message.private : body.is_private),
	),
];

/** The fields of the collection Filters. */
export const filterFields: Field[] = optional(...all.map((entry) => entry.field)).optional;

/**
 * Refuses filters whose data a chosen event does not have: the event would always pass, or never.
 * @throws BadInput
 */
export function checkFilters(chosen: string[], wanted: IDataObject): void {
	const faults = all.flatMap(({ field: { name, property }, needs }) =>
		name in wanted
			? chosen
					.filter((event) => !subjectsOf(event).includes(needs))
					.map((event) => `${events[event].name} has no data for ${property.displayName}`)
			: [],
	);
	if (faults.length)
		throw new BadInput(
			`Some filters do not work with the chosen events: ${faults.join('; ')}. Use a second trigger for these events.`,
			['filters'],
		);
}

/** Whether the filters compare the time of the event with the hours of its inbox. */
export const needsHours = ({ opening_hours }: IDataObject): boolean => opening_hours !== undefined;

/**
 * Whether a delivery passes all filters that are set.
 * @param hoursOf needed if `needsHours` says so
 */
export const passes = (
	delivery: Delivery,
	wanted: IDataObject,
	hoursOf: HoursOf = alwaysOpen,
): boolean =>
	all.every(
		({ field: { name }, passes: one }) =>
			!(name in wanted) || one(wanted[name] as never, delivery, wanted, hoursOf),
	);
