/** Whether what is measured again and again stays where it is. */

/** How much a value rises from one measurement to the next. */
export interface Rise {
	/** The middle one of the slopes between any two measurements: what lies far off moves it little. */
	slope: number;
	/** What it is at least and at most, in 99 of 100 cases each. */
	least: number;
	most: number;
}

/** Of a normal distribution, one-sided. */
const SURE = 2.33;

/** Theil and Sen's line, with Kendall's bounds. @param values at least two, in order */
export function riseOf(values: number[]): Rise {
	const slopes = values
		.flatMap((from, index) =>
			values.slice(index + 1).map((to, distance) => (to - from) / (distance + 1)),
		)
		.sort((one, other) => one - other);
	const { length: count } = values;
	const spread = Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
	const outer = Math.max(0, Math.floor((slopes.length - SURE * spread) / 2));
	return { slope: middleOf(slopes), least: slopes[outer], most: slopes.at(-1 - outer) as number };
}

/** @param sorted at least one */
function middleOf(sorted: number[]): number {
	const middle = (sorted.length - 1) / 2;
	return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** The measurements without the first fifth, in which a process warms up. */
export const warm = <T>(samples: T[]): T[] => samples.slice(Math.ceil(samples.length / 5));

/**
 * Whether a value surely rises by more than it may, beyond what the control may rise by. What only
 * may be so, since the values scatter, is none.
 */
export const grows = (measured: number[], control: number[], limit: number): boolean =>
	riseOf(measured).least > limit + Math.max(0, riseOf(control).most);
