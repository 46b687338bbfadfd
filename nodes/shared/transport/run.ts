import { sleep } from 'n8n-workflow';
import { BadInput, ServiceError, stopped } from '../faults';

/** n8n's Request Options and those that this package adds. */
export interface RunOptions {
	proxy?: string;
	/** Milliseconds for a request and its complete reply. */
	timeout?: number;
	allowUnauthorizedCerts?: boolean;
	batching?: { batch?: { batchSize?: number; batchInterval?: number } };
	/** Maximum number of simultaneous requests. */
	requestsAtOnce?: number;
	/** Whether to repeat a create that may have been carried out although no reply arrived. */
	retryCreates?: boolean;
}

/** What the items of one execution share. It is attached to the execution's data, not to the module. */
export interface Run {
	/** Maximum number of simultaneous requests. */
	places: number;
	/** Maximum number of times that a request is sent. */
	tries: number;
	retryCreates: boolean;
	/** Limits simultaneous requests; items and the pages of one item share the limit. */
	request: Limiter;
	/** Reads the fields of items one after the other, with pauses. */
	reading: Limiter;
	/** Runs tasks with the same key one after the other. @param away gives up the place of a task that waits */
	inTurn: <T>(keys: string[], task: () => Promise<T>, away?: Away) => Promise<T>;
	/** Unix time in milliseconds before which nothing is sent. */
	resumeAt: number;
	/** Number of requests sent, the shortest duration of one, and the time when the next may begin. */
	pace: { sent: number; shortest: number; next: number };
	/** Limits per hour or day that are used up: requests do not wait for them again. */
	usedUp: Set<string>;
	/** Results of tasks that run once, such as a GET, by credential and key. */
	done: Map<string, Promise<unknown>>;
	signal?: AbortSignal;
}

/** Waits without a place, so that other tasks run in the meantime, then waits for a free place. */
export type Away = <T>(wait: () => Promise<T>) => Promise<T>;

/** A tool has no other items that could run meanwhile. */
export const keepingPlace: Away = async (wait) => await wait();

type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/** Ends once no task is at work; undefined if none is. */
export type Quiet = () => Promise<void> | undefined;

/** Runs at most this many tasks at the same time; others wait in order. */
export function limit(
	places: number,
): <T>(task: (away: Away, quiet: Quiet) => Promise<T>) => Promise<T> {
	const line: Array<() => void> = [];
	const listeners: Array<() => void> = [];
	let free = places;
	const enter = async () => {
		if (free > 0) free--;
		else await new Promise<void>((next) => line.push(next));
	};
	const leave = () => {
		const next = line.shift();
		if (next) next();
		else if (++free === places) for (const end of listeners.splice(0)) end();
	};
	const quiet: Quiet = () =>
		free < places ? new Promise<void>((end) => listeners.push(end)) : undefined;
	const away: Away = async (wait) => {
		leave();
		try {
			return await wait();
		} finally {
			await enter();
		}
	};
	return async (task) => {
		await enter();
		try {
			return await task(away, quiet);
		} finally {
			leave();
		}
	};
}

/** After this many milliseconds, reading pauses for replies and requests. */
const LONGEST_READING = 3;

/**
 * Expressions block n8n's only thread. If the fields of many items were read without a pause, all their
 * requests would leave at the same time, and then all would wait for replies at the same time.
 */
function reading(): Limiter {
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
	return async (keys, task, away = keepingPlace) => {
		const before = keys.flatMap((key) => last.get(key) ?? []);
		const waiting = before.length && away(async () => await Promise.allSettled(before));
		const mine = Promise.resolve(waiting).then(task);
		// Without an await in between, so that two tasks cannot wait for each other.
		for (const key of keys) last.set(key, mine);
		try {
			return await mine;
		} finally {
			for (const key of keys) if (last.get(key) === mine) last.delete(key);
		}
	};
}

/** Maximum number of unfinished tasks: tasks that wait for earlier ones also take memory. */
const MOST_BEGUN = 200;

/** The same, with those that have let others continue: these have done most of their work. */
const MOST_UNFINISHED = 1000;

/**
 * Waits for these earlier tasks, and lets other tasks run in the meantime.
 * @returns whether to continue: false after a failure or the last result
 */
type Rest = (earlier: number[]) => Promise<boolean>;

/**
 * Runs tasks side by side. They begin in order, and the results are in order. No task begins after a
 * failure or the last result. A task that passes lets those that rest until its end continue before.
 * @throws the error of the first failed task, after all tasks that had begun are finished
 */
export async function sideBySide<T>(
	count: number,
	places: number,
	task: (index: number, rest: Rest, away: Away, pass: () => void) => Promise<T>,
	isLast: (result: T) => boolean = () => false,
): Promise<T[]> {
	const outcomes: Array<PromiseSettledResult<T>> = [];
	const begun: Array<Promise<void>> = [];
	const passed: Array<Promise<void>> = [];
	const rested: Array<() => void> = [];
	let free = places;
	/** Unfinished tasks that have passed, and those that have not. */
	let waiting = 0;
	let open = 0;
	let isOver = false;
	const isFull = () => open === MOST_BEGUN || open + waiting === MOST_UNFINISHED;
	const fill = () => {
		while (free > 0) {
			const enter = rested.shift();
			if (!enter && (isOver || begun.length === count || isFull())) return;
			free--;
			if (enter) enter();
			else {
				open++;
				begun.push(Promise.resolve(begun.length).then(work));
			}
		}
	};
	const away: Away = async (wait) => {
		free++;
		fill();
		try {
			return await wait();
		} finally {
			await new Promise<void>((enter) => {
				rested.push(enter);
				fill();
			});
		}
	};
	const rest: Rest = async (earlier) => {
		const waited = earlier.filter((index) => !(index in outcomes));
		if (waited.length)
			await away(
				async () =>
					await Promise.all(
						waited.map(async (index) => await Promise.race([begun[index], passed[index]])),
					),
			);
		return !isOver;
	};
	const work = async (index: number) => {
		let hasPassed = false;
		let pass = () => {};
		passed[index] = new Promise((resolve) => {
			pass = () => {
				if (!hasPassed) [open, waiting] = [open - 1, waiting + 1];
				hasPassed = true;
				resolve();
				fill();
			};
		});
		const [outcome] = await Promise.allSettled([task(index, rest, away, pass)]);
		outcomes[index] = outcome;
		isOver ||= outcome.status === 'rejected' || isLast(outcome.value);
		free++;
		if (hasPassed) waiting--;
		else open--;
		fill();
	};
	fill();
	// The list still grows during the loop.
	for (const running of begun) await running;
	return outcomes.map((outcome) => {
		if (outcome.status === 'rejected') throw outcome.reason;
		return outcome.value;
	});
}

/**
 * Runs tasks side by side and yields their results in order. At most `places` tasks are ahead of the
 * consumer, and none begins after a failure. All tasks are finished when the generator ends.
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
			// The error is thrown when the result is taken.
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
 * Waits until the time is over or the execution is stopped. n8n 2 has no such function any more.
 * @throws ServiceError if the execution was stopped
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
 * Runs a task until its time is over or the execution is stopped, even if data still arrives: a server that
 * sends one byte per second would never time out otherwise.
 * @param task should end with its signal; its result is ignored afterwards
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

/** The error of a network timeout. */
const lateError = () => Object.assign(new Error(), { code: 'ETIMEDOUT' });

/** Runs a task once per key for all items. @param credentials make the key different for other servers and users */
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

/** A key for one server and user. */
export const keyOf = (credentials: unknown, name: string) => JSON.stringify([credentials, name]);

const runs = new WeakMap<object, Run>();

/** The run of an execution, which is made once. @param execution the same object for all items of an execution */
export function runOf(execution: object, create: () => Run): Run {
	const run = runs.get(execution) ?? create();
	runs.set(execution, run);
	return run;
}

/**
 * Milliseconds until a request may begin. When all places are in use, requests begin a little apart: replies
 * that arrive together wait for each other in n8n's only thread, and the next requests leave together
 * again. Without this, ten places were only as fast as eight.
 */
function apart({ places, pace }: Run): number {
	if (pace.sent++ < places) return 0;
	const now = Date.now();
	const begin = Math.max(now, pace.next);
	pace.next = begin + pace.shortest / places;
	return begin - now;
}

/**
 * Sends a request until it succeeds, is refused permanently, or was tried often enough.
 * @param request.method a POST is repeated only if it surely was not carried out, if it only reads, or if
 * the request or the user (Retry Creates) allows it
 * @param send one try
 * @throws ServiceError of the last try, with the number of tries
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
		// An earlier try got no reply but deleted the record.
		if (method === 'DELETE' && acted && error.status === 404) return '' as T;
		acted ||= error.acted;
		if (error.lasting) {
			// Refused again in another minute, so it is not a limit per minute.
			if (limited) run.usedUp.add(error.lasting);
			if (run.usedUp.has(error.lasting)) end(error);
			limited = true;
		}
		// A random part, so that executions do not all retry at the same moment.
		const spread = 1 + Math.random();
		if (error.passing && error.wait !== undefined)
			run.resumeAt = Math.max(run.resumeAt, Date.now() + error.wait + 1000 * spread);
		const again = error.passing && (repeatable || (allowed ?? run.retryCreates) || !error.acted);
		if (!again || tries === run.tries) end(error);
		if (error.wait === undefined) await pause(error.retryIn ?? 2 ** (tries - 1) * 500 * spread);
	}
}
