import { DateTime } from 'luxon';
import { BadInput, faultOf, mapWithFaults } from '../../faults';
import { formsOf, phoneNumber, phonePart } from '../../formats/phone';
import { dateOf } from '../../time/calendar';
import { isObject } from '../../values';
import type { Call } from '../call';
import { OWNERS } from '../locators/attributes';
import { isSince, versionOf } from '../release';
import { id } from './actions';
import { jsonList, type Field, type Reading, type Settings } from './fields';

type Row = Record<string, unknown>;

const EQUAL = ['equal_to', 'not_equal_to'];
const TEXT = [...EQUAL, 'contains', 'does_not_contain'];
const PRESENT = ['is_present', 'is_not_present'];
const CHOICE = [...EQUAL, ...PRESENT];
const COMPARED = ['is_greater_than', 'is_less_than'];
const DATE = [...COMPARED, 'days_before'];
const PHONE = [...TEXT, 'starts_with'];
const CHANGED = 'attribute_changed';

/**
 * Standard keys and the operators that work on them. With another operator Chatwoot answers a filter with
 * 422 or 500, and disables a rule at its second event.
 */
// prettier-ignore
export const KEYS = {
	contact: {
		name: TEXT, email: TEXT, phone_number: PHONE, city: TEXT, company_name: TEXT,
		identifier: EQUAL, country_code: EQUAL, blocked: EQUAL,
		labels: CHOICE, created_at: DATE, last_activity_at: DATE,
	},
	conversation: {
		status: EQUAL, priority: EQUAL, display_id: TEXT, contact_id: EQUAL,
		assignee_id: CHOICE, inbox_id: CHOICE, team_id: CHOICE, campaign_id: CHOICE,
		labels: CHOICE, browser_language: EQUAL, conversation_language: EQUAL,
		referer: TEXT, mail_subject: TEXT, created_at: DATE, last_activity_at: DATE,
	},
	rule: {
		status: [...EQUAL, CHANGED], priority: [...EQUAL, CHANGED],
		assignee_id: [...CHOICE, CHANGED], team_id: [...CHOICE, CHANGED],
		inbox_id: [...CHOICE, CHANGED], labels: CHOICE,
		browser_language: EQUAL, conversation_language: EQUAL, country_code: EQUAL,
		referer: TEXT, mail_subject: TEXT, city: TEXT, company_name: TEXT,
		email: TEXT, phone_number: PHONE, content: TEXT,
		message_type: EQUAL, private_note: EQUAL,
	},
} satisfies Record<string, Record<string, string[]>>;

/** What the conditions check: the records of a filter, or the event of an automation rule. */
export type Kind = keyof typeof KEYS;

/** Operators of custom attributes, by type. Links count as text. */
export const CUSTOM = {
	text: [...TEXT, ...PRESENT],
	number: [...CHOICE, ...COMPARED],
	date: [...CHOICE, ...DATE],
	list: CHOICE,
	checkbox: EQUAL,
} satisfies Record<string, string[]>;

/** Every other key of JSON is a custom attribute. Only Chatwoot knows its type. */
const ANY_CUSTOM = [...new Set(Object.values(CUSTOM).flat())];

/** Keys for which `equal_to` compares only the first value, as it does for custom attributes. */
const FIRST_ALONE: Record<Kind, RegExp> = {
	contact: /./,
	conversation: /^$/,
	rule: /^(labels|private_note)$/,
};

type Need = [isRight: (value: unknown) => boolean, words: string];

const like = (pattern: RegExp, words: string): Need => [
	(value) => /^(string|number|boolean)$/.test(typeof value) && pattern.test(String(value)),
	words,
];

const isDate = (value: unknown) =>
	typeof value !== 'object' &&
	/^\d{4}-?\d\d-?\d\d(T\d\d:?\d\d.*)?$/.test(String(value)) &&
	DateTime.fromISO(String(value)).isValid;

const SCALAR = like(/^/, 'text, a number, true or false');
/** Since 4.17 Chatwoot refuses an empty value of a number or date. */
const FILLED = like(/\S/, SCALAR[1]);
const ID = like(/^\d+$/, 'a numeric ID');
const BOOLEAN = like(/^(true|false)$/, 'true or false');
const NUMBER = like(/^-?\d+(\.\d+)?$/, 'a number');
/** Newer releases refuse any other number. */
const DAYS = like(/^(?!999)[1-9]\d{0,2}$/, 'a number of days from 1 to 998');
const DAY: Need = [isDate, 'a date such as 2026-11-24'];

/** Allowed values of `equal_to` and the like. Others give a 500, or silently match nothing. */
const VALUES: Record<string, Need> = {
	status: like(/^(open|resolved|pending|snoozed|all)$/, 'open, resolved, pending, snoozed or all'),
	priority: like(/^(low|medium|high|urgent)$/, 'low, medium, high or urgent'),
	message_type: like(/^(incoming|outgoing|template)$/, 'incoming, outgoing or template'),
	assignee_id: ID,
	inbox_id: ID,
	team_id: ID,
	campaign_id: ID,
	contact_id: ID,
	display_id: ID,
	blocked: BOOLEAN,
	private_note: BOOLEAN,
};

/** A rule compares exactly with the stored value. */
const RULE_VALUES: Record<string, Need> = {
	...VALUES,
	email: like(/^[^A-Z]*$/, 'lowercase, as Chatwoot stores it'),
	phone_number: like(/^\+\d+$/, 'a plus sign and digits, such as +4915112345678'),
	country_code: like(/^[A-Z]{2}$/, 'two capital letters such as DE'),
};

function needOf(kind: Kind, key: string, operator: string, custom: boolean): Need {
	if (operator === 'days_before') return DAYS;
	if (COMPARED.includes(operator))
		return custom ? [(value) => DAY[0](value) || NUMBER[0](value), `${DAY[1]} or a number`] : DAY;
	if (operator === 'starts_with' && kind !== 'rule')
		return like(/^\+?\d+$/, 'the beginning of a number, such as +49170');
	const isWhole = [...EQUAL, 'starts_with', CHANGED].includes(operator);
	return (isWhole && (kind === 'rule' ? RULE_VALUES : VALUES)[key]) || (custom ? FILLED : SCALAR);
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

const isChange = (values: unknown): values is Record<'from' | 'to', unknown[]> =>
	isObject(values) && Array.isArray(values.from) && Array.isArray(values.to);

/** Checks what every condition needs. Chatwoot stores wrong ones with 200. */
function shaped(row: Row, { number, last }: { number: number; last: boolean }): Row {
	const { values = [], query_operator: joint = null } = row;
	const isChanged = row.filter_operator === CHANGED;
	const areRight = isChanged ? isChange(values) : Array.isArray(values);
	const joined = isText(joint);
	const wrong = [
		!isText(row.attribute_key) && 'attribute_key must be text',
		!isText(row.filter_operator) && 'filter_operator must be text',
		!areRight && `values must be ${isChanged ? 'an object with from and to' : 'a list'}`,
		last && joined && 'query_operator must be empty in the last entry',
		!last && !/^(and|or)$/i.test(String(joint)) && 'query_operator must be AND or OR',
	].filter(Boolean);
	if (wrong.length) throw new BadInput(`entry ${number}: ${wrong.join(', ')}`);
	return { ...row, values, query_operator: joined ? joint : null };
}

interface Place {
	kind: Kind;
	/** Chatwoot stores the conditions and uses them later. */
	stored?: boolean;
	number: number;
	last: boolean;
	/** The previous condition. */
	before?: Row;
	reading: Reading;
}

/**
 * Operator and values that find both forms of phone numbers. `equal_to` has one value, but `contains` several,
 * and no other number contains a complete one.
 */
function inBothForms(operator: string, values: string[]): Row {
	const forms = values.flatMap(formsOf);
	if (forms.length === values.length || !EQUAL.includes(operator)) return { values: forms };
	return {
		filter_operator: operator === 'equal_to' ? 'contains' : 'does_not_contain',
		values: forms,
	};
}

/**
 * A condition as it is sent.
 * @throws BadInput for a condition that Chatwoot fails on, or accepts but ignores
 */
function fitting(row: Row, { kind, stored, number, last, before, reading }: Place): Row {
	const operator = String(row.filter_operator);
	const attribute = row.custom_attribute_type;
	// The key's name before 4.14. Since then a custom attribute may have that name.
	const isCompany = row.attribute_key === 'company' && kind !== 'conversation';
	const key = isCompany && !isText(attribute) ? 'company_name' : String(row.attribute_key);
	const standard = (KEYS[kind] as Record<string, string[] | undefined>)[key];
	const refuse = (words: string) => new BadInput(`entry ${number}: ${key} ${words}`);

	const allowed = standard ?? ANY_CUSTOM;
	if (!allowed.includes(operator))
		throw refuse(`does not support ${operator}: use ${allowed.join(', ')}`);
	const isOwned = OWNERS.some((owner) => owner === attribute);
	if (kind === 'rule' && isText(attribute) && !isOwned)
		throw refuse(`requires a custom_attribute_type: ${OWNERS.join(' or ')}`);
	const isAlone = last && (!before || /^or$/i.test(String(before.query_operator)));
	if (!standard && operator === 'not_equal_to' && !isAlone)
		throw refuse(
			'with not_equal_to matches every record without a value, whatever the other conditions say: use it as the only condition, or as the last one after OR',
		);

	const sent: Row = { ...row, attribute_key: key };
	if (PRESENT.includes(operator)) return sent;
	const isPhone = key === 'phone_number' && standard !== undefined;
	const readPhone = (value: unknown) => {
		if (typeof value === 'object') return value;
		try {
			const isWhole = EQUAL.includes(operator);
			return isWhole ? phoneNumber(value, reading.credentials.default_country) : phonePart(value);
		} catch (error) {
			throw refuse(faultOf(error).message);
		}
	};
	const checked = (raw: unknown) => {
		// Turns dates from an expression into text.
		const parsed = JSON.parse(JSON.stringify(raw)) as unknown[];
		const values = isPhone ? parsed.map(readPhone) : parsed;
		if (values.length === 0) throw refuse(`needs at least one value for ${operator}`);
		const [isRight, words] = needOf(kind, key, operator, !standard);
		const wrong = values.findIndex((value) => !isRight(value));
		if (wrong >= 0) throw refuse(`must be ${words}, not ${JSON.stringify(values[wrong])}`);
		return values;
	};
	if (operator === CHANGED) {
		if (!['conversation_updated', undefined].includes(reading.values.event_name as string))
			throw refuse('with attribute_changed requires the event Conversation Updated');
		const { from, to } = row.values as Record<'from' | 'to', unknown[]>;
		return { ...sent, values: { from: checked(from).map(id), to: checked(to).map(id) } };
	}

	const values = checked(row.values);
	const takesFirst =
		DATE.includes(operator) ||
		(EQUAL.includes(operator) && (!standard || FIRST_ALONE[kind].test(key))) ||
		(operator === 'starts_with' && kind === 'rule');
	if (takesFirst && values.length > 1)
		throw refuse(`accepts one value with ${operator}; Chatwoot ignores the others`);
	if (isPhone && kind === 'contact' && !stored && operator !== 'starts_with')
		return { ...sent, ...inBothForms(operator, values as string[]) };
	if (operator === 'days_before' && kind !== 'rule' && !stored) {
		const day = dateOf(reading.now, 'UTC').minus({ days: Number(values[0]) });
		return { ...sent, filter_operator: 'is_less_than', values: [day.toISODate()] };
	}
	// Chatwoot would compare the whole number. A plus sign only occurs at the beginning.
	if (operator === 'starts_with' && kind !== 'rule')
		return {
			...sent,
			filter_operator: 'contains',
			values: values.map((value) => `+${String(value).replace('+', '')}`),
		};
	// If text is compared, a number gives a 500 in a filter, and never matches in a rule.
	const textual = standard?.includes('contains') || /contain/.test(operator);
	const asText = textual || kind !== 'rule';
	return {
		...sent,
		values: values.map((value) => (asText && typeof value === 'number' ? `${value}` : value)),
	};
}

const SCALARS = '[string or number or boolean]';

/** The format of conditions as JSON. */
export function conditionForm(kind: Kind): string {
	const [values, customKey] =
		kind === 'rule'
			? [
					`${SCALARS} or { from: ${SCALARS}, to: ${SCALARS} }`,
					`, custom_attribute_type?: ${OWNERS.map((owner) => `"${owner}"`).join(' or ')}`,
				]
			: [SCALARS, ''];
	return `[{ attribute_key: string, filter_operator: string, values: ${values}, query_operator: "and" or "or" or null${customKey} }]`;
}

/** Groups keys that have the same words. */
function joinKeysByText(entries: Array<[key: string, words: string]>): string {
	const keys: Record<string, string[]> = {};
	for (const [key, words] of entries) (keys[words] ??= []).push(key);
	return Object.entries(keys)
		.map(([words, all]) => `${all.join(', ')} (${words})`)
		.join('; ');
}

/** Keys and values of the format, which come from tables. */
function tableOf(kind: Kind): string {
	const standard = Object.entries(KEYS[kind]) as Array<[string, string[]]>;
	const values = standard.flatMap(([key, operators]): Array<[string, string]> => {
		const [, words] = needOf(kind, key, operators[0], false);
		return words === SCALAR[1] ? [] : [[key, words]];
	});
	const keys = joinKeysByText(standard.map(([key, operators]) => [key, operators.join(', ')]));
	return `Keys: ${keys}; any other key is a custom attribute. Values: ${joinKeysByText(values)}.`;
}

/** Part of the hint of every list of conditions. */
const JOINT = 'query_operator combines an entry with the next one; the last entry has null.';

/**
 * A list of conditions.
 * @param kind undefined if only the shape of the conditions is known
 * @param settings.hint is added to the hint of every list of conditions
 */
export function conditionList(
	name: string,
	kind: Kind | undefined,
	{ hint = '', stored, ...settings }: Settings & { stored?: boolean } = {},
): Field {
	const list = jsonList(name, {
		label: 'Conditions',
		hint: [kind ? tableOf(kind) : `Format: ${conditionForm('contact')}.`, JOINT, hint]
			.join(' ')
			.trim(),
		check: (row) => row,
		...settings,
	});
	const convert: Field['convert'] = (value, reading) => {
		const rows = list.convert(value, reading) as Row[];
		return mapWithFaults(rows, (raw, index) => {
			const position = { number: index + 1, last: index === rows.length - 1 };
			const row = shaped(raw, position);
			if (!kind) return row;
			return fitting(row, { ...position, kind, stored, before: rows[index - 1], reading });
		});
	};
	return { ...list, convert };
}

/** How Chatwoot evaluates the conditions of filters, for their hints. */
export const FILTER_HINT =
	'not_equal_to and does_not_contain skip records without a value, except for labels. Dates are UTC days. Use a custom attribute with not_equal_to as the only condition, or as the last one after OR.';

const differs = (kind: Kind, { attribute_key: key, filter_operator: operator, ...row }: Row) =>
	(key === 'company_name' && kind !== 'conversation' && !isText(row.custom_attribute_type)) ||
	(key === 'display_id' && kind === 'conversation' && /contain/.test(String(operator))) ||
	(operator === 'days_before' && kind !== 'rule');

/**
 * Adapts converted conditions to the server's release, which is only requested if one of them needs it.
 * @throws BadInput for a condition that this release fails on, or never matches
 */
export async function fitToRelease(
	call: Pick<Call, 'getOnce'>,
	kind: Kind,
	rows: Row[],
): Promise<void> {
	if (!rows.some((row) => differs(kind, row))) return;
	const version = await versionOf(call);
	mapWithFaults(rows, (row, index) => {
		if (!differs(kind, row)) return;
		const refuse = (words: string) =>
			new BadInput(
				`Conditions entry ${index + 1}: ${String(row.attribute_key)} ${words} (this server runs ${version})`,
			);
		if (row.filter_operator === 'days_before') {
			if (isSince(version, '4.11.2') && !isSince(version, '4.17'))
				throw refuse(
					'with days_before fails on Chatwoot 4.11.2 to 4.16: use is_less_than with a date',
				);
		} else if (row.attribute_key === 'display_id') {
			if (!isSince(version, '4.11'))
				throw refuse('only supports equal_to and not_equal_to before Chatwoot 4.11');
		} else if (!isSince(version, '4.14')) {
			if (kind === 'rule') throw refuse('never matches in a rule before Chatwoot 4.14');
			row.attribute_key = 'company';
		}
	});
}

/** The converted conditions, from rows or JSON; an empty list if there are none. */
export const sentConditions = ({ values }: Call, name: string) =>
	values[name] ?? values[`${name}_rows`] ?? [];

/** Adapts the conditions of a field to the server's release, as `fitToRelease` does. */
export const fitConditions = async (call: Call, name: string, kind: Kind) =>
	await fitToRelease(call, kind, sentConditions(call, name) as Row[]);

/** The `run` of an operation that sends conditions. @param name of their field */
export const sendConditions = (name: string, kind: Kind) => async (call: Call) => {
	await fitConditions(call, name, kind);
	return await call.records();
};
