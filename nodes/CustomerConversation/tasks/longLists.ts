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

/** Converts Unix seconds or ISO text to ISO text in the chosen zone; null for 0, which means never. */
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

/** Counts rows, and writes to the log every 1,000 rows or five seconds. */
export function counter({ log }: Pick<Host, 'log'>, name: string): (more: number) => void {
	let rows = 0;
	let reported = { rows, at: Date.now() };
	return (more) => {
		rows += more;
		if (rows < reported.rows + 1000 && Date.now() < reported.at + 5000) return;
		log(`Export: ${rows} ${name} so far`);
		reported = { rows, at: Date.now() };
	};
}

/** Where an export begins: at the start of the period, or where an earlier export ended. */
export function startOf({ values }: Call, of: string): Position {
	const { since, continue_from } = values as { since: number; continue_from?: Position };
	if (!continue_from) return { of, since, exportedIds: [] };
	if (continue_from.of === of) return continue_from;
	throw badInput(`Continue From must come from an export of ${of}, not of ${continue_from.of}`, [
		'continue_from',
	]);
}

/**
 * A record may appear later than its creation time, since transactions end in another order than they
 * began. Records older than this many seconds have all appeared.
 */
const LATE = 120;

/**
 * The Unix time, by the clock of the service, up to which no record can appear any more. Only needed for
 * a file, which a later export can continue.
 */
export async function certainTime(call: Call, late = LATE): Promise<number> {
	return call.values.output === 'rows' ? Infinity : (await timeOf(call)) - late;
}

/** A list in the order of creation: new records are added at its end. */
interface Dated {
	/** What it lists, in the plural. Positions store it. */
	name: string;
	/** Where its rows are in the reply, and how to read its pages. */
	list: Reply;
	/** Reads the number of records, if the list has no total. */
	total?: (request: Request) => Promise<number | undefined>;
	/** Seconds until a record has appeared for certain, if not the default. */
	late?: number;
	/**
	 * Reads at least all records of one moment, such as those of an import: sorted only by time, pages
	 * repeat some and leave out others. @param moment Unix time in seconds
	 */
	ofMoment?: (moment: number) => Promise<IDataObject[]>;
	/** Whether a record of the period is wanted. */
	isWanted?: (record: IDataObject) => boolean;
	/** Reads what these records lack, and returns what makes a flat row from each. */
	toRow: (records: IDataObject[]) => Promise<(record: IDataObject) => IDataObject>;
}

const TRIES = 3;

/** Exports the records created from Since until Until as flat rows, each once, the oldest first. */
export function createdInPeriod(call: Call, list: Dated): Export {
	const { host, values } = call;
	const { name } = list;
	const until = Number(values.until);
	const begin = startOf(call, name);
	// All older records were exported, and those with these IDs, by their times.
	let { since } = begin;
	const exportedIds = new Map<unknown, number>(begin.exportedIds.map((id) => [id, Infinity]));

	const goOnTo = (moment: number) => {
		since = Math.max(since, moment);
		for (const [id, time] of exportedIds) if (time < since) exportedIds.delete(id);
	};
	const take = (rows: IDataObject[], most: number): IDataObject[] => {
		const fresh: IDataObject[] = [];
		for (const row of rows) {
			if (fresh.length === most) break;
			if (!exportedIds.has(row.id)) fresh.push(row);
			exportedIds.set(row.id, Number(row.created_at_unix));
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
			host.log(`Export: the list of ${name} changed, reading it again`);
		}
		throw new ServiceError(`The list of ${name} changed each time it was read`, {
			hint: 'Some were deleted meanwhile, or many were created at the same time. Run the node again, or choose an inbox.',
		});
	}

	return {
		name,
		rows: read(),
		blank: async () => (await list.toRow([]))({ id: 0 }),
		position: () => ({ of: name, since, exportedIds: [...exportedIds.keys()].map(Number) }),
	};
}

/** Most records in memory, in addition to a page for each request in flight. */
const MOST_READ = 2500;

/** A period to read. @param left how many rows are still wanted */
interface Part {
	since: number;
	until: number;
	left: () => number;
}

/**
 * Finds the pages of the period by binary search, and reads several at a time in parallel. A deletion
 * moves later records to pages that may already be read: so the page after them is checked before and
 * after, and the next pages must begin with it.
 * @returns the rows of some pages; undefined if the list has moved, then it ends
 */
async function* readThrough(
	{ host, request: { query, ...rest }, send }: Call,
	{ name, list, total: counted, ofMoment, isWanted = () => true, toRow }: Dated,
	{ since, until, left }: Part,
): AsyncGenerator<IDataObject[] | undefined> {
	// A list that can be limited to a period begins where this part does.
	const request = { ...rest, query: { ...query, ...(query && 'since' in query ? { since } : {}) } };
	const page = async (number: number) =>
		await readPage(send, request, list, numbered(number, list.pages));
	const first = await page(1);
	const isOnly = isEnd(first, 1, sizeOf(first, list.pages));
	const total = first.total ?? (isOnly ? undefined : await counted?.(request));
	const size = sizeOf({ ...first, total }, list.pages);
	let last = Math.max(1, Math.ceil((total ?? 0) / size));
	let tail = last === 1 ? first : await page(last);
	// The total may be too small, and records may have been added since.
	while (endOf(tail) < until && !isEnd({ ...tail, total: 0 }, last, size)) {
		const next = await page(last + 1);
		if (next.rows.length === 0) break;
		if (next.rows[0].id === tail.rows[0]?.id)
			throw new ServiceError(`Chatwoot returned the same page of ${name} twice`, {
				hint: 'A proxy may be caching replies. The list would never end, so nothing more was read.',
			});
		tail = next;
		last++;
	}
	const ask = async (number: number) => (last === 1 ? first : await page(number));

	/** The first page, from this one on, that ends at the moment or later; otherwise the last one. */
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

	/** The rows of moments of which the pages repeated some. */
	const rowsOf = async (moments: Set<number>) =>
		await sideBySide(moments.size, 1, async (index) => {
			const moment = [...moments][index];
			const found = (await ofMoment?.(moment)) ?? [];
			const wanted = found.filter((record) => createdAt(record) === moment && isWanted(record));
			return wanted.length ? wanted.map(await toRow(wanted)) : [];
		});

	/** Moments of which all records were exported. */
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
		// The caller leaves out rows that it has already exported.
		yield extra.length ? [...rows, ...extra].sort(byTime) : rows;
		// Only records of one moment can change places between pages.
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
