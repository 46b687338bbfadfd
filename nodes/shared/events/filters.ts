import type { IDataObject } from 'n8n-workflow';
import { BadInput, badInput, faultOf, mapWithFaults } from '../faults';
import { formsOf, phoneNumber, phonePart } from '../formats/phone';
import {
	agentBots,
	agents,
	choice,
	fixed,
	flag,
	inboxes,
	labels,
	optional,
	pick,
	picks,
	plain,
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

/** Whether the sender is one of the chosen agents and bots, or none of them. */
function isChosenSender({ sender }: Delivery, all: IDataObject): boolean {
	const { sender_agent_ids, sender_bot_ids, sender_rule } = all as Record<string, unknown>;
	const chosen = { user: sender_agent_ids, agent_bot: sender_bot_ids }[String(sender?.type)];
	const isChosen = Array.isArray(chosen) && chosen.includes(sender?.id);
	return isChosen !== (sender_rule === 'none');
}

/** How many of the wanted labels a conversation has, in any spelling. */
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

/** @throws BadInput if the value is not a regular expression */
function regularExpression(value: unknown): RegExp {
	try {
		return new RegExp(String(value), 'i');
	} catch (error) {
		throw badInput(`is not a valid regular expression: ${(error as Error).message}`);
	}
}

type Test = (actual: string | undefined, value: string) => boolean;
const TESTS: Record<string, { name: string; alone?: true; holds: Test }> = {
	begins_with: {
		name: 'Begins With',
		holds: (actual = '', value) => actual.toLowerCase().startsWith(value.toLowerCase()),
	},
	contains: {
		name: 'Contains',
		holds: (actual = '', value) => actual.toLowerCase().includes(value.toLowerCase()),
	},
	equals: { name: 'Is', holds: (actual, value) => actual === value },
	not_equals: { name: 'Is Not', holds: (actual, value) => actual !== value },
	is_not_set: { name: 'Is Not Set', alone: true, holds: (actual) => actual === undefined },
	is_set: { name: 'Is Set', alone: true, holds: (actual) => actual !== undefined },
	matches: {
		name: 'Matches (Regular Expression)',
		holds: (actual = '', value) => regularExpression(value).test(actual),
	},
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

/** The operators, each with a value if it needs one. */
const operators = (value: () => Field) =>
	choice(
		'operator',
		Object.fromEntries(
			Object.entries(TESTS).map(([operator, { name, alone }]) => {
				const field = operator === 'matches' ? checked(value()) : value();
				return [operator, { name, parts: [fixed({ operator }), ...(alone ? [] : [field])] }];
			}),
		),
		{ default: 'equals' },
	);

/** Refuses a value that is no regular expression. */
const checked = (field: Field): Field => ({
	...field,
	convert: (value) => regularExpression(value).source,
});

const attributeValue = () => text('value', { hint: 'For a checkbox: true or false' });

/** Rows of attribute key, operator and value; all must match. */
const attributes = (name: string, settings: Settings): Field =>
	rows(name, [attributeKey(), operators(attributeValue)], {
		entries: 'attributes',
		placeholder: 'Add Attribute',
		check: (row) => ({ ...row, key: String(row.key).trim() }),
		...settings,
	});

/** Whether a value passes the test of a row. */
function holds({ operator, value = '' }: Row, actual: unknown): boolean {
	const isSet = actual !== undefined && actual !== null && actual !== '';
	const shown = typeof actual === 'object' ? JSON.stringify(actual) : String(actual);
	return TESTS[operator].holds(isSet ? shown : undefined, String(value));
}

/** Whether a record matches all rows. Custom attributes take precedence over those that Chatwoot sets. */
const hasAttributes = (rows: Row[], record: IDataObject | undefined) =>
	rows.every((row) => {
		const all = {
			...((record?.additional_attributes ?? {}) as IDataObject),
			...((record?.custom_attributes ?? {}) as IDataObject),
		};
		return holds(row, all[row.key]);
	});

const DETAILS = {
	email: 'Email',
	identifier: 'Identifier',
	name: 'Name',
	phone_number: 'Phone Number',
};

/** A detail of a contact as it is compared: Chatwoot stores emails in lower case, and phone numbers without spaces. */
const compared = (key: string, value: unknown): unknown => {
	if (typeof value !== 'string') return value;
	return key === 'phone_number' ? phonePart(value) : value.toLowerCase();
};

/** The value of a row as it is compared. @throws BadInput for a phone number that is none, or can be several */
function comparedRow(row: Row, number: number, country: unknown): Row {
	const { key, operator, value } = row;
	if (operator === 'matches' || value === undefined) return row;
	if (key !== 'phone_number' || !operator.endsWith('equals'))
		return { ...row, value: compared(key, value) as string };
	try {
		return { ...row, value: phoneNumber(value, country) };
	} catch (error) {
		throw badInput(`entry ${number}: Value ${faultOf(error).message}`);
	}
}

/** Whether a detail passes the test of a row. A phone number has both forms of the value, or none. */
function holdsDetail(row: Row, contact: IDataObject | undefined): boolean {
	const actual = compared(row.key, contact?.[row.key]);
	const isPhone = row.key === 'phone_number' && row.operator !== 'matches';
	const forms = isPhone && row.value !== undefined ? formsOf(row.value) : [row.value];
	const passes = (value?: string) => holds({ ...row, value }, actual);
	return row.operator === 'not_equals' ? forms.every(passes) : forms.some(passes);
}

/** Rows of a contact's detail, operator and value; all must match. */
const details = (): Field => {
	const typed = rows(
		'contact_details',
		[
			pick('key', DETAILS, { label: 'Detail' }),
			operators(() =>
				text('value', {
					hint: 'Not case-sensitive. Phone numbers may contain blanks and dashes; mobile numbers of Brazil, Mexico and Argentina match in both their forms.',
				}),
			),
		],
		{ entries: 'details', placeholder: 'Add Detail', hint: 'Who the contact is; all must match' },
	);
	return {
		...typed,
		convert: (value, reading) => {
			const country = reading.credentials.default_country;
			return mapWithFaults(typed.convert(value, reading) as Row[], (row, index) =>
				comparedRow(row, index + 1, country),
			);
		},
	};
};

/**
 * Whether the contact of a WhatsApp bridge is no person: a group, a list or a channel, or the contact in whose
 * conversation Evolution API (+123456) or WAHA (whatsapp.integration) reports its state.
 */
const isGroup = ({ contact }: Delivery): boolean =>
	/(@(g\.us|broadcast|newsletter)|^whatsapp\.integration)$/.test(String(contact?.identifier)) ||
	contact?.phone_number === '+123456';

const pattern = (): Field => {
	const kind = text('content_matches', {
		hint: 'Regular expression, not case-sensitive',
		placeholder: 'e.g. ^(refund|return)\\b',
	});
	return { ...kind, convert: regularExpression };
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
const HOURS = { inside: 'Only Inside', outside: 'Only Outside' };
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
		(rows, { contact }) => hasAttributes(rows, contact),
	),
	filter<string>(
		'contact',
		pick('contact_blocked', { blocked: 'Blocked', not_blocked: 'Not Blocked' }),
		(wanted, { contact }) => (wanted === 'blocked') === (contact?.blocked === true),
	),
	filter<Row[]>('contact', details(), (rows, { contact }) =>
		rows.every((row) => holdsDetail(row, contact)),
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
		(rows, { conversation }) => hasAttributes(rows, conversation as IDataObject | undefined),
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
			RULES[String(rule)].holds((conversation?.labels ?? []).map(plain), wanted.map(plain)),
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
			label: "Inbox's Opening Hours",
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
	filter<unknown[]>(
		'sender',
		agents('sender_agent_ids', {
			label: 'Sender Agent Names or IDs',
			hint: 'With Sender Bots: one of either',
		}),
		(_, delivery, all) => isChosenSender(delivery, all),
	),
	filter<unknown[]>(
		'sender',
		agentBots('sender_bot_ids', {
			label: 'Sender Bot Names or IDs',
			hint: 'With Sender Agents: one of either',
		}),
		(_, delivery, all) => isChosenSender(delivery, all),
	),
	filter<string>(
		'sender',
		pick(
			'sender_rule',
			{ any: 'One of Them', none: 'None of Them' },
			{
				label: 'Sender Match',
				hint: 'Whether the chosen agents and bots must be the sender, or must not. Default: one of them.',
			},
		),
		() => true,
	),
	filter<boolean>(
		'contact',
		flag('without_groups', {
			label: 'Without WhatsApp Groups',
			hint: "Whether to leave out groups of a WhatsApp bridge (…@g.us), and the bridge's own status messages",
			default: true,
		}),
		(wanted, delivery) => !wanted || !isGroup(delivery),
	),
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
