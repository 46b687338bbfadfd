import type { IDataObject } from 'n8n-workflow';

export type Row = IDataObject & { id: number };

const { compare } = new Intl.Collator('en', { numeric: true });

/** As PostgreSQL compares: what is empty is the highest. */
function compared(one: unknown, other: unknown): number {
	if (one === other) return 0;
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	if (one === null || one === undefined) return 1;
	if (other === null || other === undefined) return -1;
	return compare(String(one), String(other));
}

/** The place of a row among those that an order does not tell apart. */
const placeOn = (page: number, { id }: Row) => (id * page * 7919) % 10_007;

/**
 * Rows in an order of keys such as `name` or `-created_at`. Chatwoot adds no second order: rows that
 * the keys do not tell apart have other places on each page, so that pages repeat some and miss others.
 */
export function inOrder<T extends Row>(rows: T[], keys: string[], page = 1): T[] {
	const sorts = keys.map((key) => ({
		name: key.replace(/^-/, ''),
		sign: key.startsWith('-') ? -1 : 1,
	}));
	const valueOf = (row: T, name: string) =>
		row[name] ?? (row.additional_attributes as IDataObject | undefined)?.[name] ?? null;
	return [...rows].sort((one, other) => {
		for (const { name, sign } of sorts) {
			const difference = sign * compared(valueOf(one, name), valueOf(other, name));
			if (difference) return difference;
		}
		return placeOn(page, one) - placeOn(page, other);
	});
}

/** The number of the page that is asked for. */
export const pageIn = ({ page }: Record<string, string>): number =>
	Math.max(1, Number(page ?? 1) || 1);

export const paged = <T>(rows: T[], page: number, size: number): T[] =>
	rows.slice((page - 1) * size, page * size);

/** Times as replies show them: the database has microseconds. */
export const whole = (row: Row, ...keys: string[]): Row => ({
	...row,
	...Object.fromEntries(
		keys.filter((key) => row[key]).map((key) => [key, Math.floor(Number(row[key]))]),
	),
});

/** Whether one of the values holds the text, in upper or lower case. */
export const holds = (values: unknown[], text = ''): boolean =>
	values.some((value) =>
		String(value ?? '')
			.toLowerCase()
			.includes(text.toLowerCase()),
	);
