import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { badInput, ServiceError } from '../../shared/faults';
import { isEnd, numbered, readPage, sizeOf, type Page } from '../../shared/transport/pages';
import { sideBySide } from '../../shared/transport/run';
import {
	timeOf,
	type Call,
	type Export,
	type Host,
	type Position,
	type Reply,
	type Request,
} from '../../shared/vocabulary';

/** Makes ISO text in the chosen zone of Unix seconds or ISO text; 0 stands for never. */
export const clock =
	({ zone }: Call) =>
	(moment: unknown): string | null => {
		if (!moment) return null;
		const time =
			typeof moment === 'number'
				? DateTime.fromSeconds(Math.floor(moment), { zone })
				: DateTime.fromISO(String(moment), { zone });
		return time.toISO({ suppressMilliseconds: true });
	};

/** Adds up rows, and tells the log every 1,000 of them or five seconds. */
export function counter(host: Host, name: string): (more: number) => void {
	let rows = 0;
	let told = { rows, at: Date.now() };
	return (more) => {
		rows += more;
		if (rows < told.rows + 1000 && Date.now() < told.at + 5000) return;
		host.log(`Export: ${rows} ${name} so far`);
		told = { rows, at: Date.now() };
	};
}

/** Where an export begins: with the period, or where an earlier one ended. */
export function startOf({ values }: Call, of: string): Position {
	const { since, continue_from } = values as { since: number; continue_from?: Position };
	if (!continue_from) return { of, since, given: [] };
	if (continue_from.of === of) return continue_from;
	throw badInput(`Continue From must be of an export of ${of}, it is of ${continue_from.of}`, [
		'continue_from',
	]);
}

/**
 * A record may show up later than its own time says: transactions end in another order than they
 * began. What is older than this many seconds is all there.
 */
const LATE = 120;

/**
 * The Unix time up to which nothing is missing any more, by the clock of the service. Only who goes
 * on later needs to know.
 */
export async function certainTime(call: Call, late = LATE): Promise<number> {
	return call.values.output === 'rows' ? Infinity : (await timeOf(call)) - late;
}

/** A list in the order of creation: what is new comes at its end. */
export interface Dated {
	/** What it lists. */
	name: string;
	/** Where its rows are in the reply, and how it goes on. */
	list: Reply;
	/** How many there are, where the list itself does not tell. */
	total?: (request: Request) => Promise<number | undefined>;
	/** Seconds after which a record is there, where it takes longer. */
	late?: number;
	/**
	 * Gives at least all records of one moment, for those of an import: by their time alone pages repeat
	 * some and leave others out. @param moment Unix time in seconds
	 */
	ofMoment?: (moment: number) => Promise<IDataObject[]>;
	/** Whether it is wanted, beside its time. */
	isWanted?: (record: IDataObject) => boolean;
	/** Makes a flat row of one of these records; asks for what they do not tell. */
	toRow: (records: IDataObject[]) => Promise<(record: IDataObject) => IDataObject>;
}

const TRIES = 3;

/** The flat rows of what was created from Since until Until, each once, the oldest first. */
export function createdInPeriod(call: Call, list: Dated): Export {
	const { host, values } = call;
	const { name } = list;
	const until = Number(values.until);
	const begin = startOf(call, name);
	// All that is older was given, and what has these ids, with their times.
	let { since } = begin;
	const given = new Map<unknown, number>(begin.given.map((id) => [id, Infinity]));

	const goOnTo = (moment: number) => {
		since = Math.max(since, moment);
		for (const [id, time] of given) if (time < since) given.delete(id);
	};
	const take = (rows: IDataObject[], most: number): IDataObject[] => {
		const fresh: IDataObject[] = [];
		for (const row of rows) {
			if (fresh.length === most) break;
			if (!given.has(row.id)) fresh.push(row);
			given.set(row.id, Number(row.created_at_unix));
		}
		return fresh;
	};

	async function* read(): AsyncGenerator<IDataObject[]> {
		if (since >= until) return;
		const certain = await certainTime(call, list.late);
		const count = counter(host, name);
		let left = host.limit();
		for (let tries = 0; tries < TRIES; tries++) {
			let moved = false;
			for await (const rows of readThrough(call, list, { since, until, left: () => left })) {
				moved = rows === undefined;
				const fresh = take(rows ?? [], left);
				if (fresh.length === 0) continue;
				left -= fresh.length;
				tries = 0;
				goOnTo(Math.min(Number(fresh[fresh.length - 1].created_at_unix), certain));
				count(fresh.length);
				yield fresh;
				if (left === 0) return;
			}
			if (!moved) return goOnTo(Math.min(until, certain));
			host.log(`Export: the list of ${name} moved, it is read again`);
		}
		throw new ServiceError(`The list of ${name} moved each time it was read`, {
			hint: 'Some were deleted meanwhile, or there are many of one moment. Run it again, or choose an inbox.',
		});
	}

	return {
		name,
		rows: read(),
		blank: async () => (await list.toRow([]))({ id: 0 }),
		position: () => ({ of: name, since, given: [...given.keys()].map(Number) }),
	};
}

/** Most records that are in memory, beside a page for each place. */
const MOST_READ = 2500;

/** @param left how many rows are still wanted */
interface Part {
	since: number;
	until: number;
	left: () => number;
}

/**
 * Finds the pages of the period by halving and reads them some at a time, side by side. Whatever is
 * deleted moves those behind it to pages that may have been read: so the page that follows is looked
 * at before and after, and begins the next ones.
 * @returns the rows of some pages; nothing when the list moved, then it ends
 */
async function* readThrough(
	{ host, request: { query, ...rest }, send }: Call,
	{ name, list, total: counted, ofMoment, isWanted = () => true, toRow }: Dated,
	{ since, until, left }: Part,
): AsyncGenerator<IDataObject[] | undefined> {
	// A list that takes a period begins where this part does.
	const request = { ...rest, query: { ...query, ...(query && 'since' in query ? { since } : {}) } };
	const page = async (number: number) =>
		await readPage(send, request, list, numbered(number, list.pages));
	const first = await page(1);
	const isOnly = isEnd(first, 1, sizeOf(first, list.pages));
	const total = first.total ?? (isOnly ? undefined : await counted?.(request));
	const size = sizeOf({ ...first, total }, list.pages);
	let last = Math.max(1, Math.ceil((total ?? 0) / size));
	let tail = last === 1 ? first : await page(last);
	// The number may be too small, and of what was just full more may have come.
	while (endOf(tail) < until && !isEnd({ ...tail, total: 0 }, last, size)) {
		const next = await page(last + 1);
		if (next.rows.length === 0) break;
		if (next.rows[0].id === tail.rows[0]?.id)
			throw new ServiceError(`The service gives the same page of ${name} again`, {
				hint: 'A proxy may keep replies. The list has no end like this: nothing more was read.',
			});
		tail = next;
		last++;
	}
	const ask = async (number: number) => (last === 1 ? first : await page(number));

	/** The first page from this one on that ends at the moment or later, else the last. */
	const reaching = async (moment: number, from: number): Promise<number> => {
		let [low, high] = [from, last];
		while (low < high) {
			const middle = Math.floor((low + high) / 2);
			if (endOf(await ask(middle)) < moment) low = middle + 1;
			else high = middle;
		}
		return low;
	};
	const begin = endOf(first) < since ? await reaching(since, Math.min(2, last)) : 1;
	const end = endOf(tail) < until ? last : await reaching(until, begin);

	/** The rows of moments of which pages gave some twice. */
	const rowsOf = async (moments: Set<number>) =>
		await sideBySide(moments.size, 1, async (index) => {
			const moment = [...moments][index];
			const found = (await ofMoment?.(moment)) ?? [];
			const wanted = found.filter((record) => createdAt(record) === moment && isWanted(record));
			return wanted.length ? wanted.map(await toRow(wanted)) : [];
		});

	/** Moments all of whose records were given. */
	const complete = new Set<number>();
	let seen = new Map<unknown, number>();
	let follows: unknown;
	for (let from = begin; from <= end;) {
		const most = Math.max(host.places, Math.floor(MOST_READ / size));
		const count = Math.min(end - from + 1, most, Math.ceil(left() / size) + 1);
		const border = Math.min(from + count, last);
		const before = border === last && from === begin ? tail : await ask(border);
		const parts = await sideBySide(count, host.places, async (index) => {
			const { rows } = await ask(from + index);
			const wanted = rows.filter(
				(record) => createdAt(record) >= since && createdAt(record) < until && isWanted(record),
			);
			return {
				begins: rows[0]?.id,
				ids: wanted.map((record) => [record.id, createdAt(record)] as const),
				rows: wanted.length ? wanted.map(await toRow(wanted)) : [],
			};
		});
		const after = await ask(border);
		const ids = parts.flatMap((part) => part.ids);
		const repeated = new Set<number>();
		for (const [id, time] of ids) {
			if (seen.has(id) && !complete.has(time)) repeated.add(time);
			seen.set(id, time);
		}
		const moved =
			(follows !== undefined && parts[0].begins !== follows) ||
			(last > 1 && (!before.rows[0] || after.rows[0]?.id !== before.rows[0].id));
		if (moved || (repeated.size && !ofMoment)) return yield undefined;
		const extra = (await rowsOf(repeated)).flat();
		for (const moment of repeated) complete.add(moment);
		const rows = parts.flatMap((part) => part.rows);
		// What came twice is left out by whoever takes the rows.
		yield extra.length ? [...rows, ...extra].sort(byTime) : rows;
		// Only what is of one moment may stand otherwise on each page.
		const newest = Math.max(...ids.map(([, time]) => time));
		seen = new Map([...seen].filter(([, time]) => time >= newest));
		follows = after.rows[0]?.id;
		from += count;
	}
}

const byTime = (one: IDataObject, other: IDataObject) =>
	Number(one.created_at_unix) - Number(other.created_at_unix);

const createdAt = ({ created_at: moment }: IDataObject) => Number(moment);

const endOf = ({ rows }: Page) => (rows.length ? createdAt(rows[rows.length - 1]) : 0);
