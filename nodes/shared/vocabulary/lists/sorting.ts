import type { IDataObject } from 'n8n-workflow';

/** Sorts rows as Chatwoot's database does, for lists that were read in another order. */

type Rows = IDataObject[];

/** A sort key. Rows without a value come last, unless `nulls` says first. */
interface Key {
	key: string;
	down: boolean;
	nulls?: 'first' | 'last';
}

const keyOf = (text: string, nulls?: Key['nulls']): Key => ({
	key: text.replace(/^-/, ''),
	down: text.startsWith('-'),
	nulls,
});

const isNone = (value: unknown) => value === undefined || value === null;

function compared(one: unknown, other: unknown): number {
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	return String(one).toLowerCase().localeCompare(String(other).toLowerCase());
}

/** Sorts rows by these keys, as Chatwoot's database does. */
function sorted(rows: Rows, keys: Key[]): Rows {
	return [...rows].sort((one, other) => {
		for (const { key, down, nulls = 'last' } of keys) {
			const [a, b] = [one[key], other[key]];
			if (isNone(a) !== isNone(b)) return isNone(a) === (nulls === 'first') ? -1 : 1;
			const order = isNone(a) ? 0 : compared(a, b);
			if (order !== 0) return down ? -order : order;
		}
		return 0;
	});
}

/** Sorts by a parameter such as `-email,created_at`. PostgreSQL puts missing values first if a column is sorted in descending order. */
export const byParameter =
	(...plain: string[]) =>
	(rows: Rows, { sort = '' }: IDataObject): Rows =>
		sorted(
			rows,
			String(sort)
				.split(',')
				.filter(Boolean)
				.map((text) =>
					keyOf(text, text.startsWith('-') && plain.includes(text.slice(1)) ? 'first' : 'last'),
				),
		);

/** Priorities in the order of Chatwoot's numbers for them. */
const PRIORITIES = ['low', 'medium', 'high', 'urgent'];

/** The sort keys of a conversation list, with the second key that Chatwoot adds. */
function conversationKeys(sort: string): Key[] {
	if (sort === 'unread') return [keyOf('-unread_count'), keyOf('-last_activity_at')];
	if (sort === 'priority_desc_created_at_asc') return [keyOf('-priority'), keyOf('created_at')];
	const [, key = 'last_activity_at', direction = 'desc'] = /^(.+)_(asc|desc)$/.exec(sort) ?? [];
	const first = keyOf(`${direction === 'desc' ? '-' : ''}${key}`);
	const second: Record<string, Key> = {
		priority: keyOf('-last_activity_at'),
		waiting_since: keyOf('created_at'),
	};
	return key in second ? [first, second[key]] : [first];
}

export const byConversationSort = (rows: Rows, { sort_by = '' }: IDataObject): Rows => {
	const ranked = rows.map((row) => ({
		...row,
		row,
		priority: isNone(row.priority) ? null : PRIORITIES.indexOf(String(row.priority)),
		waiting_since: row.waiting_since || null,
	}));
	return sorted(ranked, conversationKeys(String(sort_by))).map(({ row }) => row as IDataObject);
};
