import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../shared/faults';
import {
	isEnd,
	MOST_ROWS,
	numbered,
	readPage,
	sizeOf,
	type Page,
} from '../../shared/transport/pages';
import { sideBySide } from '../../shared/transport/run';
import type { Call, Host, Reply } from '../../shared/vocabulary';

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

/** A list in the order of creation: what is new comes at its end. */
export interface Dated {
	/** What it lists. */
	name: string;
	/** Where its rows are in the reply, and how it goes on. */
	list: Reply;
	/** How many there are, where the list itself does not tell. */
	total?: () => Promise<number | undefined>;
	/** Flat rows of some of its records. */
	toRows: (records: IDataObject[]) => Promise<IDataObject[]>;
}

/**
 * Adds up rows, and tells the log every 1,000 of them or five seconds.
 * @returns their number so far; throws ServiceError with more than n8n takes
 */
export function counter(host: Host, name: string): (more: number) => number {
	const limit = host.limit();
	let rows = 0;
	let told = { rows, at: Date.now() };
	return (more) => {
		rows += more;
		if (rows >= told.rows + 1000 || Date.now() >= told.at + 5000) {
			host.log(`Export: ${rows} ${name} so far`);
			told = { rows, at: Date.now() };
		}
		if (Math.min(rows, limit) <= MOST_ROWS) return rows;
		throw new ServiceError(
			`There are more ${name} than the ${MOST_ROWS} that n8n takes from one item`,
			{
				hint: 'Export shorter periods one after the other.',
			},
		);
	};
}

const TRIES = 3;

/** The flat rows of what was created from Since until Until, each once, the oldest first. */
export async function createdInPeriod(call: Call, list: Dated): Promise<IDataObject[]> {
	for (let tries = 0; tries < TRIES; tries++) {
		const rows = await readThrough(call, list);
		if (rows) return rows;
		call.host.log(`Export: the list of ${list.name} moved, it is read again`);
	}
	throw new ServiceError(`The list of ${list.name} moved each time it was read`, {
		hint: 'Some were deleted meanwhile, or there are many of one moment. Run it again, or choose an inbox.',
	});
}

/**
 * Finds the pages of the period by halving and reads them side by side; none is kept. Whatever is
 * deleted moves those behind it to pages that may have been read: then the last page begins
 * otherwise than before.
 * @returns nothing when the list moved
 */
async function readThrough(
	{ values, host, request, send }: Call,
	{ name, list, total: counted, toRows }: Dated,
): Promise<IDataObject[] | undefined> {
	const { since, until } = values as { since: number; until: number };
	const limit = host.limit();
	const page = async (number: number) =>
		await readPage(send, request, list, numbered(number, list.pages));
	const first = await page(1);
	const isOnly = isEnd(first, 1, sizeOf(first, list.pages));
	const total = first.total ?? (isOnly ? undefined : await counted?.());
	const size = sizeOf({ ...first, total }, list.pages);
	let last = Math.max(1, Math.ceil((total ?? 0) / size));
	let tail = last === 1 ? first : await page(last);
	// The number may be too small, and of what was just full more may have come.
	while (endOf(tail) < until && !isEnd({ ...tail, total: 0 }, last, size)) {
		const next = await page(last + 1);
		if (next.rows.length === 0) break;
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

	const seen = new Set<unknown>();
	const count = counter(host, name);
	let enough = false;
	let repeated = false;
	const parts = await sideBySide(
		end - begin + 1,
		host.places,
		async (index) => {
			const { rows: records } = await ask(begin + index);
			const wanted = records.filter(
				(record) => createdAt(record) >= since && createdAt(record) < until,
			);
			repeated ||= wanted.some(({ id }) => seen.has(id));
			for (const { id } of wanted) seen.add(id);
			const rows = wanted.length ? await toRows(wanted) : [];
			enough ||= count(rows.length) >= limit;
			return rows;
		},
		() => enough,
	);
	const again = await ask(last);
	const [anchor] = tail.rows;
	const moved = last > 1 && (!anchor || again.rows[0]?.id !== anchor.id);
	return moved || repeated ? undefined : parts.flat().slice(0, limit);
}

const createdAt = ({ created_at: moment }: IDataObject) => Number(moment);

const endOf = ({ rows }: Page) => (rows.length ? createdAt(rows[rows.length - 1]) : 0);
