/** What the sandbox does with records of any kind. */

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

/** What filters and orders call by this name in a record. */
function valueOf(row: Row, key: string): unknown {
	const { meta, custom_attributes, additional_attributes } = row as Record<string, Row>;
	const { assignee, team } = (meta ?? {}) as Record<string, Row | undefined>;
	const named = { display_id: row.id, assignee_id: assignee?.id, team_id: team?.id };
	return ({ ...custom_attributes, ...additional_attributes, ...named, ...row } as Row)[key];
}

/** By the first key of an order, `-key` or `key_desc`; empty values count as the highest. */
export function sorted(rows: Row[], order: string): Row[] {
	const { compare } = new Intl.Collator('en', { numeric: true });
	const key = order.replace(/^-|_(asc|desc)$|,.*/g, '');
	const value = (row: Row) => String(valueOf(row, key) ?? '\uffff');
	const sign = /^-|_desc$/.test(order) ? -1 : 1;
	return [...rows].sort((a, b) => sign * compare(value(a), value(b)));
}

const texts = (value: unknown) => [value ?? []].flat().map((one) => String(one).toLowerCase());

/** Whether a record meets a condition of a filter; two operators are kept. */
function meets(row: Row, { attribute_key, filter_operator = 'equal_to', values }: Row): boolean {
	const own = texts(valueOf(row, String(attribute_key)));
	if (!/^(equal_to|contains)$/.test(String(filter_operator))) throw notKept('this filter');
	const found = filter_operator === 'contains' ? own.join() : own;
	return texts(values).some((text) => found.includes(text));
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
export function notKept(what: string): Error {
	const message = `not kept here: ${what}`;
	console.error(`sandbox: ${message}`);
	return Object.assign(new Error(message), { statusCode: 501 });
}
