import { sleep } from 'n8n-workflow';
import { BadInput, ServiceError, stopped } from '../faults';

/** n8n's Request Options, with this package's own. */
export interface RunOptions {
	proxy?: string;
	/** Milliseconds for a request and the whole of its reply. */
	timeout?: number;
	allowUnauthorizedCerts?: boolean;
	batching?: { batch?: { batchSize?: number; batchInterval?: number } };
	/** Most requests in flight. */
	requestsAtOnce?: number;
	/** Whether to send a create again after a fault that may have come after the service acted. */
	retryCreates?: boolean;
}

/** What the items of one execution share: it hangs on the execution's data, never on the module. */
export interface Run {
	places: number;
	/** How often a request is sent at most. */
	tries: number;
	retryCreates: boolean;
	/** Lets a request go: items and the pages of one item share the places. */
	request: Limit;
	/** Reads the fields of an item; one at a time, with breaks. */
	reading: Limit;
	/** Does tasks that share a key one after the other. */
	inTurn: <T>(keys: string[], task: () => Promise<T>) => Promise<T>;
	/** Unix time in milliseconds before which nothing is sent. */
	resumeAt: number;
	/** How many requests were sent, the shortest time of one, and when the next may begin. */
	pace: { sent: number; shortest: number; next: number };
	/** Limits of an hour or a day that were met: no request waits for them again. */
	usedUp: Set<string>;
	/** What is done once, such as asking for a path, by credential and key. */
	done: Map<string, Promise<unknown>>;
	signal?: AbortSignal;
}

type Limit = <T>(task: () => Promise<T>) => Promise<T>;

/** Lets at most so many tasks run at once, the others wait in line. */
export function limit(places: number): Limit {
	const line: Array<() => void> = [];
	let free = places;
	return async (task) => {
		if (free > 0) free--;
		else await new Promise<void>((enter) => line.push(enter));
		try {
			return await task();
		} finally {
			const enter = line.shift();
			if (enter) enter();
			else free++;
		}
	};
}

/** After so many milliseconds of reading, replies and requests get in between. */
const LONGEST_READING = 3;

/**
 * Expressions take n8n's one thread: the fields of many items in one go would let all their requests
 * leave together, and all places wait for the replies together.
 */
function reading(): Limit {
	const line = limit(1);
	let spent = 0;
	return async (task) =>
		await line(async () => {
			if (spent >= LONGEST_READING) {
				await sleep(0);
				spent = 0;
			}
			const begun = Date.now();
			try {
				return await task();
			} finally {
				spent += Date.now() - begun;
			}
		});
}

function turns(): Run['inTurn'] {
	const last = new Map<string, Promise<unknown>>();
	return async (keys, task) => {
		const mine = Promise.allSettled(keys.map((key) => last.get(key))).then(task);
		// All at once, so that no two tasks wait for each other.
		for (const key of keys) last.set(key, mine);
		try {
			return await mine;
		} finally {
			for (const key of keys) if (last.get(key) === mine) last.delete(key);
		}
	};
}

/** Most tasks that have begun and not ended: what waits for an earlier one is in memory. */
const MOST_BEGUN = 200;

/**
 * Waits for earlier tasks, and lets others have the place meanwhile.
 * @returns whether to go on: not after a failure or the last result
 */
export type Rest = (earlier: number[]) => Promise<boolean>;

/**
 * Does tasks side by side, begins them in order and gives their results in order; begins nothing
 * more after a failure or the last result.
 * @throws the error of the first task that failed, after all that had begun ended
 */
export async function sideBySide<T>(
	count: number,
	places: number,
	task: (index: number, rest: Rest) => Promise<T>,
	isLast: (result: T) => boolean = () => false,
): Promise<T[]> {
	const outcomes: Array<PromiseSettledResult<T>> = [];
	const begun: Array<Promise<void>> = [];
	const rested: Array<() => void> = [];
	let free = places;
	let open = 0;
	let isOver = false;
	const fill = () => {
		while (free > 0) {
			const enter = rested.shift();
			if (!enter && (isOver || begun.length === count || open === MOST_BEGUN)) return;
			free--;
			if (enter) enter();
			else {
				open++;
				begun.push(Promise.resolve(begun.length).then(work));
			}
		}
	};
	const rest: Rest = async (earlier) => {
		const waited = earlier.filter((index) => !(index in outcomes));
		if (waited.length) {
			free++;
			fill();
			await Promise.all(waited.map(async (index) => await begun[index]));
			await new Promise<void>((enter) => {
				rested.push(enter);
				fill();
			});
		}
		return !isOver;
	};
	const work = async (index: number) => {
		const [outcome] = await Promise.allSettled([task(index, rest)]);
		outcomes[index] = outcome;
		isOver ||= outcome.status === 'rejected' || isLast(outcome.value);
		free++;
		open--;
		fill();
	};
	fill();
	// The list grows meanwhile.
	for (const each of begun) await each;
	return outcomes.map((outcome) => {
		if (outcome.status === 'rejected') throw outcome.reason;
		return outcome.value;
	});
}

/**
 * Does tasks side by side and hands over their results in order; none begins that is more than so
 * many places ahead, nor any after a failure. Nothing is under way any more once it ends.
 */
export async function* ahead<T, R>(
	entries: Iterable<T>,
	places: number,
	task: (entry: T) => Promise<R>,
): AsyncGenerator<R> {
	const begun: Array<Promise<R>> = [];
	try {
		for (const entry of entries) {
			begun.push(task(entry));
			// It is told to whoever takes the result.
			begun[begun.length - 1].catch(() => {});
			if (begun.length === places) yield await (begun.shift() as Promise<R>);
		}
		while (begun.length) yield await (begun.shift() as Promise<R>);
	} finally {
		await Promise.allSettled(begun);
	}
}

export function newRun(options: RunOptions = {}, signal?: AbortSignal, tries = 5): Run {
	const { requestsAtOnce: places = 10, retryCreates = false } = options;
	if (!Number.isInteger(places) || places < 1 || places > 50)
		throw new BadInput('Requests at Once must be a whole number from 1 to 50', ['requestsAtOnce']);
	return {
		places,
		tries,
		retryCreates,
		request: limit(places),
		reading: reading(),
		inTurn: turns(),
		resumeAt: 0,
		pace: { sent: 0, shortest: Infinity, next: 0 },
		usedUp: new Set(),
		done: new Map(),
		signal,
	};
}

/**
 * Waits, until the execution is stopped at most. n8n 2 no longer has a wait that can be stopped.
 * @throws ServiceError when it was stopped
 */
export async function waitFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted) throw stopped();
	await new Promise<void>((resolve) => {
		const end = () => {
			signal?.removeEventListener('abort', end);
			resolve();
		};
		signal?.addEventListener('abort', end);
		void sleep(milliseconds).then(end);
	});
	if (signal?.aborted) throw stopped();
}

/**
 * Does something until its time is over or the execution is stopped, whatever moves meanwhile: a
 * server that sends a byte a second is never silent.
 * @param task ends with its signal; whether it does or not, nobody waits for it any longer
 */
export async function inTime<T>(
	milliseconds: number,
	signal: AbortSignal | undefined,
	task: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
	const ending = new AbortController();
	const late = AbortSignal.timeout(milliseconds);
	let end = () => {};
	const ended = new Promise<never>((_, reject) => {
		end = () => {
			reject(signal?.aborted ? stopped(true) : lateError());
			ending.abort();
		};
	});
	const ends = [late, signal];
	for (const one of ends) one?.addEventListener('abort', end);
	try {
		if (signal?.aborted) end();
		return await Promise.race([ended, task(ending.signal)]);
	} finally {
		for (const one of ends) one?.removeEventListener('abort', end);
	}
}

/** As the network tells it. */
const lateError = () => Object.assign(new Error(), { code: 'ETIMEDOUT' });

/** Does what has a key once for all items. @param credentials who speaks to which server */
export async function doneOnce<T>(
	{ done }: Run,
	credentials: unknown,
	name: string,
	task: () => Promise<T>,
): Promise<T> {
	const key = keyOf(credentials, name);
	const result = (done.get(key) as Promise<T> | undefined) ?? task();
	done.set(key, result);
	return await result;
}

/** Of a server, and of who speaks to it. */
export const keyOf = (credentials: unknown, name: string) => JSON.stringify([credentials, name]);

const runs = new WeakMap<object, Run>();

/** @param execution the same object for all items of an execution */
export function runOf(execution: object, create: () => Run): Run {
	const run = runs.get(execution) ?? create();
	runs.set(execution, run);
	return run;
}

/**
 * Milliseconds until a request may begin. Once all places are taken they keep a little apart:
 * replies that come together wait for each other in n8n's one thread, and the next requests leave
 * together again. Ten places did the work of eight.
 */
function apart({ places, pace }: Run): number {
	if (pace.sent++ < places) return 0;
	const now = Date.now();
	const begin = Math.max(now, pace.next);
	pace.next = begin + pace.shortest / places;
	return begin - now;
}

/**
 * Sends until it succeeds, is refused for good, or was tried often enough.
 * @param request.method a POST is sent again only when the service surely did not act, when it only
 * reads, or when the request, or else the user, allows it
 * @param send one try
 * @throws ServiceError of the last try, with their number
 */
export async function persist<T>(
	run: Run,
	{ method, reads, again: allowed }: { method: string; reads?: boolean; again?: boolean },
	send: () => Promise<T>,
): Promise<T> {
	const repeatable = method !== 'POST' || reads || allowed;
	let acted = false;
	let limited = false;
	let tries = 0;
	const end = (error: ServiceError): never => {
		error.tries = tries;
		error.uncertain = acted && !repeatable;
		throw error;
	};
	const pause = async (milliseconds: number) =>
		await waitFor(milliseconds, run.signal).catch(() => end(stopped()));
	for (;;) {
		const wait = apart(run);
		if (wait > 0) await pause(wait);
		while (run.resumeAt > Date.now()) await pause(run.resumeAt - Date.now());
		if (run.signal?.aborted) end(stopped());
		tries++;
		const begun = Date.now();
		const [outcome] = await Promise.allSettled([send()]);
		run.pace.shortest = Math.min(run.pace.shortest, Date.now() - begun);
		if (outcome.status === 'fulfilled') return outcome.value;
		const error: unknown = outcome.reason;
		if (!(error instanceof ServiceError)) throw error;
		// The try before, which got no answer, did it.
		if (method === 'DELETE' && acted && error.status === 404) return '' as T;
		acted ||= error.acted;
		if (error.lasting) {
			// Refused once more in another minute: it was not the limit of a minute.
			if (limited) run.usedUp.add(error.lasting);
			if (run.usedUp.has(error.lasting)) end(error);
			limited = true;
		}
		// So that not all executions come back in the same moment.
		const spread = 1 + Math.random();
		if (error.passing && error.wait !== undefined)
			run.resumeAt = Math.max(run.resumeAt, Date.now() + error.wait + 1000 * spread);
		const again = error.passing && (repeatable || (allowed ?? run.retryCreates) || !error.acted);
		if (!again || tries === run.tries) end(error);
		if (error.wait === undefined) await pause(2 ** (tries - 1) * 500 * spread);
	}
}
