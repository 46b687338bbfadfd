import type {
	ICredentialDataDecryptedObject,
	INodeProperties,
	NodePropertyTypes,
} from 'n8n-workflow';
import { BadInput, badInput } from '../../faults';
import { phoneNumber } from '../../formats/phone';
import type { Calendar } from '../../time/calendar';
import { isObject, without } from '../../values';
import { sentenceOf, sentences, type Needs } from '../needs';
import { isOf, shownIn, type Versions } from '../versions';
import type { Columns, Locator } from '../picking/picking';

/** What a conversion may need to know in addition to the value. */
export interface Reading extends Calendar {
	/** Version of the node. */
	version: number;
	/** Values that are already converted, and values of choices, by field name. */
	values: Record<string, unknown>;
	credentials: ICredentialDataDecryptedObject;
	/** Whether names are accepted instead of ids: the reader looks them up later. */
	names?: true;
	/** The input item's JSON, for columns that are mapped automatically. */
	item?: Record<string, unknown>;
	/** Whether the field of this name is filled by an expression; fields inside other fields are not known. */
	isExpression?: (name: string) => boolean;
	/** Label of the choice around the field, if an expression fills it: n8n may not show the field. */
	choiceByExpression?: string;
}

/** One field of the API: the property that n8n shows, and how its value is sent. */
export interface Field extends Versions {
	/** Name of the parameter, and on the wire unless `as` says otherwise. */
	name: string;
	as: string;
	property: INodeProperties;
	/** The value as it is sent; undefined: nothing is sent. Throws BadInput with words that follow the field's label. */
	convert: (value: unknown, reading: Reading) => unknown;
	/** The value that is sent to empty the field; without it the field cannot be emptied. */
	clear?: unknown;
	/** Key of the credential that replaces an empty value. */
	fallback?: string;
	/** For files, of the item or by URL: allowed MIME types (default: all), maximum size, and whether they are sent after the other fields. */
	file?: { types?: string[]; megabytes: number; after?: boolean; byUrl?: true };
	/** The value is the whole URL of the request. */
	address?: true;
	/** How an id is picked from a list. */
	locator?: Locator;
	/** Where the columns of a mapper come from. */
	columns?: Columns;
	/** The fields inside a group, or inside each row. */
	members?: Part[];
	/** A list of the field's values is sent. */
	list?: true;
	/** Format of the JSON that is sent, if it does not follow from type and members. */
	form?: string;
	since?: Settings['since'];
	shown?: Settings['shown'];
	/** If the field is added but empty, that is a fault in creates as well. */
	filled?: true;
	/** The account's custom attributes, if this is JSON with some: a hint says what they do not allow. */
	attributes?: Columns;
}

/** Fields of the operation's collection: not set until the user adds them. */
export interface Optional {
	optional: Field[];
	/** They are shown above the collection, not set until the user fills them in. */
	front?: true;
}

/** A choice that decides which other fields are shown, and what else is sent. */
export interface Choice extends Versions {
	name: string;
	property: INodeProperties;
	choices: Record<string, Branch>;
	/** Name of a field of the branches that is shown above the choice. */
	after?: string;
	/** Selects the parts of the branch that are read. Default: all. @param rawValue reads a field's raw value */
	activeParts?: (branch: Part[], rawValue: (name: string) => unknown) => Part[];
}

/** The parts that belong to one value of a choice. */
interface Branch extends Versions {
	parts: Part[];
}

/** Sends constant values; a function computes its value, and undefined is not sent. */
export interface Fixed {
	fixed: Record<string, unknown>;
}

export type Part = Field | Optional | Choice | Fixed;

/** Releases that know a value, such as `4.14`: from the first one (`since`), or up to the one that dropped it (`before`). */
export interface Known {
	/** The part of the value that is meant. Default: all of it. */
	value?: string;
	since?: string;
	before?: string;
}

/** For `since`: values that were added with a release. The field has one value or a list of them. */
export const cameWith =
	(since: string, ...values: string[]) =>
	(chosen: unknown): Known[] =>
		[chosen]
			.flat()
			.map(String)
			.filter((value) => values.includes(value))
			.map((value) => ({ value, since }));

export interface Settings extends Pick<Needs, 'edition' | 'feature'>, Versions {
	label?: string;
	/** Shown under the field, and to an AI agent. */
	hint?: string;
	placeholder?: string;
	as?: string;
	clear?: unknown;
	default?: INodeProperties['default'];
	/** Longest text in characters. */
	max?: number;
	/** Lines of the text box. */
	rows?: number;
	/** First release that knows the field (earlier ones ignore it with 200), or the releases that know its value. */
	since?: string | ((value: unknown) => Known[]);
	/**
	 * Path of the value in the reply's record, if it is not the name on the wire. False: the record does not
	 * have it, or Chatwoot may change it.
	 */
	shown?: string | false;
}

const WORDS: Record<string, string> = {
	id: 'ID',
	url: 'URL',
	csat: 'CSAT',
	urls: 'URLs',
	json: 'JSON',
};

/** `phone_number` → Phone Number. */
export const title = (name: string): string =>
	name
		.split('_')
		.map((word) => WORDS[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');

/** A property that may be empty in n8n. */
export const voluntary = (property: INodeProperties): INodeProperties =>
	without(property, 'required');

export const optional = (...fields: Field[]): Optional => ({
	optional: fields.map((field) => ({ ...field, property: voluntary(field.property) })),
});

/** Optional fields that nearly everybody sets; only for kinds that are empty at first. */
export const front = (...fields: Field[]): Optional => ({ ...optional(...fields), front: true });

export const fixed = (values: Record<string, unknown>): Fixed => ({ fixed: values });

/** @param choices value → label and parts */
export const choice = (
	name: string,
	choices: Record<string, Named & { parts: Part[] }>,
	{ after, ...settings }: Settings & Pick<Choice, 'after'> = {},
): Choice => {
	const { property } = pick(name, choices, settings);
	return { name, choices, property, after, from: settings.from, until: settings.until };
};

export function emptyText({ fallback, property: { type } }: Field): string {
	if (fallback) return 'is empty: choose one, or set a default in the credential';
	return type === 'multiOptions' ? 'is empty: choose at least one' : 'is empty: fill it in';
}

/** Puts the field's label in front of a fault. A fault that already has a name comes from a member. */
export function named(
	field: { name: string; property: { displayName: string } },
	error: unknown,
): BadInput {
	if (!(error instanceof BadInput)) throw error;
	const place = `${field.property.displayName}${error.fields.length ? ':' : ''}`;
	return new BadInput(`${place} ${error.message}`, [field.name]);
}

export function field(
	name: string,
	type: NodePropertyTypes,
	settings: Settings,
	convert: Field['convert'],
	property: Partial<INodeProperties> = {},
): Field {
	const { label, hint = '', placeholder, as = name, clear, default: initial = '' } = settings;
	const { since, shown, edition, feature, from, until } = settings;
	const needs = { edition, feature, ...(typeof since === 'string' ? { since } : {}) };
	const description = sentences(hint, sentenceOf(needs));
	return {
		name,
		as,
		convert,
		since,
		shown,
		from,
		until,
		...('clear' in settings ? { clear } : {}),
		property: {
			displayName: label ?? title(name),
			name,
			type,
			default: initial,
			required: true,
			...(description ? { description } : {}),
			...(placeholder ? { placeholder } : {}),
			...shownIn(settings),
			...property,
		},
	};
}

/** Says what arrived instead of text, and how to turn it into text. */
function noText(value: object): string {
	if (Array.isArray(value))
		return `must be text, not a list of ${value.length} ${value.length === 1 ? 'entry' : 'entries'}. Join it: {{ $json.x.join(', ') }}`;
	const [key = 'name'] = Object.keys(value);
	return `must be text, not an object. Use one of its values, such as {{ $json.x.${key} }}`;
}

/** Text. Numbers and booleans become text, as Chatwoot would convert them. */
export const text = (name: string, settings: Settings = {}): Field =>
	field(
		name,
		'string',
		settings,
		(value) => {
			if (typeof value === 'object' && value !== null) throw new BadInput(noText(value));
			const result = String(value);
			const length = [...result].length;
			if (settings.max !== undefined && length > settings.max)
				throw new BadInput(`has ${length} characters; the maximum is ${settings.max}`);
			return result;
		},
		settings.rows ? { typeOptions: { rows: settings.rows } } : {},
	);

/** Text that n8n hides while it is typed. */
export const secret = (name: string, settings: Settings = {}): Field => {
	const kind = text(name, { shown: false, ...settings });
	return { ...kind, property: { ...kind.property, typeOptions: { password: true } } };
};

const matching =
	(pattern: RegExp, remedy: string, placeholder: string, type: NodePropertyTypes = 'string') =>
	(name: string, settings: Settings = {}): Field => {
		const kind = text(name, { placeholder, ...settings });
		return {
			...kind,
			property: { ...kind.property, type },
			convert: (value, reading) => {
				const result = String(kind.convert(value, reading)).trim();
				if (!pattern.test(result)) throw new BadInput(remedy);
				return result;
			},
		};
	};

export const email = matching(
	/^[^\s@]+@[^\s@]+$/,
	'must be an email address such as nathan@example.com',
	'e.g. nathan@example.com',
);

/** A phone number, however it is written. It is sent as Chatwoot stores it, with a plus sign and digits. */
export const phone = (name: string, { hint = '', ...settings }: Settings = {}): Field => {
	const kind = text(name, {
		placeholder: 'e.g. +4915112345678',
		hint: sentences(PHONE_HINT, hint),
		...settings,
	});
	return {
		...kind,
		convert: (value, reading) => {
			kind.convert(value, reading);
			return phoneNumber(value, reading.credentials.default_country);
		},
	};
};

const PHONE_HINT =
	'With the country code, such as +49 151 12345678. Numbers without one need Default Country in the credential.';

export const url = matching(
	/^https?:\/\/\S+$/,
	'must be a URL that begins with http:// or https://',
	'e.g. https://example.com',
);

export const color = matching(
	/^#[0-9a-f]{6}$/i,
	'must be a hex color such as #1F93FF',
	'e.g. #1F93FF',
	'color',
);

const rangeText = (least: number, most: number): string =>
	[least > -Infinity ? ` from ${least}` : '', most < Infinity ? ` to ${most}` : ''].join('');

const numeric =
	(isValid: (typed: string, result: number) => boolean, expected: string) =>
	/** @param settings.range both ends included */
	(name: string, settings: Settings & { range?: [number, number] } = {}): Field =>
		field(
			name,
			'number',
			{ ...settings, default: settings.default ?? settings.range?.[0] ?? 0 },
			(value) => {
				const [least, most] = settings.range ?? [-Infinity, Infinity];
				const typed = String(value).trim();
				const result = Number(typed);
				if (!isValid(typed, result) || result < least || result > most)
					throw new BadInput(`must be ${expected}${rangeText(least, most)}`);
				return result;
			},
			settings.range ? { typeOptions: { minValue: settings.range[0] } } : {},
		);

export const integer = numeric(
	(typed, result) => Number.isSafeInteger(result) && `${result}` === typed,
	'a whole number',
);

/** A number with decimals, as JSON writes it. */
export const number = numeric(
	(typed, result) => /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(typed) && Number.isFinite(result),
	'a number',
);

/** @param settings.hint begins with "Whether" */
export const flag = (name: string, settings: Settings & { hint: string }): Field =>
	field(name, 'boolean', { default: false, ...settings }, (value) => {
		if (typeof value === 'boolean') return value;
		if (value === 'true' || value === 'false') return value === 'true';
		throw new BadInput('must be true or false');
	});

/**
 * The order of a list. A second key gives equal values a fixed order: without it pages repeat and miss
 * records. @param keys only those that Chatwoot sorts by before `created_at`
 */
export const sort = (keys: string[], settings: Settings = {}): Field => {
	const values = Object.fromEntries(
		keys.flatMap((key) => [
			[key, `${title(key)} (Ascending)`],
			[`-${key}`, `${title(key)} (Descending)`],
		]),
	);
	const chosen = pick('sort', values, settings);
	return {
		...chosen,
		convert: (value, reading) => {
			const key = String(chosen.convert(value, reading));
			return key.endsWith('created_at') ? key : `${key},created_at`;
		},
	};
};

/** A value of a list, which some versions of the node may not have. */
interface Named extends Versions {
	name: string;
}

type Values = Record<string, string | Named>;

const nameOf = (value: Values[string]): Named =>
	typeof value === 'string' ? { name: value } : value;

const listed = (values: Values) =>
	Object.entries(values)
		.map(([value, named]) => ({ name: nameOf(named).name, value, ...shownIn(nameOf(named)) }))
		.sort((a, b) => a.name.localeCompare(b.name));

/** The values that the node's version has. */
const valuesOf = (values: Values, { version }: Reading): string[] =>
	Object.keys(values).filter((value) => isOf(version, nameOf(values[value])));

/** One of a closed list: value → name. */
export const pick = (name: string, values: Values, settings: Settings = {}): Field =>
	field(
		name,
		'options',
		{ default: Object.keys(values)[0], ...settings },
		(value, reading) => {
			const allowed = valuesOf(values, reading);
			if (!allowed.includes(String(value)))
				throw new BadInput(`must be one of ${allowed.join(', ')}`);
			return value;
		},
		{ options: listed(values) },
	);

/** A list of texts as array, JSON text or text with commas. */
export function list(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value === 'string' && value.trim().startsWith('['))
		return parse(value, Array.isArray, 'a list') as unknown[];
	if (typeof value !== 'object')
		return String(value)
			.split(',')
			.map((entry) => entry.trim());
	throw new BadInput('must be a list');
}

const textList = (value: unknown) =>
	list(value).map((entry) => {
		if (typeof entry === 'object' || entry === '')
			throw new BadInput('must be a list of text values');
		return String(entry);
	});

/** Several texts. */
export const textsOf = (name: string, settings: Settings = {}): Field => ({
	...field(name, 'string', settings, textList),
	list: true,
});

/** Several of a closed list: value → name. */
export const picks = (name: string, values: Values, settings: Settings = {}): Field =>
	field(
		name,
		'multiOptions',
		{ default: [], ...settings },
		(value, reading) => {
			const chosen = textList(value);
			const allowed = valuesOf(values, reading);
			const unknown = chosen.filter((entry) => !allowed.includes(entry)).join(', ');
			if (!unknown) return chosen;
			throw new BadInput(`cannot contain ${unknown}: choose from ${allowed.join(', ')}`);
		},
		{ options: listed(values) },
	);

function parse(value: unknown, fits: (parsed: unknown) => boolean, expected: string): unknown {
	let parsed = value;
	if (typeof value === 'string') {
		try {
			parsed = JSON.parse(value);
		} catch (error) {
			throw badInput(`is not valid JSON: ${(error as Error).message}`);
		}
	}
	if (!fits(parsed)) throw new BadInput(`must be ${expected}`);
	return parsed;
}

/** An object, typed as JSON or given by an expression. */
export const json = (name: string, settings: Settings = {}): Field =>
	field(name, 'json', { default: '{}', ...settings }, (value) =>
		parse(value, isObject, 'a JSON object'),
	);

/** Checks an entry of a list and returns it as it is sent; faults begin with `entry 2`. */
export type Check = (
	row: Record<string, unknown>,
	position: { number: number; last: boolean },
) => Record<string, unknown>;

/** A list of objects. */
export const jsonList = (name: string, settings: Settings & { check: Check }): Field =>
	field(name, 'json', { default: '[]', ...settings }, (value) => {
		const rows = parse(value, Array.isArray, 'a JSON list') as Array<Record<string, unknown>>;
		return rows.map((row, index) => {
			if (!isObject(row))
				throw new BadInput(`must be a list of objects; entry ${index + 1} is not one`);
			return settings.check(row, { number: index + 1, last: index === rows.length - 1 });
		});
	});

export const includeSecrets = (): Field =>
	flag('include_secrets', {
		hint: 'Whether to return tokens and passwords instead of ***',
	});
