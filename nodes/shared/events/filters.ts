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

/** One filter: what an event must tell of to be asked, and whether it passes. */
interface Filter {
	field: Field;
	needs: Subject;
	passes: (wanted: never, delivery: Delivery, all: IDataObject) => boolean;
}

const filter = <T>(
	needs: Subject,
	field: Field,
	passes: (wanted: T, delivery: Delivery, all: IDataObject) => boolean,
): Filter => ({ field, needs, passes });

const oneOf = (needs: Subject, field: Field, value: (delivery: Delivery) => unknown) =>
	filter<unknown[]>(needs, field, (wanted, delivery) => wanted.includes(value(delivery)));

type Rule = (own: string[], wanted: string[]) => boolean;
const RULES: Record<string, { name: string; holds: Rule }> = {
	any: { name: 'Any of Them', holds: (own, wanted) => wanted.some((one) => own.includes(one)) },
	all: { name: 'All of Them', holds: (own, wanted) => wanted.every((one) => own.includes(one)) },
	none: { name: 'None of Them', holds: (own, wanted) => !wanted.some((one) => own.includes(one)) },
};

/** Who wrote: a person, or what stands behind a message without one. */
const kindOf = ({ sender }: Delivery): string => {
	const type = sender?.type ?? 'automation';
	if (type === 'user') return 'agent';
	return type === 'contact' || type === 'automation' ? type : 'bot';
};

type Test = (own: string | undefined, value: string) => boolean;
const TESTS: Record<string, { name: string; alone?: true; holds: Test }> = {
	contains: {
		name: 'Contains',
		holds: (own = '', value) => own.toLowerCase().includes(value.toLowerCase()),
	},
	equals: { name: 'Is', holds: (own, value) => own === value },
	not_equals: { name: 'Is Not', holds: (own, value) => own !== value },
	is_not_set: { name: 'Is Not Set', alone: true, holds: (own) => own === undefined },
	is_set: { name: 'Is Set', alone: true, holds: (own) => own !== undefined },
};

interface Row {
	key: string;
	operator: string;
	value?: string;
}

/** Each with the value that it compares with. */
const OPERATORS = Object.fromEntries(
	Object.entries(TESTS).map(([operator, { name, alone }]) => {
		const parts = [fixed({ operator }), ...(alone ? [] : [text('value')])];
		return [operator, { name, parts }];
	}),
);

/** Rows of attribute, comparison and, where it takes one, value; all must hold. */
const attributes = (name: string, settings: Settings): Field =>
	rows(name, [text('key'), choice('operator', OPERATORS, { default: 'equals' })], {
		entries: 'attributes',
		placeholder: 'Add Attribute',
		check: (row) => ({ ...row, key: String(row.key).trim() }),
		...settings,
	});

/** Custom attributes come before those that the service itself sets. */
const holds = (rows: Row[], record: IDataObject | undefined) =>
	rows.every(({ key, operator, value = '' }) => {
		const all = {
			...((record?.additional_attributes ?? {}) as IDataObject),
			...((record?.custom_attributes ?? {}) as IDataObject),
		};
		const own = all[key];
		const isSet = own !== undefined && own !== null && own !== '';
		const shown = typeof own === 'object' ? JSON.stringify(own) : String(own);
		return TESTS[operator].holds(isSet ? shown : undefined, String(value));
	});

const pattern = (): Field => {
	const kind = text('content_matches', {
		hint: 'Regular expression, upper and lower case alike',
		placeholder: 'e.g. ^(refund|return)\\b',
	});
	return {
		...kind,
		convert: (value) => {
			try {
				return new RegExp(String(value), 'i');
			} catch (error) {
				throw badInput(`is no regular expression: ${(error as Error).message}`);
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
	anyone: 'To Anyone',
	no_person: 'To No Person',
	nobody: 'To Nobody',
};
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
			hint: 'To No Person: to nobody, or to a bot, as newer releases assign it in its inbox from the start',
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
		attributes('contact_attributes', { hint: 'Of the contact; all must hold' }),
		(rows, { contact }) => holds(rows, contact),
	),
	filter<string>(
		'message',
		text('content_contains', { hint: 'Upper and lower case alike' }),
		(wanted, delivery) => textOf(delivery).toLowerCase().includes(wanted.toLowerCase()),
	),
	filter<RegExp>('message', pattern(), (wanted, delivery) => wanted.test(textOf(delivery))),
	oneOf('message', picks('content_types', CONTENT_TYPES), ({ message }) => message?.content_type),
	filter<Row[]>(
		'conversation',
		attributes('conversation_attributes', { hint: 'Of the conversation; all must hold' }),
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
			{ label: 'Labels Must Have', hint: 'How many of the chosen labels; any of them by default' },
		),
		() => true,
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

/** The fields of the collection, none of them required. */
export const filterFields: Field[] = optional(...all.map((entry) => entry.field)).optional;

/**
 * What an event does not tell of cannot be filtered: the event would always pass, or never.
 * @throws BadInput where a filter and a chosen event do not go together
 */
export function checkFilters(chosen: string[], wanted: IDataObject): void {
	const faults = all.flatMap(({ field: { name, property }, needs }) =>
		name in wanted
			? chosen
					.filter((event) => !subjectsOf(event).includes(needs))
					.map((event) => `${events[event].name} tells nothing of ${property.displayName}`)
			: [],
	);
	if (faults.length)
		throw new BadInput(
			`Filters and events do not go together: ${faults.join('; ')}. Use a second trigger for these events.`,
			['filters'],
		);
}

/** Whether a delivery passes all filters that are set. */
export const passes = (delivery: Delivery, wanted: IDataObject): boolean =>
	all.every(
		({ field: { name }, passes: one }) =>
			!(name in wanted) || one(wanted[name] as never, delivery, wanted),
	);
