import type { IDataObject } from 'n8n-workflow';
import type { Pages, Reply } from '../operation';
import { isObject } from '../values';
import { ServiceError } from './errors';
import { sideBySide } from './run';

/** The value at a path such as `data.payload`; '' is the value itself. */
export function at(value: unknown, path: string): unknown {
	return path
		.split('.')
		.filter(Boolean)
		.reduce<unknown>((inner, key) => (inner as IDataObject | undefined | null)?.[key], value);
}

/** What an operation gives back of one body: the first of its paths that is there. */
function pick(body: unknown, { paths }: Reply): unknown {
	for (const path of paths) {
		const found = at(body, path);
		if (found !== undefined) return found;
	}
	// A reply of another form is passed on whole rather than lost.
	return body;
}

const isEmpty = (value: unknown) =>
	value === undefined ||
	value === null ||
	value === '' ||
	(isObject(value) && Object.keys(value).length === 0);

/**
 * One item a record; nothing, null or `{}` in place of a record is `{ success: true }`.
 * @throws ServiceError for a create whose reply should hold the record and holds nothing
 */
export function toRecords(body: unknown, reply: Reply, method = 'GET'): IDataObject[] {
	const found = pick(body, reply);
	if (reply.within) return [{ [reply.within]: found as IDataObject[] }];
	if (method === 'POST' && isEmpty(found) && reply.paths.some(Boolean))
		throw new ServiceError('The service answered without the record', { uncertain: true });
	const rows = Array.isArray(found) ? found : [found];
	return rows.map((row: unknown) => {
		if (isEmpty(row)) return { success: true };
		return typeof row === 'object'
			? (row as IDataObject)
			: { [reply.text ?? 'value']: row as string };
	});
}

/** What is wanted of a list. */
export interface Range {
	/** Rows to pass over. */
	skip: number;
	/** Most rows. */
	limit: number;
	/** By id: only rows with a larger id, only rows with a smaller one. */
	after?: number;
	before?: number;
}

interface Page {
	rows: IDataObject[];
	/** Rows of the whole list, where the service tells. */
	total?: number;
}

type Read = (query: IDataObject) => Promise<Page>;

/**
 * The rows of a list. No more pages are asked for than the limit needs; where the service tells how
 * many rows there are, side by side. A row that a moving list repeats comes once.
 * @param send asks for one page: the query that selects it
 * @param places most pages asked for at once
 * @param each what becomes of a row; its id stays
 * @throws the error of a page that fails: never a part of the list
 */
export async function readList(
	send: (query: IDataObject) => Promise<unknown>,
	reply: Reply,
	range: Range,
	places: number,
	each: (row: IDataObject) => IDataObject,
): Promise<IDataObject[]> {
	const pages = reply.pages ?? {};
	const read: Read = async (query) => {
		const body = await send(query);
		if (!Array.isArray(pick(body, reply)))
			throw new ServiceError('The reply of the service does not hold the list that it should');
		const total = pages.total ? at(body, pages.total) : undefined;
		const rows = toRecords(body, reply).map(each);
		return { rows, total: typeof total === 'number' ? total : undefined };
	};
	if (pages.byId) return await readById(read, pages, range);
	if (pages.param) return await readByNumber(read, pages, range, places);
	return fitting((await read({})).rows, range.limit, pages).slice(0, range.limit);
}

async function readByNumber(
	read: Read,
	pages: Pages,
	{ skip, limit }: Range,
	places: number,
): Promise<IDataObject[]> {
	const { param = '', size = 1 } = pages;
	const wanted = skip + limit;
	const first = await read({});
	const received = first.rows.length;
	let { total } = first;
	// A server may be set to pages of another size.
	const full = received > size || (total ?? 0) > received ? received : size;
	const passed = Math.floor(skip / full);
	const cut = skip - passed * full;
	const seen = new Set<unknown>();
	const rows = passed === 0 ? unseen(first.rows, seen) : [];
	let done = Math.max(1, passed);
	let ended = received === 0 || (total === undefined ? received < full : done * full >= total);
	while (!ended && passed * full + rows.length < wanted) {
		fitting({ length: Math.min(total ?? 0, wanted) - skip }, limit, pages);
		const before = done;
		const count = Math.max(1, Math.ceil(Math.min(total ?? 0, wanted) / full) - done);
		const batch = await sideBySide(
			count,
			places,
			async (index) => await read({ [param]: before + index + 1 }),
			(page) => page.rows.length === 0,
		);
		done += count;
		total = batch[batch.length - 1].total;
		const fresh = batch.flatMap((page) => unseen(page.rows, seen));
		for (const row of fresh) rows.push(row);
		fitting({ length: rows.length - cut }, limit, pages);
		ended =
			fresh.length === 0 ||
			(total === undefined
				? batch[0].rows.length < full
				: done * full >= total || batch.some((page) => page.rows.length === 0));
	}
	return fitting(rows.slice(cut, cut + limit), limit, pages);
}

async function readById(read: Read, pages: Pages, range: Range): Promise<IDataObject[]> {
	const { byId, size = 1, onward } = pages;
	const { limit, after } = range;
	const back = byId === 'older' && !(onward && (limit === Infinity || after !== undefined));
	const full = back ? size : (onward ?? size);
	const seen = new Set<unknown>();
	let rows: IDataObject[] = [];
	for (;;) {
		const page = await read(back ? olderThan(rows[0]) : newerThan(range, rows.at(-1)));
		const fresh = unseen(page.rows, seen);
		rows = fitting(back ? [...fresh, ...rows] : [...rows, ...fresh], limit, pages);
		if (page.rows.length < full || fresh.length === 0 || rows.length >= limit)
			return back ? rows.slice(-limit) : rows.slice(0, limit);
	}
}

/** The newest page, or the one before a row; the oldest row of a page stands first. */
const olderThan = (row?: IDataObject): IDataObject => (row ? { before: row.id } : {});

/**
 * With both ends the service includes `after` and sends up to 1000 rows instead of 100. Going back
 * it counts in times and misses messages of the same second: this way none is missed.
 */
const newerThan = ({ after = 0, before = 2 ** 31 - 1 }: Range, row?: IDataObject): IDataObject => ({
	after: Number(row?.id ?? after) + 1,
	before,
});

/** The rows that did not come before; rows without id all stay. */
function unseen(rows: IDataObject[], seen: Set<unknown>): IDataObject[] {
	const fresh = rows.filter(({ id }) => id === undefined || id === null || !seen.has(id));
	for (const { id } of fresh) seen.add(id);
	return fresh;
}

/** n8n hands over the rows of one item as arguments of one call: about 120,000 fit. */
export const MOST_ROWS = 100_000;

function fitting<T extends { length: number }>(rows: T, limit: number, { param }: Pages): T {
	const length = Math.min(rows.length, limit);
	if (length <= MOST_ROWS) return rows;
	throw new ServiceError(
		`The list has ${length} rows, n8n takes at most ${MOST_ROWS} from one item`,
		{
			hint: `Set a Limit${param ? ', and read further parts with Start After' : ''}.`,
		},
	);
}
