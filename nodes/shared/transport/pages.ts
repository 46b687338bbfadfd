import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../faults';
import { at, isObject } from '../values';
import type { Request } from '../vocabulary/call';
import type { Order, Pages, Reply } from '../vocabulary/reply';
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
		throw new ServiceError('Chatwoot answered without the record', { uncertain: true });
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
	throw new NoList('The reply from Chatwoot does not contain the expected list');
}

/**
 * Asks for one page.
 * @param query what selects it beside the request's own: the first page needs nothing. A key that is
 * undefined takes the request's own away
 * @throws ServiceError where the reply holds no list
 */
export async function readPage(
	send: Send,
	request: Request,
	reply: Reply,
	query: IDataObject = {},
): Promise<Page> {
	const { total, unless = [], more } = reply.pages ?? {};
	const all = Object.entries({ ...request.query, ...query });
	const wanted = Object.fromEntries(all.filter(([, value]) => value !== undefined));
	const body = await send({ ...request, query: wanted });
	rowsOf(pick(body, reply), '');
	const isOther = unless.some((key) => key in (request.query ?? {}));
	const [told, follows] = [isOther ? undefined : total, more].map((path) => path && at(body, path));
	return {
		rows: toRecords(body, reply),
		total: typeof told === 'number' ? told : undefined,
		more: typeof follows === 'boolean' ? follows : undefined,
	};
}

/** In which order a list comes that is asked for so. */
export function orderOf({ order }: Pages, query: IDataObject = {}): Order | undefined {
	return typeof order === 'function' ? order(query) : order;
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
	/** Most rows that can be taken: those of an item go to n8n. */
	most?: number;
	/** Is told if rows that belong to the part that was wanted may be missing, and why. */
	onDoubt?: (doubt: Doubt) => void;
}

/**
 * Why a part of a list may lack rows: its pages repeated some that have the same place in the order, or
 * it begins behind the first row of such an order.
 */
export type Doubt = 'repeats' | 'skip';

/** A page whose rows became what is wanted of them. */
interface Shown extends Page {
	/** Of its rows, at the path of the list. */
	ids: unknown[];
	/** Its rows as the service sent them. */
	raw: IDataObject[];
}

type Read = (query: IDataObject) => Promise<Shown>;

const same = <T>(value: T): T => value;

/** How often a list is read that does not come whole. */
const TRIES = 3;

/** A list that did not come whole, although it was read several times. */
export class Incomplete extends ServiceError {
	/** All different rows that came, as they were wanted. */
	rows: IDataObject[] = [];
}

/**
 * The one reader of lists: the rows of all pages, each once. No more pages are asked for than the
 * limit needs; where the service tells how many rows there are, side by side. A list that was read to
 * its end is whole, or it is read again, if there is one in an order with fewer ties.
 * @param places most pages asked for at once
 * @throws Incomplete for a list that does not come whole; the error of a page that fails
 */
export async function readList(
	send: Send,
	request: Request,
	reply: Reply,
	places: number,
	{ skip = 0, limit = Infinity, each = same, isEnough, most = MOST_ROWS, onDoubt }: Wanted = {},
): Promise<IDataObject[]> {
	const { pages = {} } = reply;
	const { byId, param } = pages;
	const order = orderOf(pages, request.query);
	const range = { skip, limit, isEnough, most };
	const reader =
		(show = each, changed: IDataObject = {}): Read =>
		async (query) => {
			const page = await readPage(send, request, reply, { ...changed, ...query });
			const ids = page.rows.map((row) => at(row, pages.id ?? 'id'));
			return { ...page, ids, raw: page.rows, rows: page.rows.map(show) };
		};
	if (byId) return await readById(reader(), pages, range, request.query);
	if (!param || !order) {
		const { rows } = await reader()({});
		check(rows.length, limit, pages, most);
		return rows.slice(0, limit);
	}
	if (skip > 0 && !order.unique) onDoubt?.('skip');
	const found = new Map<unknown, IDataObject>();
	for (let tries = 1; ; tries++) {
		const again = tries > 1 ? order.again : undefined;
		const read = reader(again && same, again?.query);
		const reading = await readByNumber(
			async (query) => {
				const page = await read(query);
				page.ids.forEach((id, index) => found.set(id ?? page.rows[index], page.rows[index]));
				return page;
			},
			{ ...pages, ...(again?.whole ? { param: undefined } : {}) },
			again?.order ?? order,
			// In another order no row is the last that is wanted.
			again ? { skip: 0, limit: Infinity, most } : range,
			places,
		);
		const { rows, ended, isStalled } = reading;
		const isWanted = !ended && !isStalled;
		// Who asks for the rows up to one of them has another way to look for those that are missing.
		if (isWanted || (isEnough && onDoubt)) {
			if (reading.repeats > 0 || !(isWanted || isWhole(reading))) onDoubt?.('repeats');
			return rows;
		}
		if (ended && isWhole(reading)) {
			if (!again) return rows;
			const sorted = again.sort(rows, request.query ?? {});
			return sorted.slice(skip, skip + limit).map(each);
		}
		if (tries < TRIES) continue;
		throw Object.assign(incomplete(reading, order), { rows: [...found.values()] });
	}
}

type Range = Required<Pick<Wanted, 'skip' | 'limit' | 'most'>> & Pick<Wanted, 'isEnough'>;

/** What one way through the pages of a list gave. */
interface Reading {
	/** Those that are wanted. */
	rows: IDataObject[];
	/** Different rows from the beginning of the list on, those that were passed over included. */
	count: number;
	/** Rows that came before, and that no row explains which went to the front meanwhile. */
	repeats: number;
	/** The highest number of rows that a page told; 0 for none. */
	total: number;
	/** Whether the end of the list was reached, not only as many rows as were wanted. */
	ended: boolean;
	/** Page after page had no new row, so that the reading ended before the list did. */
	isStalled: boolean;
}

/**
 * Of rows that stay where they are, one that comes twice stands in the place of another. Of rows that
 * move, the number tells. A number that is smaller than what came is that of a page.
 */
const isWhole = ({ count, repeats, total }: Reading): boolean =>
	count === total || (count > total && repeats === 0);

function incomplete({ count, repeats, total }: Reading, { by, advice }: Order): Incomplete {
	const found =
		total > count
			? `Chatwoot reports ${total} rows, but its pages returned ${count} different ones`
			: `its pages repeated ${repeats} of ${count} rows, so others are missing`;
	return new Incomplete(`The list is incomplete: ${found}`, {
		status: 200,
		hint: `The list changed while it was read, or several rows have the same place in its order (${by}). ${advice ?? 'Run it again, or request fewer rows.'}`,
	});
}

const isLastOf = ({ rows }: Page, isEnough?: Wanted['isEnough']) =>
	isEnough !== undefined && rows.some(isEnough);

/** After so many batches of pages without a new row the list goes round in circles. */
const STALE = 3;

const inCircles = () =>
	new ServiceError('Chatwoot returns the same rows on every page', {
		status: 200,
		hint: 'A proxy may be caching replies.',
	});

async function readByNumber(
	read: Read,
	pages: Pages,
	order: Order,
	{ skip, limit, isEnough, most: mostRows }: Range,
	places: number,
): Promise<Reading> {
	const wanted = skip + limit;
	const isAll = wanted === Infinity && !isEnough;
	const first = await read({});
	const size = sizeOf(first, pages);
	const passed = pages.param ? Math.floor(skip / size) : 0;
	const cut = skip - passed * size;
	const seen = new Seen();
	const rows = passed === 0 ? seen.fresh(first) : [];
	let { total = 0 } = first;
	let most = total;
	let done = Math.max(1, passed);
	let stale = 0;
	let reachedEnd = !pages.param || isEnd(first, 1, size);
	let isOver = reachedEnd || isLastOf(first, isEnough);
	let isStalled = false;
	while (!isOver && passed * size + rows.length < wanted) {
		if (!isEnough) check(Math.min(total, wanted) - skip, limit, pages, mostRows);
		// The page after the last full one ends the list.
		const expected = Math.min(Math.ceil(wanted / size), Math.floor(total / size) + 1);
		const before = done;
		const begun = await sideBySide(
			Math.max(1, expected - before),
			places,
			async (index) => await read(numbered(before + index + 1, pages)),
			(page) => isEnd(page, Infinity, size) || isLastOf(page, isEnough),
		);
		const last = begun.findIndex((page) => isLastOf(page, isEnough));
		const batch = last < 0 ? begun : begun.slice(0, last + 1);
		done += batch.length;
		({ total = 0 } = batch[batch.length - 1]);
		most = Math.max(most, ...batch.map((page) => page.total ?? 0));
		const fresh = batch.flatMap((page) => seen.fresh(page));
		for (const row of fresh) rows.push(row);
		check(rows.length - cut, limit, pages, mostRows);
		reachedEnd = batch.some((page, index) => isEnd(page, before + index + 1, size));
		stale = fresh.length || reachedEnd ? 0 : stale + 1;
		if (stale === STALE && order.unique) throw inCircles();
		// Read to the end, rows would be missing all the same.
		isStalled =
			!reachedEnd &&
			(stale === STALE ||
				(seen.repeats > 0 && isAll && !order.unique && order.again !== undefined));
		isOver = reachedEnd || isStalled || last >= 0;
	}
	// What came or moved to the front meanwhile has pushed others back, and was passed over itself.
	let arrived = 0;
	const isMoved = () => (reachedEnd && rows.length < most) || seen.repeats > arrived;
	for (let number = 1; order.front && !passed && isMoved(); number++) {
		const page = await read(numbered(number, pages));
		most = Math.max(most, page.total ?? 0);
		const { repeats } = seen;
		const fresh = seen.fresh(page);
		seen.repeats = repeats;
		arrived += fresh.length;
		rows.splice((number - 1) * size, 0, ...fresh);
		if (fresh.length === 0) break;
	}
	check(rows.length - cut, limit, pages, mostRows);
	return {
		rows: rows.slice(cut, cut + limit),
		count: passed * size + rows.length,
		repeats: Math.max(0, seen.repeats - arrived),
		// Who begins later in the list cannot tell by the number whether rows are missing.
		total: passed ? 0 : most,
		ended: reachedEnd,
		isStalled,
	};
}

/** Ids that are read twice: messages of one moment may stand in another order than their ids. */
const OVERLAP = 100;

const nothingNew = () =>
	new Incomplete('The list is incomplete: a full page had no new rows', {
		status: 200,
		hint: 'A proxy may be caching replies, or all rows of a page have the same time.',
	});

async function readById(
	read: Read,
	pages: Pages,
	range: Range,
	query: IDataObject = {},
): Promise<IDataObject[]> {
	const { byId, onward } = pages;
	const back =
		byId === 'older' && !(onward && (range.limit === Infinity || query.after !== undefined));
	const rows = back ? await readBack(read, pages, range) : undefined;
	return rows ?? (await readOnward(read, pages, range, query));
}

/** From the newest page back; undefined if messages of a moment may be missing and all can be read. */
async function readBack(
	read: Read,
	pages: Pages,
	{ limit, isEnough, most }: Range,
): Promise<IDataObject[] | undefined> {
	const { size = 1, onward } = pages;
	const seen = new Seen();
	let rows: IDataObject[] = [];
	let oldest: IDataObject | undefined;
	for (;;) {
		const page = await read(olderThan(oldest));
		const newest = page.raw.at(-1);
		if (onward && oldest && newest && newest.created_at === oldest.created_at) return undefined;
		[oldest = oldest] = page.raw;
		const fresh = seen.fresh(page);
		rows = [...fresh, ...rows];
		check(rows.length, limit, pages, most);
		const ended = isEnd(page, 1, size) || isLastOf(page, isEnough);
		if (ended || rows.length >= limit) return rows.slice(-limit);
		if (fresh.length === 0) throw nothingNew();
	}
}

/** From the oldest on. Of a list that goes back, the newest of all. */
async function readOnward(
	read: Read,
	pages: Pages,
	{ limit, isEnough, most }: Range,
	{ after, before }: IDataObject,
): Promise<IDataObject[]> {
	const { byId, size = 1, onward = size } = pages;
	const isNewest = byId === 'older' && after === undefined;
	const seen = new Seen();
	const rows: IDataObject[] = [];
	for (let from = Number(after ?? 0); ;) {
		const page = await read(newerThan(from, before));
		const fresh = seen.fresh(page);
		for (const row of fresh) rows.push(row);
		check(rows.length, limit, pages, most);
		const ended = isEnd(page, 1, onward) || (!isNewest && isLastOf(page, isEnough));
		if (!isNewest && rows.length >= limit) return rows.slice(0, limit);
		if (ended) return isNewest ? rows.slice(-limit) : rows;
		if (fresh.length === 0) throw nothingNew();
		from = Math.max(from + 1, Number(page.ids.at(-1)) - OVERLAP);
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
): IDataObject => ({
	after: Number(after) + 1,
	before,
});

/** Which rows of a list came before, by their ids; rows without id are all different. */
class Seen {
	repeats = 0;

	private readonly ids = new Set<unknown>();

	/** The rows of a page that did not come before. */
	fresh({ rows, ids }: Shown): IDataObject[] {
		const fresh = rows.filter((_, index) => isNone(ids[index]) || !this.ids.has(ids[index]));
		for (const id of ids) this.ids.add(id);
		this.repeats += rows.length - fresh.length;
		return fresh;
	}
}

const isNone = (id: unknown) => id === undefined || id === null;

/** n8n hands over the rows of one item as arguments of one call: about 120,000 fit. */
export const MOST_ROWS = 100_000;

/** @throws ServiceError where n8n does not take so many rows */
function check(count: number, limit: number, { param }: Pages, most = MOST_ROWS): void {
	const length = Math.min(count, limit);
	if (length > most)
		throw new ServiceError(
			`The list has ${length} rows; n8n accepts at most ${most} from one item`,
			{
				hint: `Set a Limit${param ? ', and read the rest with Start After' : ''}.`,
			},
		);
}
