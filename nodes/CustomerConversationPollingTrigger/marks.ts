import { isObject, without } from '../shared/values';
import type { Found } from './watched/watched';

/** How far a list was read. */
export interface Mark {
	/** Unix time in seconds: records of this time or later may be new. */
	from: number;
	/** Keys of deliveries of that time or later that were already seen, with their time. */
	seen: Record<string, number>;
	/** What the list itself stored. */
	kept?: object;
}

/** The clocks of Chatwoot and of n8n at a poll. Unix times in seconds. */
interface Clocks {
	server: number;
	n8n: number;
	/** How far Chatwoot's clock suddenly was ahead. It is only believed if the next poll finds the same. */
	doubt?: number;
}

/** What n8n stores with the workflow. */
export interface PollData {
	/** Server, account and start that the marks belong to. */
	origin?: string;
	/** Marks by the name of the list. */
	marks?: Record<string, Mark>;
	clocks?: Clocks;
}

/** Where lists begin that have no mark yet. */
export interface Starts {
	origin: string;
	clocks: Clocks;
	/** Unix time in seconds by the name of the list. */
	from: Record<string, number>;
}

/** Seconds by which clocks may differ. A mark that is this much too late still misses nothing. */
const TOLERANCE = 120;

/** The time of a poll. By Chatwoot's clock, unless that has just jumped ahead. */
export interface PollTime {
	/** Unix time in seconds. */
	now: number;
	/** To be stored with the marks. */
	clocks: Clocks;
	/** How many seconds Chatwoot's clock was ahead at the last poll; undefined if that is not known. */
	wasAhead?: number;
}

/**
 * Compares Chatwoot's clock with n8n's: a single reply with a time in the future would hide all events until then.
 * @param server time by Chatwoot's clock, in seconds as `n8n`
 * @param before as the last poll stored it
 */
export function pollTimeOf(server: number, n8n: number, before?: Clocks): PollTime {
	if (!before) return { now: server, clocks: { server, n8n } };
	const expected = before.server + Math.max(0, n8n - before.n8n);
	const ahead = server - expected;
	const isConfirmed = before.doubt !== undefined && Math.abs(ahead - before.doubt) <= TOLERANCE;
	if (ahead > TOLERANCE && !isConfirmed)
		return { now: expected, clocks: { server: expected, n8n, doubt: ahead } };
	return { now: server, clocks: { server, n8n }, wasAhead: Math.max(0, -ahead) };
}

/** A mark from which a poll reads. */
export interface Resumption extends Mark {
	/** Whether a record of this time was seen, although its key was not kept. */
	isPassed: (time: number) => boolean;
}

/**
 * Where to read a list from. A mark in the future goes back by as much as Chatwoot's clock was ahead.
 * @param earliest the start that the user chose, which may be in the future
 */
export function resumptionOf(
	mark: Mark,
	{ now, wasAhead }: PollTime,
	late: number,
	earliest = -Infinity,
): Resumption {
	const { from } = mark;
	if (from <= now) return { ...mark, isPassed: () => false };
	const back = wasAhead === undefined ? now - late : from - wasAhead;
	return {
		...mark,
		from: Math.max(back, earliest),
		isPassed: (time) => time > now && time < from,
	};
}

/** The mark after a poll. @param from the keys of records of this time or later are remembered */
export function markAfter({ seen }: Mark, from: number, found: Found[], kept?: object): Mark {
	const all = [
		...Object.entries(seen),
		...found.map(({ delivery, at: time }): [string, number] => [delivery.key, time]),
	];
	return { from, seen: Object.fromEntries(all.filter(([, time]) => time >= from)), kept };
}

/** Where this package keeps something in n8n's data of the workflow, which all its nodes share. */
const GLOBAL = 'customerConversationPollingTrigger';

type StoredStarts = Record<string, Starts | undefined>;

/** The stored starts of a node. @param global n8n's data of the workflow */
export function startsIn(global: object, node: string): Starts | undefined {
	const stored: unknown = (global as Record<string, unknown>)[GLOBAL];
	return isObject(stored) ? (stored as StoredStarts)[node] : undefined;
}

/**
 * Stores where lists begin. With durable cursors n8n stores nothing of a node whose first poll finds nothing, but
 * the data of the workflow. Nothing is left of it once every list has a mark.
 */
export function storeStarts(global: object, node: string, starts: Starts): void {
	const before = startsIn(global, node);
	const isEmpty = !Object.keys(starts.from).length;
	if (isEmpty ? !before : JSON.stringify(before) === JSON.stringify(starts)) return;
	const data = global as Record<string, StoredStarts | undefined>;
	const others = without(data[GLOBAL] ?? {}, node);
	if (!isEmpty) data[GLOBAL] = { ...others, [node]: starts };
	else if (Object.keys(others).length) data[GLOBAL] = others;
	else delete data[GLOBAL];
}
