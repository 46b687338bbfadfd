import type { IDataObject } from 'n8n-workflow';
import { OTHER_ANSWER, ServiceError } from '../faults';
import { at, isEmpty, isObject, isScalar, unchanged } from '../values';
import type { Request } from '../vocabulary/call';
import { timeOf } from '../vocabulary/release';
import type { Again, Order, Pages, Reply, Shape } from '../vocabulary/reply';
import { sideBySide } from './run';

/** The value at the first of the reply's paths that exists. */
function pick(body: unknown, { paths }: Reply): unknown {
	for (const path of paths) {
		const found = at(body, path);
		if (found !== undefined) return found;
	}
	// An unexpected reply is returned completely, rather than lost.
	return body;
}

const isEmptyReply = (value: unknown) =>
	value === undefined ||
	value === null ||
	value === '' ||
	(isObject(value) && Object.keys(value).length === 0);

/** The error for a reply that reports success without what it should contain. */
export const noRecord = (method?: string) =>
	new ServiceError('Chatwoot answered without the record', {
		hint: OTHER_ANSWER,
		acted: true,
		uncertain: method === 'POST',
	});

/**
 * One item per record; `{ success: true }` if the operation expects nothing else.
 * @throws ServiceError if the reply should contain a record or a list and does not
 */
export function toRecords(body: unknown, reply: Reply, method = 'GET'): IDataObject[] {
	const { within, text, nothing } = reply;
	const found = pick(body, reply);
	if (within) return [{ [within]: rowsOf(found, '') }];
	const isList = Boolean(reply.pages ?? reply.rows);
	const rows: unknown[] = isList ? rowsOf(found, '') : [found].flat();
	if (nothing && rows.every(isEmptyReply)) return [{ success: true }];
	const isRecord = (row: unknown) => (text ? isScalar(row) : isObject(row)) && !isEmptyReply(row);
	if (!isList && !(rows.length && rows.every(isRecord))) throw noRecord(method);
	if (!reply.pages) check(rows.length, Infinity, {});
	return rows.map((row) =>
		isObject(row) ? (row as IDataObject) : { [text ?? 'value']: row as string },
	);
}

/**
 * Checks whether an object is the record that items show, and not another one such as `{ "status": "ok" }`.
 * @param shape of the items
 * @param hasId whether the record must have the ID that items show
 * @throws ServiceError if it has nothing of the shape
 */
export function checkShown(
	record: IDataObject,
	shape: Shape,
	hasId: boolean,
	method: string,
): void {
	const paths = Object.values(shape).flatMap((from) =>
		typeof from === 'string' ? from : Array.isArray(from) ? from[0] : [],
	);
	const lacksId = hasId && shape.id === 'id' && isEmpty(record.id);
	const isOther = paths.length && !paths.some((path) => /^[^.?]+/.exec(path)![0] in record);
	if (lacksId || isOther) throw noRecord(method);
}

/** One page of a list. */
export interface Page {
	rows: IDataObject[];
	/** Number of rows of the whole list, or of this page in some releases. */
	total?: number;
	/** Whether more rows follow, if Chatwoot says so. */
	more?: boolean;
}

type Send = (request: Request) => Promise<unknown>;

/** A reply that does not contain the expected list. */
export class NoList extends ServiceError {}

/** The list at this path of a reply. @throws NoList if there is none */
export function rowsOf<T = IDataObject>(body: unknown, path = 'payload'): T[] {
	const rows = at(body, path);
	if (Array.isArray(rows)) return rows as T[];
	throw new NoList('The reply from Chatwoot does not contain the expected list');
}

/**
 * Reads one page.
 * @param query selects the page, in addition to the request's query; empty for the first page. A key that
 * is undefined removes that key of the request
 * @throws NoList if the reply does not contain a list
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
	const [totalValue, follows] = [isOther ? undefined : total, more].map(
		(path) => path && at(body, path),
	);
	return {
		rows: toRecords(body, reply),
		total: typeof totalValue === 'number' ? totalValue : undefined,
		more: typeof follows === 'boolean' ? follows : undefined,
	};
}

/** The order of a list with this query. */
export function orderOf({ order }: Pages, query: IDataObject = {}): Order | undefined {
	return typeof order === 'function' ? order(query) : order;
}

/** The query of a page by its number, which begins at 1. */
export const numbered = (number: number, { param = 'page' }: Pages = {}): IDataObject =>
	number > 1 ? { [param]: number } : {};

/** Rows of a full page, judged by the first page: the page size may be a setting of the server. */
export function sizeOf({ rows, total, more }: Page, { size = 1, settable }: Pages = {}): number {
	const { length } = rows;
	const follows = more ?? (total === undefined ? settable : total > length);
	return length > size || (follows && length) ? length : size;
}

/**
 * Whether a list ends with this page: because Chatwoot says so, or because the page is empty or not full. The
 * total alone does not end a list, because it may be too small.
 * @param number of the page, which begins at 1
 * @param size rows of a full page
 */
export function isEnd({ rows, total = 0, more }: Page, number: number, size: number): boolean {
	if (rows.length === 0 || more === false) return true;
	return !more && rows.length < size && (number - 1) * size + rows.length >= total;
}

/**
 * What selects the next page, as text: its number, or the id before which it ends. Undefined after the
 * last page.
 * @param begin what selected this page
 */
export function nextOf(page: Page, pages: Pages = {}, begin = '1'): string | undefined {
	const { byId, param, size = 1 } = pages;
	if (byId) return isEnd(page, 1, size) ? undefined : String(page.rows[0].id as number);
	const number = Number(begin);
	return !param || isEnd(page, number, sizeOf(page, pages)) ? undefined : String(number + 1);
}

/** The query of a page that was selected by `nextOf`. */
export const queryOf = (begin: string | undefined, pages: Pages = {}): IDataObject =>
	pages.byId && begin ? { before: begin } : numbered(Number(begin ?? 1), pages);

/** Which rows of a list to read. */
export interface Wanted {
	/** Number of rows to skip. */
	skip?: number;
	/** Maximum number of rows. */
	limit?: number;
	/** Converts a row; must keep its id. */
	mapRow?: (row: IDataObject) => IDataObject;
	/** Reading stops after the page that has such a row. */
	isEnough?: (row: IDataObject) => boolean;
	/** Maximum number of rows that n8n accepts; more are an error. */
	most?: number;
	/** Called if rows of the wanted part may be missing, with the reason. */
	onDoubt?: (doubt: Doubt) => void;
}

/**
 * Why rows of a part of a list may be missing. `repeats`: pages repeated rows that have the same place in the
 * order. `skip`: the part does not begin at the first row of an order with such rows.
 */
export type Doubt = 'repeats' | 'skip';

/** A page with converted rows. */
interface Shown extends Page {
	/** Ids of the rows. */
	ids: unknown[];
	/** The rows as Chatwoot sent them. */
	raw: IDataObject[];
}

type Read = (query: IDataObject) => Promise<Shown>;

/** How many times a list is read until it is certain that no row is missing. */
const TRIES = 3;

/** A list that is still incomplete after several readings. */
export class Incomplete extends ServiceError {
	/** All different rows that were read, converted. */
	rows: IDataObject[] = [];
}

/**
 * Reads lists: the rows of all pages, each once. It reads no more pages than the limit needs, and reads them
 * side by side if the total is known. A list that was read to its end must contain every row that was there
 * from beginning to end; otherwise it is read again: in one piece if the list can be, or in an order with
 * fewer equal keys if there is one.
 * @param places maximum number of pages that are read at the same time
 * @throws Incomplete if the list stays incomplete; the error of a page that failed
 */
export async function readList(
	send: Send,
	request: Request,
	reply: Reply,
	places: number,
	{
		skip = 0,
		limit = Infinity,
		mapRow = unchanged,
		isEnough,
		most = MOST_ROWS,
		onDoubt,
	}: Wanted = {},
): Promise<IDataObject[]> {
	const { pages = {} } = reply;
	const { byId, param } = pages;
	const order = orderOf(pages, request.query);
	const range = { skip, limit, isEnough, most };
	const reader =
		(show = mapRow, changed: IDataObject = {}): Read =>
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
	let again: Again | undefined;
	let last: Witness | undefined;
	for (let tries = 1; ; tries++) {
		const read = reader(again && unchanged, again?.query);
		const witness = new Witness(send, order.times ?? CAME_IN, last);
		const reading = await readByNumber(
			async (query) => {
				const page = await read(query);
				page.ids.forEach((id, index) => found.set(id ?? page.rows[index], page.rows[index]));
				witness.see(Number(query[param] ?? 1), page);
				return page;
			},
			{ ...pages, ...(again?.whole ? { param: undefined } : {}) },
			again?.order ?? order,
			// In another order the wanted rows can be anywhere, so all rows are read.
			again ? { skip: 0, limit: Infinity, most } : range,
			places,
		);
		const { rows, ended, isStalled } = reading;
		const isWanted = !ended && !isStalled;
		// A caller that stops at a row and handles doubts has its own way to find missing rows.
		if (isWanted || (isEnough && onDoubt)) {
			if (reading.repeats > 0 || !(isWanted || seemsWhole(reading))) onDoubt?.('repeats');
			return rows;
		}
		const { atOnce } = order;
		const canBeOnePiece = atOnce && found.size <= atOnce.most;
		const isSure = async () => {
			if (await witness.sawAll(reading)) return true;
			// Another reading is cheaper, or as cheap.
			if (canBeOnePiece || (tries < TRIES && witness.counted(reading))) return false;
			const pageOf = async (number: number) => await read(numbered(number, pages));
			return await witness.sawNoMove(reading, pageOf, places);
		};
		if (ended && (await isSure())) {
			if (!again) return rows;
			const sorted = again.sort(rows, request.query ?? {});
			return sorted.slice(skip, skip + limit).map(mapRow);
		}
		if (tries === TRIES)
			throw Object.assign(incomplete(reading, order), { rows: [...found.values()] });
		if (canBeOnePiece) again = atOnce;
		else if (order.again && (isStalled || !seemsWhole(reading))) ({ again } = order);
		last = witness;
	}
}

type Range = Required<Pick<Wanted, 'skip' | 'limit' | 'most'>> & Pick<Wanted, 'isEnough'>;

/** The result of reading a list once. */
interface Reading {
	/** The wanted rows. */
	rows: IDataObject[];
	/** Number of different rows from the beginning of the list, including skipped ones. */
	count: number;
	/** Number of repeated rows, without those that were pushed back by rows that moved to the front. */
	repeats: number;
	/** Highest total of all pages; 0 if there is none. */
	total: number;
	/** Whether the end of the list was reached, and not only the limit. */
	ended: boolean;
	/** Reading stopped before the end of the list, because several pages had no new rows. */
	isStalled: boolean;
	/** The first page was the whole list, even if an empty one had to show that. */
	isOnePage: boolean;
	/** Pages were skipped. */
	isPart: boolean;
}

/**
 * Whether no row seems to be missing, by the numbers alone. If rows do not move, a row that came twice means
 * that another one is missing. If rows move, the total decides. A total below the number of rows read is the
 * total of a page.
 */
const seemsWhole = ({ count, repeats, total }: Reading): boolean =>
	count === total || (count > total && repeats === 0);

function incomplete(reading: Reading, { by, advice }: Order): Incomplete {
	const { count, repeats, total } = reading;
	const found =
		total > count
			? `Chatwoot reports ${total} rows, but its pages returned ${count} different ones`
			: repeats > 0
				? `its pages repeated ${repeats} of ${count} rows, so others are missing`
				: `it changed each of the ${TRIES} times it was read, so rows may be missing`;
	const reason = seemsWhole(reading)
		? 'Records were created, changed or deleted between two pages, which moves others from one page to another.'
		: `The list changed while it was read, or several rows have the same place in its order (${by}).`;
	return new Incomplete(`The list is incomplete: ${found}`, {
		status: 200,
		hint: `${reason} ${advice ?? 'Run it again, or request fewer rows.'}`,
	});
}

/** When a row came into a list: it was created, or a change made it fit. */
const CAME_IN = ['created_at', 'updated_at', 'occurred_at'];

/** The latest of these times of a row as Unix time; undefined if it has none. */
function latest(row: IDataObject, names: string[]): number | undefined {
	const times = names
		.map((name) => at(row, name))
		.map((time) => (typeof time === 'string' ? Date.parse(time) / 1000 : Number(time)))
		.filter((time) => time > 0);
	return times.length ? Math.max(...times) : undefined;
}

/**
 * Knows which rows were in a list when a reading began. Only these count against the total of that moment: a
 * row that came later must not balance one that was missed because others were deleted.
 */
class Witness {
	/** The rows of this reading as they came first, by their keys. */
	private readonly rows = new Map<unknown, IDataObject>();
	/** The keys of each page, by its number, as it came first. */
	private readonly pages: unknown[][] = [];
	/** Keys of the rows of the first page. */
	private readonly onFirst = new Set<unknown>();
	private readonly begun = performance.now();
	private total = 0;
	/** The latest time in the rows of the first page. */
	private latest = 0;

	/**
	 * @param cameIn paths of the times that can show when a row came into the list
	 * @param last witness of the reading of the same list before this one
	 */
	constructor(
		private readonly send: Send,
		private readonly cameIn: string[],
		private readonly last?: Witness,
	) {}

	/** @param number of the page */
	see(number: number, page: Shown): void {
		const { raw, total = 0 } = page;
		const keys = this.keysOf(page);
		keys.forEach((key, index) => {
			if (!this.rows.has(key)) this.rows.set(key, raw[index]);
		});
		if (this.pages.length === 0) {
			for (const key of keys) this.onFirst.add(key);
			for (const row of raw)
				this.latest = Math.max(
					this.latest,
					latest(row, [...this.cameIn, ...CAME_IN, 'last_activity_at']) ?? 0,
				);
			if (total >= raw.length) this.total = total;
		}
		this.pages[number - 1] ??= keys;
	}

	/** The total when the reading began; 0 if it is not known. In some releases the total is that of the page. */
	private totalOf({ count }: Reading): number {
		const isOfPage = this.total === this.pages[0].length && this.total < count;
		return isOfPage ? 0 : this.total;
	}

	/** Whether as many rows were read as the total says, and can be told apart in another reading. */
	counted = (reading: Reading): boolean =>
		this.totalOf(reading) === reading.count && this.rows.size === reading.count;

	/** Whether the numbers prove that the reading has all rows that were in the list from its beginning to its end. */
	async sawAll(reading: Reading): Promise<boolean> {
		// One page is read in one moment. Of a part it is not known where it begins.
		if (reading.isOnePage || reading.isPart) return seemsWhole(reading);
		const total = this.totalOf(reading);
		return total > 0 && total <= reading.count && (await this.sawOld());
	}

	/**
	 * Whether nothing moved but rows that came to the front: the pages still have the same rows after all were
	 * read. For a list without a total, or with one that does not decide.
	 */
	async sawNoMove(
		reading: Reading,
		read: (number: number) => Promise<Shown>,
		places: number,
	): Promise<boolean> {
		const total = this.totalOf(reading);
		const { isOnePage, isPart, count, repeats } = reading;
		if (isOnePage || isPart || total > count || repeats > 0) return false;
		const pageOf = async (number: number) => this.keysOf(await read(number));
		const before = [...new Set(this.pages.flat())];
		const last = this.pages.length;
		// Without a total, pages were read one after the other, so nothing can have moved past the last one.
		const most = total ? last : last - 1;
		const { size: length } = new Set(this.pages.slice(0, most).flat());
		const pages = await sideBySide(most, places, async (index) => await pageOf(index + 1));
		const first = pages.flat().indexOf(before[0]);
		// Rows that came to the front pushed others to the next page.
		if (first > 0) pages.push(await pageOf(most + 1));
		const after = [...new Set(pages.flat())].slice(first);
		return (
			first >= 0 &&
			after.length >= length &&
			before.every((key, index) => index >= after.length || key === after[index])
		);
	}

	/** What tells the rows of a page apart: without an id, what they contain. */
	private keysOf({ ids, raw }: Shown): unknown[] {
		return raw.map((row, index) => (isNone(ids[index]) ? JSON.stringify(row) : ids[index]));
	}

	/** Whether a row was on the first page, or in the reading before this one and did not change since. */
	private wasEarly(key: unknown, row: IDataObject): boolean {
		const before = this.last?.rows.get(key);
		return (
			this.onFirst.has(key) ||
			(before !== undefined && latest(before, this.cameIn) === latest(row, this.cameIn))
		);
	}

	/** Whether as many rows as the total says are certain to be older than the first page. */
	private async sawOld(): Promise<boolean> {
		const { rows, total } = this;
		const others = [...rows].filter(([key, row]) => !this.wasEarly(key, row));
		const times = others.flatMap(([, row]) => latest(row, this.cameIn) ?? []);
		const count = rows.size - others.length;
		if (count + times.length < total) return false;
		// Times may be whole seconds: a row may have come up to a second later.
		const isAll = (moment: number) =>
			count + times.filter((time) => Math.floor(time) + 1 <= moment).length === total;
		if (isAll(this.latest)) return true;
		const [clock] = await Promise.allSettled([timeOf({ send: this.send })]);
		if (clock.status === 'rejected') return false;
		return isAll(clock.value - (performance.now() - this.begun) / 1000);
	}
}

const isLastOf = ({ rows }: Page, isEnough?: Wanted['isEnough']) =>
	isEnough !== undefined && rows.some(isEnough);

/** Number of batches of pages without a new row after which reading stops. */
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
	const isFirstEnd = reachedEnd;
	const isShort = first.rows.length < (pages.size ?? 1);
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
		// No use in reading to the end: rows are already known to be missing.
		isStalled =
			!reachedEnd &&
			(stale === STALE ||
				(seen.repeats > 0 && isAll && !order.unique && order.again !== undefined));
		isOver = reachedEnd || isStalled || last >= 0;
	}
	// Rows that were added or moved to the front during the reading were missed, and pushed others back.
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
		// If the reading began later in the list, the total does not show whether rows are missing.
		total: passed ? 0 : most,
		ended: reachedEnd,
		isStalled,
		isOnePage: isFirstEnd || (isShort && reachedEnd && rows.length === first.rows.length),
		isPart: passed > 0,
	};
}

/** Number of ids to read again: messages of the same time may be in another order than their ids. */
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

/**
 * Reads from the newest page backward. Undefined if messages with the same time may be missing and the list
 * can be read forward instead.
 */
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

/** Reads forward from the oldest row. With `older` the result is the newest rows of all. */
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

/** The query of the newest page, or of the page before a row. Pages begin with their oldest row. */
const olderThan = (row?: IDataObject): IDataObject => (row ? { before: row.id } : {});

/**
 * With both bounds Chatwoot includes `after` and sends up to 1000 rows instead of 100. Reading backward
 * compares times and misses messages of the same second; reading forward misses none.
 */
export const newerThan = (
	after: unknown = 0,
	before: IDataObject[string] = 2 ** 31 - 1,
): IDataObject => ({
	after: Number(after) + 1,
	before,
});

/** Remembers the rows of a list by their ids. Rows without an id are all different. */
class Seen {
	repeats = 0;

	private readonly ids = new Set<unknown>();

	/** The rows of a page that are new. */
	fresh({ rows, ids }: Shown): IDataObject[] {
		const fresh = rows.filter((_, index) => isNone(ids[index]) || !this.ids.has(ids[index]));
		for (const id of ids) this.ids.add(id);
		this.repeats += rows.length - fresh.length;
		return fresh;
	}
}

const isNone = (id: unknown) => id === undefined || id === null;

/** n8n passes the rows of one item as arguments of one function call, which allows about 120,000. */
export const MOST_ROWS = 100_000;

/** @throws ServiceError if there are more rows than n8n accepts */
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
