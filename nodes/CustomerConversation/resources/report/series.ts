import {
	beginOf,
	dateOf,
	firstDate,
	isoOf,
	offsetOf,
	type Calendar,
	type Span,
	type Unit,
} from '../../../shared/calendar';
import { BadInput, ServiceError } from '../../../shared/transport/errors';

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

/**
 * The hours of a stretch, from where they are within it.
 * @throws ServiceError for hours that were not asked for: their figures would be lost or misplaced
 */
export function within(stretch: Stretch, zone: string, hours: Hour[]): Hour[] {
	const minute = minuteOf(stretch.since, zone);
	return hours.map((hour) => {
		const timestamp = Math.max(hour.timestamp, stretch.since);
		if (timestamp >= stretch.until || hourOf(timestamp, minute) !== hour.timestamp)
			throw new ServiceError('The service did not answer with the hours that it was asked for');
		return { ...hour, timestamp };
	});
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
