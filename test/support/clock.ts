const {
	setInterval: realInterval,
	clearInterval: endInterval,
	setTimeout: later,
	clearTimeout: cancel,
} = globalThis;

/**
 * Lets the waits of the package pass 1000 times as fast: timers and the clock are false, sockets
 * and their time-outs are real.
 */
export function fastClock(): void {
	let pump: NodeJS.Timeout;
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
		pump = realInterval(() => jest.advanceTimersByTime(2000), 2);
	});
	afterAll(() => {
		endInterval(pump);
		jest.useRealTimers();
	});
}

/**
 * Holds replies until no request has come for a while, so that all that may be in flight are, however
 * busy the machine is.
 * @param milliseconds without a request, of the real clock
 * @returns what a server awaits before it replies
 */
export function untilQuiet(milliseconds = 30): () => Promise<void> {
	let release: Array<() => void> = [];
	let timer: NodeJS.Timeout | undefined;
	const end = () => {
		const held = release;
		release = [];
		for (const reply of held) reply();
	};
	return async () => {
		cancel(timer);
		timer = later(end, milliseconds);
		await new Promise<void>((resolve) => release.push(resolve));
	};
}
