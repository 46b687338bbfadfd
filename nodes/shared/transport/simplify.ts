import type { IDataObject } from 'n8n-workflow';
import { at, isEmpty, isObject } from '../values';
import type { Field } from '../vocabulary/fields/fields';
import type { Operation } from '../vocabulary/operation';
import type { Shape } from '../vocabulary/reply';
import { segment } from './address';

/** Keys whose numbers are Unix time in seconds; 0 means never. */
const TIME = /(^|_)(at|on|since|until|timestamp)$/;

/** Keys inside these are named by users and channels: their values stay as they are. */
const FREE = /_attributes$/;

/** @param seconds Unix time; beyond the year 275,760 there is no date to write */
export const isoOfSeconds = (seconds: number) =>
	Math.abs(seconds) < 8.64e12 ? new Date(seconds * 1000).toISOString() : seconds;

const MESSAGE_TYPES = ['incoming', 'outgoing', 'activity', 'template'];

/**
 * A value as a workflow reads it: times in ISO, message types in words, null for an empty object.
 * @param key of the value
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

/** Where an item comes from. */
interface Origin {
	/** Root of Chatwoot; without it pages have no URL. */
	baseUrl?: string;
	/** The fields of the call, such as the account. */
	values?: IDataObject;
}

/** The URL of a page; null if the root of Chatwoot or a part of the path is not known. */
function addressOf(page: string, parts: IDataObject, { baseUrl, values }: Origin): string | null {
	if (!baseUrl) return null;
	let isWhole = true;
	const path = page.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = name in parts ? parts[name] : values?.[name];
		if (isEmpty(value)) isWhole = false;
		return isWhole ? segment(String(value)) : '';
	});
	return isWhole ? baseUrl + path : null;
}

/** Makes an item of this shape from a record, with readable values. */
export function shaped(record: unknown, shape: Shape, origin: Origin = {}): IDataObject {
	const entries = Object.entries(shape).flatMap(([key, from]) => {
		// A page needs the values of the other keys, so it is filled in below.
		if (typeof from === 'object' && 'page' in from) return [[key, null]];
		if (typeof from === 'object' && 'computed' in from)
			return [[key, readable(from.computed(record as IDataObject) ?? null, key)]];
		const [path, inner] = Array.isArray(from) ? from : [from];
		const value = at(record, path.replace('?', ''));
		if (path.endsWith('?') && value === undefined) return [];
		const list = Array.isArray(value) ? value : [];
		const entry = (one: unknown) => shaped(one, inner as Shape, origin);
		return [[key, inner ? list.map(entry) : readable(value ?? null, key)]];
	});
	const item = Object.fromEntries(entries) as IDataObject;
	for (const [key, from] of Object.entries(shape))
		if (typeof from === 'object' && 'page' in from) item[key] = addressOf(from.page, item, origin);
	return item;
}

/** Ids that most workflows continue with: an item always has them, even if `id` has the same value. */
const REPEATED_IDS = ['contact_id', 'conversation_id'];

/** Whether the reply only reports success and has no record. */
const isDone = (record: IDataObject) => Object.keys(record).join() === 'success';

/** Names of the path's fields whose ids are put into each item. */
const pathIdNamesOf = ({ path = [] }: Operation): string[] =>
	path
		.filter((part): part is Field => 'convert' in part && !part.fallback)
		.map(({ name }) => name)
		.filter((name) => /_(id|identifier|uuid)$/.test(name));

/**
 * The shape of an operation's items.
 * @param values of the fields
 * @param version of the node
 */
export function shapeOf(
	{ reply }: Operation,
	values: IDataObject,
	version: number,
): Shape | 'all' | undefined {
	const simple = reply?.simple;
	return typeof simple === 'function' ? simple(values, version) : simple;
}

/**
 * Makes the items of an operation's records. Each item also has the ids of the path under the names of
 * their fields; `id` is always the id of the record.
 * @param values of the fields
 * @param version of the node
 * @param baseUrl Chatwoot's root
 */
export function itemMaker(
	definition: Operation,
	values: IDataObject,
	version: number,
	baseUrl?: string,
): (record: IDataObject) => IDataObject {
	const shape = shapeOf(definition, values, version);
	const pathIds = pathIdNamesOf(definition).map((name): [string, IDataObject[string]] => [
		name,
		values[name],
	]);
	return (record) => {
		const item =
			shape === undefined || isDone(record)
				? record
				: shape === 'all'
					? (readable(record) as IDataObject)
					: shaped(record, shape, { baseUrl, values });
		const { id } = item;
		const about = Object.fromEntries(
			pathIds.filter(([name, value]) => value !== id || REPEATED_IDS.includes(name)),
		);
		// The ids of the path come first, and replace keys of the record: some records have the id of another
		// kind of record under the same name. A spread would take twenty times as long.
		return Object.assign(id === undefined ? {} : { id }, about, item, about);
	};
}
