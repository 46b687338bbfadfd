/** What the sandbox does with records of any kind. */
import { DateTime } from 'luxon';

/** One record, in the shape in which the service shows it. */
export type Row = Record<string, unknown>;

/** All collections, by `surface.resource`. */
export type Rows = Record<string, Row[]>;

export const isRow = (value: unknown): value is Row =>
	value instanceof Object && !Array.isArray(value);

export const pick = (row: Row, names: string[]): Row =>
	Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]));

/** A record with the values of another one for the fields that it has. */
export const over = (shape: Row, row: Row): Row => ({ ...shape, ...pick(row, Object.keys(shape)) });

/** Puts a value where a path of the catalogue (`payload.webhooks[]`) says; '' is the whole. */
export function place(reply: unknown, path: string, value: unknown): unknown {
	const [word, ...rest] = path.replace('[]', '').split('.');
	if (!word) return value;
	const inside = isRow(reply) ? reply : {};
	return { ...inside, [word]: place(inside[word], rest.join('.'), value) };
}

/** A parameter that is a number. */
export const whole = (query: URLSearchParams, name: string, none = 0) =>
	Number.parseInt(query.get(name) ?? '', 10) || none;

/** Keys that a record without a value lacks; every other such key is a custom attribute. */
const STANDARD = /^(city|company|country(_code)?|referer|mail_subject|\w+_(id|name|language))$/;

/** What filters and orders call by this name in a record. */
export function valueOf(row: Row, key: string): unknown {
	const { meta, custom_attributes, additional_attributes, category } = row as Record<string, Row>;
	const { sender, assignee, team } = (meta ?? {}) as Record<string, Row | undefined>;
	const named = {
		...{ display_id: row.id, contact_id: sender?.id, assignee_id: assignee?.id, team_id: team?.id },
		assignee_type: assignee ? 'assigned' : 'unassigned',
		...(category && { locale: category.locale, category_slug: category.slug }),
		// The name of that key before 4.14.
		company: additional_attributes?.company_name,
	};
	const places: Row[] = [row, named, additional_attributes, custom_attributes];
	return places.find((one) => one && key in one)?.[key];
}

const { compare } = new Intl.Collator('en', { numeric: true });

/** By the first key of an order, `-key` or `key_desc`; empty values count as the highest. */
export function sorted(rows: Row[], order: string): Row[] {
	const key = order.replace(/^-|_(asc|desc)$|,.*/g, '');
	const value = (row: Row) => String(valueOf(row, key) ?? '\uffff');
	const sign = /^-|_desc$/.test(order) ? -1 : 1;
	return rows
		.map((row): [string, Row] => [value(row), row])
		.sort(([a], [b]) => sign * compare(a, b))
		.map(([, row]) => row);
}

const texts = (value: unknown) => [value ?? []].flat().map((one) => String(one).toLowerCase());

/** What is greater or less: of a time the day in UTC. */
function measure(value: unknown, key: string): string {
	const time = key.endsWith('_at') && typeof value === 'number' ? iso(value) : String(value);
	if (!/^\d{4}-?\d\d-?\d\d/.test(time!)) return String(value);
	return DateTime.fromISO(time!.toUpperCase(), { zone: 'utc' }).toISODate()!;
}

/** Whether a record meets a condition of a filter. */
function meets(row: Row, { attribute_key, filter_operator = 'equal_to', values }: Row): boolean {
	const [key, operator] = [String(attribute_key), String(filter_operator)];
	const [stored, wanted] = [texts(valueOf(row, key)).filter(Boolean), texts(values)];
	const text = stored.join();
	const order = (than: string) =>
		stored.length && compare(measure(valueOf(row, key), key), measure(than, key));
	const found: Record<string, () => boolean> = {
		equal_to: () =>
			wanted.some((one) => stored.includes(one)) || (key === 'status' && wanted[0] === 'all'),
		contain: () => wanted.some((one) => text.includes(one)),
		starts_with: () => wanted.some((one) => text.startsWith(one)),
		present: () => stored.length > 0,
		greater_than: () => order(wanted[0]) > 0,
		less_than: () => order(wanted[0]) < 0,
		days_before: () => order(iso(Date.now() / 1000 - Number(wanted[0]) * 86_400)!) < 0,
	};
	const is = found[operator.replace(/^(is|does)_|not_|s$/g, '')];
	if (!is) throw notKept(`the operator ${operator}`);
	if (!operator.includes('not_')) return is();
	// What has no value is not found by what it is not, but for labels and custom attributes.
	const isOpen = key === 'labels' || !(key in row || STANDARD.test(key));
	return !is() && (stored.length > 0 || isOpen || operator === 'is_not_present');
}

/** The records that a filter finds; AND binds tighter than OR. */
export function filtered(rows: Row[], conditions: Row[]): Row[] {
	const groups: Row[][] = [[]];
	for (const condition of conditions) {
		groups.at(-1)!.push(condition);
		if (/^or$/i.test(String(condition.query_operator))) groups.push([]);
	}
	return rows.filter((row) => groups.some((group) => group.every((one) => meets(row, one))));
}

/** Unix seconds as ISO time. */
export const iso = (seconds: unknown) =>
	Number(seconds) ? new Date(Number(seconds) * 1000).toISOString() : null;

/** Refuses loudly. */
export function notKept(feature: string): Error {
	const message = `not kept here: ${feature}`;
	console.error(`sandbox: ${message}`);
	return Object.assign(new Error(message), { statusCode: 501 });
}
