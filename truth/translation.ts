import { DateTime } from 'luxon';
import { isObject } from '../nodes/shared/values';
import type { Recording } from './recordings';

type Scalar = string | number;

/**
 * What the values of one server are called on another: `name=value` where a key or the path says
 * whose value it is, `=value` anywhere; null where two calls disagree.
 */
type Dictionary = Map<string, unknown>;

const isScalar = (value: unknown): value is Scalar =>
	typeof value === 'string' || typeof value === 'number';

/** Numbers in an address, and JSON in a field, are text. */
const textOf = (value: unknown) => (isScalar(value) ? `${value}` : JSON.stringify(value));
const keyOf = (name: string, value: unknown) => `${name.replace('[]', '')}=${textOf(value)}`;

/** `contacts/7` is a contact_id, `inboxes/7` an inbox_id. */
const nameOf = (segment = '') => `${segment.replace(/(?<=box)es$|s$/, '')}_id`;

/** Each segment of a path with the name that the one before gives it. */
const segmentsOf = (path: string) =>
	path
		.split('/')
		.map(decodeURIComponent)
		.map((segment, index, all) => [nameOf(all[index - 1]), segment] as const);

function learn(words: Dictionary, name: string, older: unknown, newer: unknown): void {
	if (newer === undefined) return;
	// Of a list or an object it counts whose it is.
	for (const key of isScalar(older)
		? [keyOf(name, older), keyOf('', older)]
		: [keyOf(name, older)]) {
		const known = words.get(key);
		words.set(key, known === undefined || textOf(known) === textOf(newer) ? newer : null);
	}
	if (Array.isArray(older)) {
		const others: unknown[] = Array.isArray(newer) ? newer : [newer];
		older.forEach((entry, index) => learn(words, name, entry, others[index]));
	} else if (isObject(older) && isObject(newer))
		for (const [key, entry] of Object.entries(older)) learn(words, key, entry, newer[key]);
}

const queryOf = (query: Recording['request']['query'] = {}) =>
	typeof query === 'string' ? [...new URLSearchParams(query)] : query;

type Call = Pick<Recording, 'request' | 'response'>;

/**
 * @param pairs the same call on the one server and on the other
 * @param withReplies what the replies show is known, too: for what is expected, not for what is sent
 */
export function dictionaryOf(pairs: Array<[Call, Call]>, withReplies = false): Dictionary {
	const words: Dictionary = new Map();
	for (const [{ request: older, response }, { request: newer, response: reply }] of pairs) {
		const others = segmentsOf(newer.path);
		segmentsOf(older.path).forEach(([name, segment], index) =>
			learn(words, name, segment, others[index]?.[1]),
		);
		learn(words, '', queryOf(older.query), queryOf(newer.query));
		learn(words, '', older.body, newer.body);
		learn(words, '', older.form, newer.form);
		learn(words, '', older.files, newer.files);
		if (withReplies) learn(words, '', response.body, reply.body);
	}
	return words;
}

/** The type is that of the value: in a form numbers and booleans are text. */
function like(value: unknown, other: unknown): unknown {
	if (typeof value === 'string') return textOf(other);
	const read: unknown = /^(true|false|-?\d+)$/.test(`${other}`) ? JSON.parse(`${other}`) : other;
	return typeof read === typeof value ? read : other;
}

/** The value as the other server calls it: in paths, lists with commas, JSON texts and dates, too. */
export function translate(words: Dictionary, value: unknown, name = ''): unknown {
	const known = (one: unknown) =>
		words.get(keyOf(name, one)) ?? (isScalar(one) ? words.get(keyOf('', one)) : undefined);
	const other = known(value) ?? undefined;
	if (other !== undefined) return like(value, other);
	if (Array.isArray(value)) return value.map((entry) => translate(words, entry, name));
	if (isObject(value))
		return Object.fromEntries(
			Object.entries(value).map(([key, entry]) => [
				key,
				// A locator's value is that of its field.
				translate(words, entry, key === 'value' && name ? name : key),
			]),
		);
	if (typeof value !== 'string') return value;
	if (/^[[{]/.test(value.trim())) {
		try {
			return JSON.stringify(translate(words, JSON.parse(value), name));
		} catch {
			return value;
		}
	}
	if (value.startsWith('/'))
		return segmentsOf(value)
			.map(([key, segment]) => encodeURIComponent(String(translate(words, segment, key))))
			.join('/');
	if (value.includes(','))
		return value
			.split(/(,\s*)/)
			.map((part, index) => (index % 2 ? part : translate(words, part, name)))
			.join('');
	const moment = /^\d{4}-\d\d-\d\d/.test(value)
		? DateTime.fromISO(value, { zone: 'utc', setZone: true })
		: undefined;
	const seconds = moment?.isValid ? known(moment.toSeconds()) : undefined;
	return isScalar(seconds)
		? DateTime.fromSeconds(Number(seconds), { zone: 'utc' }).toISO({ suppressMilliseconds: true })
		: value;
}
