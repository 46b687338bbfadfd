import { DateTime } from 'luxon';
import { isObject } from '../../nodes/shared/values';
import type { Recording } from './recordings';

type Scalar = string | number;

/** What the values of one server are called on another one, learned from two recordings of a call. */
export type Dictionary = Map<string, Scalar>;

const keyOf = (value: Scalar) => `${typeof value}:${value}`;

function learn(words: Dictionary, one: unknown, other: unknown): void {
	if (isScalar(one) && isScalar(other)) {
		words.set(keyOf(one), other);
		if (/^\d+$/.test(`${one}${other}`)) {
			words.set(keyOf(Number(one)), Number(other));
			words.set(keyOf(String(one)), String(other));
		}
	} else if (Array.isArray(one) && Array.isArray(other))
		one.forEach((entry, index) => learn(words, entry, other[index]));
	else if (isObject(one) && isObject(other))
		for (const [key, entry] of Object.entries(one)) learn(words, entry, other[key]);
}

const isScalar = (value: unknown): value is Scalar =>
	typeof value === 'string' || typeof value === 'number';

const queryOf = (query: Recording['request']['query'] = {}) =>
	typeof query === 'string' ? [...new URLSearchParams(query)] : query;

/** @param pairs the same call on the one server and on the other */
export function dictionaryOf(
	pairs: Array<[Recording['request'], Recording['request']]>,
): Dictionary {
	const words: Dictionary = new Map();
	for (const [one, other] of pairs) {
		learn(
			words,
			one.path.split('/').map(decodeURIComponent),
			other.path.split('/').map(decodeURIComponent),
		);
		learn(words, queryOf(one.query), queryOf(other.query));
		learn(words, one.body, other.body);
		learn(words, one.form, other.form);
		learn(words, one.files, other.files);
	}
	return words;
}

/** The value as the other server calls it: in lists with commas, JSON texts and dates, too. */
export function translate(words: Dictionary, value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry) => translate(words, entry));
	if (isObject(value))
		return Object.fromEntries(
			Object.entries(value).map(([key, entry]) => [key, translate(words, entry)]),
		);
	if (!isScalar(value)) return value;
	const known = words.get(keyOf(value));
	if (known !== undefined || typeof value === 'number') return known ?? value;
	if (/^[[{]/.test(value.trim())) {
		try {
			return JSON.stringify(translate(words, JSON.parse(value)));
		} catch {
			return value;
		}
	}
	if (value.includes(',')) {
		const parts = value.split(/(,\s*)/);
		return parts.map((part, index) => (index % 2 ? part : translate(words, part))).join('');
	}
	const moment = /^\d{4}-\d\d-\d\d/.test(value)
		? DateTime.fromISO(value, { zone: 'utc', setZone: true })
		: undefined;
	const seconds = moment?.isValid ? words.get(keyOf(moment.toSeconds())) : undefined;
	return seconds === undefined
		? value
		: DateTime.fromSeconds(Number(seconds), { zone: 'utc' }).toISO({ suppressMilliseconds: true });
}
