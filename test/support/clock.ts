const { setInterval: realInterval, clearInterval: endInterval } = globalThis;

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
