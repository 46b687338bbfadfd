import type { IDataObject } from 'n8n-workflow';
import { at, isObject } from '../values';
import type { Field } from '../vocabulary/fields/fields';
import type { Operation } from '../vocabulary/operation';
import type { Shape } from '../vocabulary/reply';

/** Under such names a number is Unix seconds, 0 for never. */
const TIME = /(^|_)(at|on|since|until|timestamp)$/;

/** In there people and channels name the keys. */
const FREE = /_attributes$/;

/** @param seconds Unix time; beyond the year 275,760 there is no date to write */
export const isoOfSeconds = (seconds: number) =>
	Math.abs(seconds) < 8.64e12 ? new Date(seconds * 1000).toISOString() : seconds;

const MESSAGE_TYPES = ['incoming', 'outgoing', 'activity', 'template'];

/**
 * A value as a workflow reads it: times in ISO, message types in words, null for an empty object.
 * @param key where the value stands
 */
export function readable(value: unknown, key = ''): unknown {
	if (Array.isArray(value)) return value.map((entry) => readable(entry));
	if (isObject(value)) {
		const entries = Object.entries(value);
		if (entries.length === 0) return null;
		if (FREE.test(key)) return value;
		return Object.fromEntries(entries.map(([name, inner]) => [name, readable(inner, name)]));
	}
	if (typeof value !== 'number') return value;
	if (TIME.test(key)) return value ? isoOfSeconds(value) : null;
	return key === 'message_type' ? (MESSAGE_TYPES[value] ?? value) : value;
}

/** A record in this shape, readable. */
export function shaped(record: unknown, shape: Shape): IDataObject {
	const entries = Object.entries(shape).flatMap(([key, from]) => {
		const [path, inner] = Array.isArray(from) ? from : [from];
		const value = at(record, path.replace('?', ''));
		if (path.endsWith('?') && value === undefined) return [];
		const list = Array.isArray(value) ? value : [];
		return [[key, inner ? list.map((one) => shaped(one, inner)) : readable(value ?? null, key)]];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/** Most workflows go on with these: an item has them under one name, whatever it is about. */
const SAID_TWICE = ['contact_id', 'conversation_id'];

/** What the service answers where it gives no record. */
const isDone = (record: IDataObject) => Object.keys(record).join() === 'success';

/** Names of the fields of the path whose ids are in each item. */
export const askedOf = ({ path = [] }: Operation): string[] =>
	path
		.filter((part): part is Field => 'convert' in part && !part.fallback)
		.map(({ name }) => name)
		.filter((name) => /_(id|identifier|uuid)$/.test(name));

/** @param values of the fields, on which it may depend */
export function shapeOf({ reply }: Operation, values: IDataObject): Shape | 'all' | undefined {
	const simple = reply?.simple;
	return typeof simple === 'function' ? simple(values) : simple;
}

/**
 * Makes the items of an operation's records. An item says what the operation was about: the ids of the
 * path are in it under their names; `id` is that of the record alone.
 * @param values of the fields
 */
export function itemMaker(
	definition: Operation,
	values: IDataObject,
): (record: IDataObject) => IDataObject {
	const shape = shapeOf(definition, values);
	const asked = askedOf(definition).map((name): [string, IDataObject[string]] => [
		name,
		values[name],
	]);
	return (record) => {
		const item =
			shape === undefined || isDone(record)
				? record
				: shape === 'all'
					? (readable(record) as IDataObject)
					: shaped(record, shape);
		const { id, ...rest } = item;
		const about = Object.fromEntries(
			asked.filter(([name, value]) => value !== id || SAID_TWICE.includes(name)),
		);
		// They stand in front, and win: of some records the service gives ids of another kind.
		return { ...(id === undefined ? {} : { id }), ...about, ...rest, ...about };
	};
}
