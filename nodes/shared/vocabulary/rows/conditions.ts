import { conditionForm, conditionList, CUSTOM, KEYS, type Kind } from '../fields/conditions';
import { day } from '../fields/dates';
import {
	choice,
	fixed,
	flag,
	integer,
	number,
	pick,
	picks,
	text,
	title,
	type Choice,
	type Field,
	type Part,
	type Settings,
} from '../fields/fields';
import { besideJson, rows, specify } from '../fields/members';
import { agents, ids, inboxes, labels, teams } from '../locators';
import { attributeEntries, OWNERS, type AttributeType } from '../locators/attributes';

/** Conditions as rows: an attribute, one of its operators, and the values that both need. */

const OPERATORS: Record<string, string> = {
	equal_to: 'Equal To',
	not_equal_to: 'Not Equal To',
	contains: 'Contains',
	does_not_contain: 'Does Not Contain',
	starts_with: 'Starts With',
	is_present: 'Is Present',
	is_not_present: 'Is Not Present',
	is_greater_than: 'Is Greater Than',
	is_less_than: 'Is Less Than',
	days_before: 'Is Older Than (Days)',
	attribute_changed: 'Has Changed',
};

/** Names of attributes that do not follow from their keys. */
const NAMES: Record<string, string> = {
	assignee_id: 'Assigned Agent',
	campaign_id: 'Campaign',
	contact_id: 'Contact',
	content: 'Message Text',
	display_id: 'Conversation ID',
	inbox_id: 'Inbox',
	referer: 'Referrer Link',
	team_id: 'Team',
};

/** The cell of the values; Has Changed has two of them. */
type Cell = (end?: '' | 'from' | 'to') => Field;

/** n8n sorts the cells of a row by label: values come after Attribute and Operator. */
const valueLabel = (label: string, end = '') => `Value${end && ` ${title(end)}`}: ${label}`;

const called = (end: string, name: string, label: string): [string, Settings] => [
	end ? `${end}_${name}` : name,
	{ label: valueLabel(label, end), as: end || 'values' },
];

const chosen =
	(name: string, values: string[], label = title(name)): Cell =>
	(end = '') => {
		const [cell, settings] = called(end, name, label);
		return picks(cell, Object.fromEntries(values.map((value) => [value, title(value)])), settings);
	};

const recordsOf =
	(several: typeof agents, name: string, label: string): Cell =>
	(end = '') =>
		several(...called(end, name, `${label} Names or IDs`));

const numbers =
	(name: string, label: string): Cell =>
	(end = '') =>
		ids(...called(end, name, label));

/** Sends a list. An expression can give several values. */
const listed = (field: Field): Field => ({
	...field,
	as: 'values',
	list: true,
	convert: (value, reading) =>
		[value].flat().map((entry: unknown) => field.convert(entry, reading)),
});

const words = () => listed(text('value'));
const date = () => listed(day('date', { label: valueLabel('Date') }));
const amount = () => listed(number('number', { label: valueLabel('Number') }));
const days = () => listed(integer('days', { label: valueLabel('Days'), range: [1, 998] }));

const yesOrNo = () =>
	listed(
		flag('is', {
			label: valueLabel('Yes'),
			hint: 'Whether the value must be true',
			default: true,
		}),
	);

/** Cells of values that are picked from a list; other values are typed. */
const CELLS: Record<string, Cell> = {
	status: chosen('statuses', ['open', 'resolved', 'pending', 'snoozed', 'all']),
	priority: chosen('priorities', ['low', 'medium', 'high', 'urgent']),
	message_type: chosen('message_types', ['incoming', 'outgoing', 'template']),
	assignee_id: recordsOf(agents, 'agents', 'Agent'),
	team_id: recordsOf(teams, 'teams', 'Team'),
	inbox_id: recordsOf(inboxes, 'inboxes', 'Inbox'),
	labels: recordsOf(labels, 'labels', 'Label'),
	campaign_id: numbers('campaigns', 'Campaign IDs'),
	contact_id: numbers('contacts', 'Contact IDs'),
	display_id: numbers('conversations', 'Conversation IDs'),
	blocked: yesOrNo,
	private_note: yesOrNo,
};

/** The value cell of custom attributes, by their type. */
const CUSTOM_CELLS: Record<AttributeType, () => Field> = {
	text: words,
	number: amount,
	date,
	list: words,
	checkbox: yesOrNo,
};

/** The value cells of an operator. */
function valuesOf(operator: string, cell: Cell): Field[] {
	if (/present$/.test(operator)) return [];
	if (operator === 'attribute_changed') return [cell('from'), cell('to')];
	if (operator === 'days_before') return [days()];
	if (/contain|starts_with/.test(operator)) return [words()];
	return [cell()];
}

const operatorOf = (operators: string[], cell: Cell): Choice =>
	choice(
		'filter_operator',
		Object.fromEntries(
			operators.map((operator) => [
				operator,
				{
					name: OPERATORS[operator],
					parts: [fixed({ filter_operator: operator }), ...valuesOf(operator, cell)],
				},
			]),
		),
		{ label: 'Operator' },
	);

/** The attributes that conditions of this kind can use. */
function attributesOf(kind: Kind): Record<string, { name: string; parts: Part[] }> {
	const standard = Object.entries(KEYS[kind]).map(([key, operators]: [string, string[]]) => [
		key,
		{
			name: NAMES[key] ?? title(key),
			parts: [
				fixed({ attribute_key: key }),
				operatorOf(operators, CELLS[key] ?? (/_at$/.test(key) ? date : words)),
			],
		},
	]);
	const owners = kind === 'rule' ? OWNERS : [`${kind}_attribute`];
	const custom = attributeEntries(owners, 'attribute_key', (owner, type) => [
		fixed({ custom_attribute_type: owner }),
		operatorOf(CUSTOM[type], CUSTOM_CELLS[type]),
	]);
	return { ...(Object.fromEntries(standard) as typeof custom), ...custom };
}

const cellsOf = (kind: Kind): Part[] => [
	choice('attribute', attributesOf(kind), { label: 'Attribute' }),
	pick(
		'query_operator',
		{ and: 'And', or: 'Or' },
		{
			label: 'With Next Condition',
			hint: 'How this condition combines with the next one. And is evaluated before Or.',
		},
	),
];

type Row = Record<string, unknown>;

/** A row as an entry of the JSON. The last one has no operator to combine it with. */
const asSent = ({ from, to, query_operator, ...row }: Row, last: boolean): Row => ({
	...row,
	...(from || to ? { values: { from, to } } : {}),
	query_operator: last ? null : query_operator,
});

type ListSettings = Parameters<typeof conditionList>[2];

const both = (name: string, kind: Kind, settings?: ListSettings): [Field, Field] => {
	const list = conditionList(name, kind, settings);
	const typed = rows(`${name}_rows`, cellsOf(kind), {
		label: list.property.displayName,
		placeholder: 'Add Condition',
		entries: 'conditions',
		as: list.as,
		...('clear' in list ? { clear: list.clear } : {}),
		check: (row, { last }) => asSent(row, last),
	});
	const convert: Field['convert'] = (value, reading) =>
		list.convert(typed.convert(value, reading), reading);
	return [{ ...typed, convert, form: conditionForm(kind) }, list];
};

/**
 * Conditions as rows or as JSON, which keeps the name.
 * @param kind undefined if only the shape of the conditions is known: then there is only JSON
 * @param settings of the JSON field
 */
export const conditions = (
	name: string,
	kind: Kind | undefined,
	settings?: ListSettings,
): Field | Choice =>
	kind ? specify(...both(name, kind, settings)) : conditionList(name, kind, settings);

/** Conditions inside a collection. */
export const addedConditions = (name: string, kind: Kind, settings?: ListSettings): Field[] =>
	besideJson(...both(name, kind, settings));
