import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../faults';
import { at, isObject } from '../values';
import type { Request } from '../vocabulary/call';
import type { Pages, Reply } from '../vocabulary/reply';
import { sideBySide } from './run';

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
	if (!reply.pages) check(rows.length, Infinity, {});
	return rows.map((row: unknown) => {
		if (isEmpty(row)) return { success: true };
		return typeof row === 'object'
			? (row as IDataObject)
			: { [reply.text ?? 'value']: row as string };
	});
}

/** One page of a list. */
export interface Page {
	rows: IDataObject[];
	/** Rows of the whole list or, with some releases of the service, of this page. */
	total?: number;
	/** Whether more follow, where the service tells. */
	more?: boolean;
}

export type Send = (request: Request) => Promise<unknown>;

/** A reply without the list that is looked for. */
export class NoList extends ServiceError {}

/** The list at this path of a reply. @throws ServiceError where there is none */
export function rowsOf<T = IDataObject>(body: unknown, path = 'payload'): T[] {
	const rows = at(body, path);
	if (Array.isArray(rows)) return rows as T[];
	throw new NoList('The reply of the service does not hold the list that it should');
}

/**
 * Asks for one page.
 * @param query what selects it beside the request's own: the first page needs nothing
 * @throws ServiceError where the reply holds no list
 */
export async function readPage(
	send: Send,
	request: Request,
	reply: Reply,
	query: IDataObject = {},
): Promise<Page> {
	const { total, unless = [], more } = reply.pages ?? {};
	const body = await send({ ...request, query: { ...request.query, ...query } });
	rowsOf(pick(body, reply), '');
	const isOther = unless.some((key) => key in (request.query ?? {}));
	const [told, follows] = [isOther ? undefined : total, more].map((path) => path && at(body, path));
	return {
		rows: toRecords(body, reply),
		total: typeof told === 'number' ? told : undefined,
		more: typeof follows === 'boolean' ? follows : undefined,
	};
}

/** The query of a page by its number, from 1. */
export const numbered = (number: number, { param = 'page' }: Pages = {}): IDataObject =>
	number > 1 ? { [param]: number } : {};

/** Rows of a full page, by the first one: the server may be set to pages of another size. */
export function sizeOf({ rows, total, more }: Page, { size = 1, settable }: Pages = {}): number {
	const { length } = rows;
	const follows = more ?? (total === undefined ? settable : total > length);
	return length > size || (follows && length) ? length : size;
}

/**
 * Whether a list ends with this page: never because of a number, which may be too small, only
 * because the service says so, or as the page is empty or shorter than a full one.
 * @param number of the page, from 1
 * @param size rows of a full page
 */
export function isEnd({ rows, total = 0, more }: Page, number: number, size: number): boolean {
	if (rows.length === 0 || more === false) return true;
	return !more && rows.length < size && (number - 1) * size + rows.length >= total;
}

/**
 * What the next page begins with, as text: its number, or the id before which it ends; nothing
 * after the last.
 * @param begin of this page
 */
export function nextOf(page: Page, pages: Pages = {}, begin = '1'): string | undefined {
	const { byId, param, size = 1 } = pages;
	if (byId) return isEnd(page, 1, size) ? undefined : String(page.rows[0].id as number);
	const number = Number(begin);
	return !param || isEnd(page, number, sizeOf(page, pages)) ? undefined : String(number + 1);
}

/** The query of the page that begins so. */
export const queryOf = (begin: string | undefined, pages: Pages = {}): IDataObject =>
	pages.byId && begin ? { before: begin } : numbered(Number(begin ?? 1), pages);

/** What is wanted of a list. */
export interface Wanted {
	/** Rows to pass over. */
	skip?: number;
	/** Most rows. */
	limit?: number;
	/** What becomes of a row; its id stays. */
	each?: (row: IDataObject) => IDataObject;
	/** The page with such a row is the last that is wanted. */
	isEnough?: (row: IDataObject) => boolean;
}

type Read = (query: IDataObject) => Promise<Page>;

const same = <T>(value: T): T => value;

/**
 * The one reader of lists: the rows of all pages. No more pages are asked for than the limit needs;
 * where the service tells how many rows there are, side by side. A row that a moving list repeats
 * comes once.
 * @param places most pages asked for at once
 * @throws the error of a page that fails: never a part of the list
 */
export async function readList(
	send: Send,
	request: Request,
	reply: Reply,
	places: number,
	{ skip = 0, limit = Infinity, each = same, isEnough }: Wanted = {},
): Promise<IDataObject[]> {
	const { pages = {} } = reply;
	const read: Read = async (query) => {
		const page = await readPage(send, request, reply, query);
		return { ...page, rows: page.rows.map(each) };
	};
	const range = { skip, limit, isEnough };
	if (pages.byId) return await readById(read, pages, range, request.query);
	if (pages.param) return await readByNumber(read, pages, range, places);
	const { rows } = await read({});
	check(rows.length, limit, pages);
	return rows.slice(0, limit);
}

type Range = Required<Pick<Wanted, 'skip' | 'limit'>> & Pick<Wanted, 'isEnough'>;

const isLastOf = ({ rows }: Page, isEnough?: Wanted['isEnough']) =>
	isEnough !== undefined && rows.some(isEnough);

async function readByNumber(
	read: Read,
	pages: Pages,
	{ skip, limit, isEnough }: Range,
	places: number,
): Promise<IDataObject[]> {
	const wanted = skip + limit;
	const first = await read({});
	const size = sizeOf(first, pages);
	const passed = Math.floor(skip / size);
	const cut = skip - passed * size;
	const seen = new Set<unknown>();
	const rows = passed === 0 ? unseen(first.rows, seen, pages) : [];
	const isLast = (page: Page, number: number) =>
		isEnd(page, number, size) || isLastOf(page, isEnough);
	let { total = 0 } = first;
	let done = Math.max(1, passed);
	let ended = isLast(first, 1);
	while (!ended && passed * size + rows.length < wanted) {
		if (!isEnough) check(Math.min(total, wanted) - skip, limit, pages);
		// The page after the last full one ends the list.
		const expected = Math.min(Math.ceil(wanted / size), Math.floor(total / size) + 1);
		const before = done;
		const batch = await sideBySide(
			Math.max(1, expected - before),
			places,
			async (index) => await read(numbered(before + index + 1, pages)),
			(page) => isLast(page, Infinity),
		);
		done += batch.length;
		({ total = 0 } = batch[batch.length - 1]);
		const fresh = batch.flatMap((page) => unseen(page.rows, seen, pages));
		for (const row of fresh) rows.push(row);
		check(rows.length - cut, limit, pages);
		ended = fresh.length === 0 || batch.some((page, index) => isLast(page, before + index + 1));
	}
	check(rows.length - cut, limit, pages);
	return rows.slice(cut, cut + limit);
}

async function readById(
	read: Read,
	pages: Pages,
	{ limit, isEnough }: Range,
	{ after, before }: IDataObject = {},
): Promise<IDataObject[]> {
	const { byId, size = 1, onward } = pages;
	const back = byId === 'older' && !(onward && (limit === Infinity || after !== undefined));
	const full = back ? size : (onward ?? size);
	const seen = new Set<unknown>();
	let rows: IDataObject[] = [];
	for (;;) {
		const page = await read(back ? olderThan(rows[0]) : newerThan(after, before, rows.at(-1)));
		const fresh = unseen(page.rows, seen, pages);
		rows = back ? [...fresh, ...rows] : [...rows, ...fresh];
		check(rows.length, limit, pages);
		const ended = isEnd(page, 1, full) || fresh.length === 0 || isLastOf(page, isEnough);
		if (ended || rows.length >= limit) return back ? rows.slice(-limit) : rows.slice(0, limit);
	}
}

/** The newest page, or the one before a row; the oldest row of a page stands first. */
const olderThan = (row?: IDataObject): IDataObject => (row ? { before: row.id } : {});

/**
 * With both ends the service includes `after` and sends up to 1000 rows instead of 100. Going back
 * it counts in times and misses messages of the same second: this way none is missed.
 */
export const newerThan = (
	after: unknown = 0,
	before: IDataObject[string] = 2 ** 31 - 1,
	row?: IDataObject,
): IDataObject => ({
	after: Number(row?.id ?? after) + 1,
	before,
});

/**
 * The rows that did not come before; rows without id all stay.
 * @throws ServiceError where one came before in a list without order
 */
function unseen(rows: IDataObject[], seen: Set<unknown>, { unordered = '' }: Pages): IDataObject[] {
	const idOf = (row: IDataObject) => row.id ?? (unordered ? at(row, unordered) : undefined);
	const fresh = rows.filter((row) => isNone(idOf(row)) || !seen.has(idOf(row)));
	for (const row of fresh) seen.add(idOf(row));
	if (unordered && fresh.length < rows.length)
		throw new ServiceError('The list changed while it was read, so that rows are missing', {
			status: 200,
			hint: 'Run it again, or read a shorter period.',
		});
	return fresh;
}

const isNone = (id: unknown) => id === undefined || id === null;

/** n8n hands over the rows of one item as arguments of one call: about 120,000 fit. */
export const MOST_ROWS = 100_000;

/** @throws ServiceError where n8n does not take so many rows */
function check(count: number, limit: number, { param }: Pages): void {
	const length = Math.min(count, limit);
	if (length > MOST_ROWS)
		throw new ServiceError(
			`The list has ${length} rows, n8n takes at most ${MOST_ROWS} from one item`,
			{ hint: `Set a Limit${param ? ', and read further parts with Start After' : ''}.` },
		);
}
