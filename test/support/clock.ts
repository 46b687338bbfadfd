import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Real, whatever the clock of a test says. */
const { setInterval: realInterval, clearInterval: endInterval, setTimeout: later } = globalThis;

/** False milliseconds that pass in two real ones. */
const STEP = 2000;

/**
 * Lets the waits of the package pass 1000 times as fast: timers and the clock are false, sockets
 * and their time-outs are real.
 * @returns `stand` stops the clock until `go`: whatever waits for a time then never ends
 */
export function fastClock(): { stand: () => void; go: () => void } {
	let pump: NodeJS.Timeout;
	let step = STEP;
	beforeAll(() => {
		jest.useFakeTimers({
			doNotFake: [
				'hrtime',
				'nextTick',
				'performance',
				'queueMicrotask',
				'setImmediate',
				'clearImmediate',
				'setInterval',
				'clearInterval',
			],
		});
		pump = realInterval(() => jest.advanceTimersByTime(step), 2);
	});
	afterAll(() => {
		endInterval(pump);
		jest.useRealTimers();
	});
	return {
		stand: () => {
			step = 0;
		},
		go: () => {
			step = STEP;
		},
	};
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
 * Counts the work of this process. Other programs add nothing to it, however busy the machine is.
 * @returns seconds of the processor since the call
 */
export function work(): () => number {
	const begun = process.cpuUsage();
	return () => {
		const { user, system } = process.cpuUsage(begun);
		return (user + system) / 1e6;
	};
}

/**
 * What a server takes for an answer, so that others could overtake it. How long it really takes must never
 * matter: a test that waits for something waits for its event.
 * @param milliseconds of the real clock
 */
export const moment = async (milliseconds: number): Promise<void> =>
	await new Promise((resolve) => later(resolve, milliseconds));

/** Milliseconds in which a request that is one too many arrives as well: when the number is reached, and later. */
const ONE_MORE = { first: 20, later: 2 };

/**
 * Holds replies until this number of requests is in flight, and a little longer, so that a request too many is
 * noticed. If there are fewer requests, the test times out.
 * @returns what a server awaits before it replies
 */
export function untilInFlight(count: number): () => Promise<void> {
	let held = 0;
	let release = () => {};
	const reached = new Promise<void>((resolve) => {
		release = resolve;
	}).then(async () => await moment(ONE_MORE.first));
	return async () => {
		if (++held === count) release();
		await reached;
		await moment(ONE_MORE.later);
	};
}

/**
 * Time-outs of requests end when the test says so, not with a clock. `jest.restoreAllMocks` gives them back.
 * @returns the milliseconds that were asked for, and what ends all that run
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

const REPLY_BEGINS = 'http.client.response.finish';

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
