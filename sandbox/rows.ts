/** Helpers for records of any kind: copy fields, sort, filter, read values. */
import { DateTime } from 'luxon';

/** One record, with the fields that Chatwoot's API returns. */
export type Row = Record<string, unknown>;

/** All collections by `surface.resource`, for example `account.contact`. */
export type Rows = Record<string, Row[]>;

export const isRow = (value: unknown): value is Row =>
	value instanceof Object && !Array.isArray(value);

/** A record with only these fields, if it has them. */
export const pick = (row: Row, names: string[]): Row =>
	Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]));

/** Copies the values of `row` into `shape`, only for fields that `shape` has. */
export const over = (shape: Row, row: Row): Row => ({ ...shape, ...pick(row, Object.keys(shape)) });

/** Sets a value at a path such as `payload.webhooks[]`. With an empty path, the value is the whole reply. */
export function place(reply: unknown, path: string, value: unknown): unknown {
	const [word, ...rest] = path.replace('[]', '').split('.');
	if (!word) return value;
	const inside = isRow(reply) ? reply : {};
	return { ...inside, [word]: place(inside[word], rest.join('.'), value) };
}

/** Reads a whole number from the query. Returns `none` if it is missing, zero or not a number. */
export const whole = (query: URLSearchParams, name: string, none = 0) =>
	Number.parseInt(query.get(name) ?? '', 10) || none;

/** Keys that a record lacks if they have no value. Any other key that it lacks is a custom attribute. */
const STANDARD = /^(city|company|country(_code)?|referer|mail_subject|\w+_(id|name|language))$/;

/** The value that filters and sort orders use for a key. */
export function valueOf(row: Row, key: string): unknown {
	const { meta, custom_attributes, additional_attributes, category } = row as Record<string, Row>;
	const { sender, assignee, team } = (meta ?? {}) as Record<string, Row | undefined>;
	const named = {
		display_id: row.id,
		contact_id: sender?.id,
		assignee_id: assignee?.id,
		team_id: team?.id,
		assignee_type: assignee ? 'assigned' : 'unassigned',
		...(category && { locale: category.locale, category_slug: category.slug }),
		// Before 4.14, filters and orders use `company` for `company_name`.
		company: additional_attributes?.company_name,
	};
	// Filters read this for every record, so no merged copy of the four objects is made.
	const places: Row[] = [row, named, additional_attributes, custom_attributes];
	return places.find((one) => one && key in one)?.[key];
}

const { compare } = new Intl.Collator('en', { numeric: true });

/** Sorts by the first key of an order such as `-key` or `key_desc`. Empty values count as the highest. */
export function sorted(rows: Row[], order: string): Row[] {
	const key = order.replace(/^-|_(asc|desc)$|,.*/g, '');
	const value = (row: Row) => String(valueOf(row, key) ?? '\uffff');
	const sign = /^-|_desc$/.test(order) ? -1 : 1;
	return rows
		.map((row): [string, Row] => [value(row), row])
		.sort(([one], [other]) => sign * compare(one, other))
		.map(([, row]) => row);
}

/** The values of a field or a condition as a list in lower case. */
const texts = (value: unknown) => [value ?? []].flat().map((one) => String(one).toLowerCase());

/** The text that "greater than" and "less than" compare: of a time its day in UTC. */
function measure(value: unknown, key: string): string {
	const time = (key.endsWith('_at') && typeof value === 'number' && iso(value)) || String(value);
	// Filters call this for every record, so common formats skip the parser.
	if (/^\d{4}-\d\d-\d\d($|T.*Z$)/.test(time)) return time.slice(0, 10);
	if (!/^\d{4}-?\d\d-?\d\d/.test(time)) return time;
	return DateTime.fromISO(time.toUpperCase(), { zone: 'utc' }).toISODate()!;
}

/** Keys of contacts, which Chatwoot compares with the first value alone, where it compares those of conversations with each. */
const OF_CONTACTS = /^(name|email|phone_number|identifier)$/;

/** Whether records meet a condition of a filter. Throws if the sandbox does not know the operator. */
function conditionOf({ attribute_key, filter_operator = 'equal_to', values }: Row) {
	const key = String(attribute_key);
	const operator = String(filter_operator);
	const all = texts(values);
	const wanted = OF_CONTACTS.test(key) && /equal_to/.test(operator) ? all.slice(0, 1) : all;
	/** Comparisons need a stored value. @returns 0 without one */
	const order = (stored: string[], row: Row, than: string) =>
		stored.length ? compare(measure(valueOf(row, key), key), measure(than, key)) : 0;
	const known: Record<string, (stored: string[], row: Row) => boolean> = {
		equal_to: (stored) =>
			wanted.some((one) => stored.includes(one)) || (key === 'status' && wanted[0] === 'all'),
		contain: (stored) => wanted.some((one) => stored.join().includes(one)),
		starts_with: (stored) => wanted.some((one) => stored.join().startsWith(one)),
		present: (stored) => stored.length > 0,
		greater_than: (stored, row) => order(stored, row, wanted[0]) > 0,
		less_than: (stored, row) => order(stored, row, wanted[0]) < 0,
		days_before: (stored, row) =>
			order(stored, row, iso(Date.now() / 1000 - Number(wanted[0]) * 86_400)!) < 0,
	};
	const matches = known[operator.replace(/^(is|does)_|not_|s$/g, '')];
	if (!matches) throw notKept(`the operator ${operator}`);
	return (row: Row): boolean => {
		const stored = texts(valueOf(row, key)).filter(Boolean);
		if (!operator.includes('not_')) return matches(stored, row);
		// "is not" only matches a record without a value if the key is labels or a custom attribute.
		const matchesEmpty = key === 'labels' || !(key in row || STANDARD.test(key));
		return (
			!matches(stored, row) && (stored.length > 0 || matchesEmpty || operator === 'is_not_present')
		);
	};
}

/** The records that match a filter. AND binds tighter than OR. */
export function filtered(rows: Row[], conditions: Row[]): Row[] {
	const groups: Array<Array<(row: Row) => boolean>> = [[]];
	for (const condition of conditions) {
		groups.at(-1)!.push(conditionOf(condition));
		if (/^or$/i.test(String(condition.query_operator))) groups.push([]);
	}
	return rows.filter((row) => groups.some((group) => group.every((meets) => meets(row))));
}

/** Unix seconds as ISO time, or null if there is no time. */
export const iso = (seconds: unknown) =>
	Number(seconds) ? new Date(Number(seconds) * 1000).toISOString() : null;

/** The error for anything that the sandbox does not support. It is also logged. */
export function notKept(feature: string): Error {
	const message = `not kept here: ${feature}`;
	console.error(`sandbox: ${message}`);
	return Object.assign(new Error(message), { statusCode: 501 });
}
