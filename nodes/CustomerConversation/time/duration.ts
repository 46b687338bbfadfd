const UNITS = [
	['d', 86_400],
	['h', 3_600],
	['min', 60],
	['s', 1],
] as const;

/** Seconds as text with at most two units: `2 h 5 min`. */
export function duration(seconds: number): string {
	const fitting = (length: number) => UNITS.findIndex(([, size]) => length >= size || size === 1);
	const whole = Math.round(seconds);
	const [, precision] = UNITS[fitting(whole) + 1] ?? UNITS[3];
	// Rounding up may reach the next unit.
	const rounded = Math.round(whole / precision) * precision;
	const first = fitting(rounded);
	const [[name, size], smaller] = [UNITS[first], UNITS[first + 1]];
	const rest = smaller ? Math.round((rounded % size) / smaller[1]) : 0;
	return `${Math.floor(rounded / size)} ${name}${rest ? ` ${rest} ${smaller[0]}` : ''}`;
}
