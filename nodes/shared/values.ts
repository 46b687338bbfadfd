import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object, but not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value at a path such as `data.payload`; '' is the value itself. A `*` collects the values of all entries of
 * a list into one list: `payload.*.hooks`.
 */
export function at(value: unknown, path: string): unknown {
	// Most paths are one key of one of many records.
	if (path && !path.includes('.')) return (value as IDataObject | undefined | null)?.[path];
	const [head, ...rest] = path.split('.*.');
	const found = head
		.split('.')
		.filter(Boolean)
		.reduce<unknown>((inner, key) => (inner as IDataObject | undefined | null)?.[key], value);
	if (rest.length === 0) return found;
	if (!Array.isArray(found)) return undefined;
	return found.flatMap((entry: unknown) => at(entry, rest.join('.*.')) ?? []);
}

/** Whether a value has more than this many levels. */
export const isDeeper = (value: unknown, levels: number): boolean => {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	for (const key in value) if (isDeeper((value as Values)[key], levels - 1)) return true;
	return false;
};

/** A copy of a record without some of its keys. */
export function without<T extends object, Key extends string>(
	record: T,
	...keys: Key[]
): Omit<T, Key> {
	const left = { ...record };
	for (const key of keys) delete left[key as unknown as keyof T];
	return left;
}

/** Returns its argument, for conversions that change nothing. */
export const unchanged = <T>(value: T): T => value;

/** Whether a value is text, a number or a boolean. */
export const isScalar = (value: unknown): value is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof value);

/** A value of a reply, for use in a sentence. */
export const worded = (value: unknown): string =>
	['string', 'number'].includes(typeof value) ? String(value) : 'unknown';

/** Whether the user left a field empty; the value of a locator is inside an object. */
export const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.length === 0) ||
	(isObject(value) && '__rl' in value && isEmpty(value.value));

/** Whether two JSON values are equal, regardless of the order of keys, which Chatwoot changes. */
export function isSame(one: unknown, other: unknown): boolean {
	if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
	const [keys, others] = [Object.keys(one), Object.keys(other)];
	return (
		Array.isArray(one) === Array.isArray(other) &&
		keys.length === others.length &&
		keys.every((key) => isSame((one as Values)[key], (other as Values)[key]))
	);
}

type Values = Record<string, unknown>;

/**
 * The URL in a text, if it is complete; with `base` also if it is relative. `URL.canParse` of Node 20 must not be
 * used for this: once it has been called a few thousand times, it refuses every URL with an umlaut.
 */
export function parsedUrl(typed: string, base?: string): URL | undefined {
	try {
		return new URL(typed, base);
	} catch {
		return undefined;
	}
}

/** The URL in a text if it begins with http:// or https://; with `base` also if it is relative. */
export function webUrl(typed: string, base?: string): URL | undefined {
	const url = parsedUrl(typed, base);
	return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** `{ 'channel.email': 'a@b.c' }` → `{ channel: { email: 'a@b.c' } }`, merged with existing objects. */
export function nested(flat: IDataObject = {}): IDataObject {
	const result: IDataObject = {};
	for (const [path, value] of Object.entries(flat)) {
		const keys = path.split('.');
		const last = keys.pop() ?? '';
		const target = keys.reduce((at, key) => (at[key] ??= {}) as IDataObject, result);
		target[last] = isObject(value) ? ({ ...(target[last] as object), ...value } as object) : value;
	}
	return result;
}

/** Sets an entry of a map as its newest, and removes the oldest one if there are more than `most`. */
export function setNewest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
	map.delete(key);
	map.set(key, value);
	const [oldest] = map.keys();
	if (map.size > most) map.delete(oldest);
}
