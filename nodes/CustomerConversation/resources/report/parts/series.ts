import { BadInput, OTHER_ANSWER, ServiceError } from '../../../../shared/faults';
import {
	beginOf,
	dateOf,
	firstDate,
	isoOf,
	offsetOf,
	type Calendar,
	type Span,
	type Unit,
} from '../../../../shared/time/calendar';

export type Interval = 'hour' | Unit;

const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * What the service is sent so that its hours begin with those of the zone: any offset of these
 * minutes whose zone has no summer time. Without one it counts in UTC.
 */
const OFFSETS: Record<number, number | undefined> = { 0: undefined, 30: 5.5, 45: 5.75 };

/** Part of a span in which the zone's hours begin in the same minute. */
export interface Stretch extends Span {
	timezone_offset?: number;
}

/** An entry of the service's reply by hour. */
export interface Hour {
	timestamp: number;
	value: number;
	/** Of averages: how many events. */
	count?: number;
}

export interface Bucket {
	/** ISO date in the zone; of an hour with its time. */
	date: string;
	/** Where it begins. The first one may begin before the span. */
	timestamp: number;
}

/** The minute that clocks in the zone show when an hour begins in UTC. */
const minuteOf = (moment: number, zone: string): number =>
	((offsetOf(moment, zone) % 60) + 60) % 60;

/** More than eleven years: n8n takes at most so many rows from one item. */
const MOST_HOURS = 100_000;

/**
 * Lord Howe's summer time is half an hour: there a span may have several.
 * @throws BadInput where the service cannot give the hours of the zone, or not so many
 */
export function stretches({ since, until }: Span, zone: string): Stretch[] {
	if (until - since > MOST_HOURS * HOUR)
		throw new BadInput(`Period has more than ${MOST_HOURS} hours: choose a shorter one`, [
			'period',
		]);
	const found: Stretch[] = [];
	for (let start = since; start < until; start = found[found.length - 1].until) {
		const minute = minuteOf(start, zone);
		if (!(minute in OFFSETS))
			throw new BadInput(
				'Time Zone differs from UTC by minutes for which the service has no hours',
				['timezone'],
			);
		let same = start;
		let end = Math.min(start + DAY, until);
		while (end < until && minuteOf(end, zone) === minute) {
			same = end;
			end = Math.min(end + DAY, until);
		}
		while (end - same > 1) {
			const middle = Math.floor((same + end) / 2);
			if (minuteOf(middle, zone) === minute) same = middle;
			else end = middle;
		}
		const offset = OFFSETS[minute];
		found.push({ since: start, until: end, ...(offset ? { timezone_offset: offset } : {}) });
	}
	return found;
}

/** Where the hour of a moment begins, by a clock that shows this minute. */
const hourOf = (moment: number, minute: number): number => moment - ((moment + minute * 60) % HOUR);

/** Every interval of a span in order, also those in which nothing happened. */
export function buckets(span: Span, interval: Interval, { zone, weekStart }: Calendar): Bucket[] {
	const found: Bucket[] = [];
	if (interval === 'hour') {
		for (const [index, { since, until }] of stretches(span, zone).entries()) {
			for (let hour = hourOf(since, minuteOf(since, zone)); hour < until; hour += HOUR) {
				const timestamp = index && hour < since ? since : hour;
				found.push({ date: isoOf(timestamp, zone), timestamp });
			}
		}
		return found;
	}
	let date = firstDate(dateOf(span.since, zone), interval, weekStart);
	for (let timestamp = beginOf(date, zone); timestamp < span.until;) {
		const nextDate = date.plus({ [interval]: 1 });
		const next = beginOf(nextDate, zone);
		// A date that a zone left out, when it moved across the date line, has no second.
		if (next > timestamp) found.push({ date: date.toISODate() as string, timestamp });
		[date, timestamp] = [nextDate, next];
	}
	return found;
}

/** What the hours of a bucket add up to. */
export interface Total {
	sum: number;
	/** Of averages: how many events. */
	count: number;
}

const notAsked = () =>
	new ServiceError('The service did not answer with the hours that it was asked for', {
		hint: OTHER_ANSWER,
	});

/**
 * The hours of a stretch, from where they are within it.
 * @throws ServiceError for hours that were not asked for: their figures would be lost or misplaced
 */
export function within(stretch: Stretch, hours: Hour[]): Hour[] {
	const minute = ((stretch.timezone_offset ?? 0) % 1) * 60;
	return hours.map((hour) => {
		const timestamp = Math.max(hour.timestamp, stretch.since);
		if (timestamp >= stretch.until || hourOf(timestamp, minute) !== hour.timestamp)
			throw notAsked();
		return { ...hour, timestamp };
	});
}

/** The whole span, once for each minute in which the zone's hours begin in it. */
export function wholes({ since, until }: Span, zone: string): Stretch[] {
	const all = stretches({ since, until }, zone).map((one) => ({ ...one, since, until }));
	return [...new Map(all.map((one) => [one.timezone_offset, one])).values()];
}

/**
 * What the buckets hold of a count that must not be asked for in parts. Each begins with an hour of
 * one of the replies: its own is what comes before the next one less what comes before itself.
 * @param replies to each of the wholes, every hour in order
 * @throws ServiceError where an hour is missing, or the replies are not of the same events
 */
export function differences(all: Bucket[], replies: Hour[][]): Total[] {
	const before = new Map<number, number>();
	const [sum, ...others] = replies.map((hours) =>
		hours.reduce((reached, { timestamp, value }) => {
			before.set(timestamp, reached);
			return reached + value;
		}, 0),
	);
	const starts = all.map(({ timestamp }, index) => (index ? before.get(timestamp) : 0) ?? NaN);
	const totals = starts.map((start, index) => (starts[index + 1] ?? sum) - start);
	if (totals.some(Number.isNaN)) throw notAsked();
	if (others.some((other) => other !== sum) || totals.some((total) => total < 0))
		throw new ServiceError('The figures changed while they were read: run it again');
	return totals.map((total) => ({ sum: total, count: 0 }));
}

/** @param hours of all stretches; an average counts as often as it has events */
export function addUp(all: Bucket[], hours: Hour[]): Total[] {
	const totals = all.map((): Total => ({ sum: 0, count: 0 }));
	let index = 0;
	for (const { timestamp, value, count } of [...hours].sort((a, b) => a.timestamp - b.timestamp)) {
		while (index + 1 < all.length && all[index + 1].timestamp <= timestamp) index++;
		totals[index].sum += value * (count ?? 1);
		totals[index].count += count ?? 0;
	}
	return totals;
}
