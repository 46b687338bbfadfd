import { grows, riseOf, warm } from '../../soak/level';

const LIMIT = 0.05;
const ROUNDS = Array.from({ length: 12 }, (_, round) => round);
const still = ROUNDS.map(() => 200);

/** Scatters by up to a half to either side, always in the same way. */
function scattered(values: number[], seed: number): number[] {
	let state = seed;
	return values.map((value) => {
		state = (state * 16807) % 2147483647;
		return value + state / 2147483647 - 0.5;
	});
}

const seeds = Array.from({ length: 300 }, (_, index) => 7919 * (index + 1));
const found = (values: number[], control = still) =>
	seeds.filter((seed) => grows(scattered(values, seed), scattered(control, seed + 1), LIMIT))
		.length / seeds.length;

describe('what stays level', () => {
	const rising = ROUNDS.map((round) => 200 + 0.5 * round);

	it('is what only scatters', () => expect(found(still)).toBeLessThan(0.01));

	it('is not what rises with each round', () => expect(found(rising)).toBeGreaterThan(0.9));

	it('is what rises as the control does', () => expect(found(rising, rising)).toBeLessThan(0.01));

	it('is not what rises while the control falls', () => {
		const falling = rising.toReversed();
		expect(found(rising, falling)).toBeGreaterThan(0.9);
		expect(found(falling, rising)).toBe(0);
	});

	it('is what rose once', () => {
		const once = (height: number) => ROUNDS.map((round) => (round < 6 ? 200 : 200 + height));
		expect(grows(once(3), still, LIMIT)).toBe(false);
		expect(grows(still.with(7, 330), still, LIMIT)).toBe(false);
	});

	it('counts one more handle in each round, and not one that comes and goes', () => {
		expect(grows(ROUNDS, still, 0.02)).toBe(true);
		expect(
			grows(
				ROUNDS.map((round) => round % 2),
				still,
				0.02,
			),
		).toBe(false);
	});

	it('is told with what it rises by, and what it surely rises by', () => {
		expect(riseOf(rising).slope).toBeCloseTo(0.5);
		expect(riseOf(rising).least).toBeCloseTo(0.5);
		const { slope, least, most } = riseOf(scattered(rising, 1));
		expect(least).toBeLessThan(slope);
		expect(most).toBeGreaterThan(slope);
	});

	it('leaves out the first fifth', () => {
		expect(warm(ROUNDS)).toEqual(ROUNDS.slice(3));
		expect(warm([1, 2, 3, 4, 5])).toEqual([2, 3, 4, 5]);
	});
});
