import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** What Node tells of an HTTP client in this process. */
const REQUEST_BEGINS = 'http.client.request.start';
const REPLY_BEGINS = 'http.client.response.finish';

/** Real, whatever the clock of a test says. */
const { setInterval: realInterval, clearInterval: endInterval, setTimeout: later } = globalThis;

/** False milliseconds that pass in two real ones. */
const STEP = 2000;

/** What stays real when timers and the clock are false. */
const REAL: NonNullable<FakeTimersConfig['doNotFake']> = [
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
	'setInterval',
	'clearInterval',
];

/**
 * Lets the waits of the package pass 1000 times as fast: timers and the clock are false, sockets
 * and their time-outs are real.
 * @returns `stop` halts the clock until `resume`; timers do not end meanwhile
 */
export function fastClock(): { stop: () => void; resume: () => void } {
	let pump: NodeJS.Timeout;
	let step = STEP;
	beforeAll(() => {
		jest.useFakeTimers({ doNotFake: REAL });
		pump = realInterval(() => jest.advanceTimersByTime(step), 2);
	});
	afterAll(() => {
		endInterval(pump);
		jest.useRealTimers();
	});
	return {
		stop: () => {
			step = 0;
		},
		resume: () => {
			step = STEP;
		},
	};
}

/** Turns of the event loop without a request after which a task does nothing but wait for a timer. */
const IDLE_TURNS = 20;

/**
 * Timers of a test end one after the other, each as soon as nothing but timers is left to wait for. Requests take
 * no time of the clock, so that what happens first never depends on the machine.
 */
export function clockOfTimers(): void {
	let open = 0;
	let isRunning = true;
	const opened = () => void open++;
	const closed = () => void open--;
	beforeAll(() => {
		jest.useFakeTimers({ doNotFake: REAL });
		subscribe(REQUEST_BEGINS, opened);
		subscribe(REPLY_BEGINS, closed);
		let idle = 0;
		const turn = () => {
			idle = open > 0 ? 0 : idle + 1;
			if (idle > IDLE_TURNS && jest.getTimerCount() > 0) {
				jest.advanceTimersToNextTimer();
				idle = 0;
			}
			if (isRunning) setImmediate(turn);
		};
		turn();
	});
	afterAll(() => {
		isRunning = false;
		unsubscribe(REQUEST_BEGINS, opened);
		unsubscribe(REPLY_BEGINS, closed);
		jest.useRealTimers();
	});
}

/**
 * Milliseconds of the false clock. They take at least a real minute, and more on a busy machine: then the clock
 * advances less often. Only a task that idles takes so long.
 */
const NEVER = 60_000_000;

/** Whether a task ends under `fastClock`, with a result or an error. It guards a test against what hangs. */
export async function ends(task: Promise<unknown>): Promise<boolean> {
	let guard: NodeJS.Timeout | undefined;
	const never = new Promise<false>((resolve) => {
		guard = setTimeout(() => resolve(false), NEVER);
	});
	const ended = Promise.allSettled([task]).then(() => true);
	try {
		return await Promise.race([ended, never]);
	} finally {
		clearTimeout(guard);
	}
}

/** Notes the timers that are set from now on, in milliseconds. `jest.restoreAllMocks` ends it. */
export function timersSet(): (least: number, most: number) => number[] {
	const { mock } = jest.spyOn(globalThis, 'setTimeout');
	return (least, most) =>
		mock.calls
			.map(([, milliseconds = 0]) => milliseconds)
			.filter((milliseconds) => milliseconds >= least && milliseconds <= most);
}

/**
 * Measures CPU time of this process: a busy machine does not add to it.
 * @returns CPU seconds since the call
 */
export function cpuSeconds(): () => number {
	const begun = process.cpuUsage();
	return () => {
		const { user, system } = process.cpuUsage(begun);
		return (user + system) / 1e6;
	};
}

/**
 * Delays a reply so that others can overtake it. Tests must not depend on the length.
 * @param milliseconds of the real clock
 */
export const delay = async (milliseconds: number): Promise<void> =>
	await new Promise((resolve) => later(resolve, milliseconds));

/** A promise that a test settles itself. */
export interface Deferred {
	promise: Promise<void>;
	resolve: () => void;
	reject: (error: Error) => void;
}

export function deferred(): Deferred {
	let resolve = () => {};
	let reject: Deferred['reject'] = () => {};
	const promise = new Promise<void>((...settle) => {
		[resolve, reject] = settle;
	});
	return { promise, resolve, reject };
}

/** How long to wait for a request too many, in milliseconds: when the number is reached, and later. */
const ONE_MORE = { first: 20, later: 2 };

/**
 * Holds replies until this number of requests is in flight, and a little longer, so that a request too many is
 * noticed. If there are fewer requests, the test times out.
 * @returns what a server awaits before it replies
 */
export function untilInFlight(count: number): () => Promise<void> {
	let held = 0;
	const full = deferred();
	const reached = full.promise.then(async () => await delay(ONE_MORE.first));
	return async () => {
		if (++held === count) full.resolve();
		await reached;
		await delay(ONE_MORE.later);
	};
}

/**
 * Request timeouts that a test ends itself. `jest.restoreAllMocks` restores them.
 * @returns `milliseconds` of each timeout; `pass` ends all that run
 */
export function timeoutsByHand() {
	const running: AbortController[] = [];
	const { mock } = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
		const controller = new AbortController();
		running.push(controller);
		return controller.signal;
	});
	return {
		milliseconds: () => mock.calls.map(([chosen]) => chosen),
		pass: () => {
			for (const controller of running.splice(0)) controller.abort();
		},
	};
}

/** Resolves when the head of a reply reaches an HTTP client of this process. */
export async function replyBegins(): Promise<void> {
	await new Promise<void>((resolve) => {
		const heard = () => {
			unsubscribe(REPLY_BEGINS, heard);
			resolve();
		};
		subscribe(REPLY_BEGINS, heard);
	});
}
