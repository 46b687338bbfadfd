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
 * Offsets to send, by the minutes of the zone's offset, so that the service's hours begin with those of
 * the zone. Each is that of a zone without summer time. Without one the service counts in UTC.
 */
const OFFSETS: Record<number, number | undefined> = { 0: undefined, 30: 5.5, 45: 5.75 };

/** Part of a span in which the zone's hours begin in the same minute. */
export interface Stretch extends Span {
	timezone_offset?: number;
}

/** An hour in the service's reply. */
export interface Hour {
	timestamp: number;
	value: number;
	/** Number of events, for averages. */
	count?: number;
}

interface Bucket {
	/** ISO date in the zone, for hours with the time. */
	date: string;
	/** When it begins. The first one may begin before the span. */
	timestamp: number;
}

/** The minute that clocks in the zone show when an hour begins in UTC. */
const minuteOf = (moment: number, zone: string): number =>
	((offsetOf(moment, zone) % 60) + 60) % 60;

/** More than eleven years: the most rows that n8n accepts from one item. */
const MOST_HOURS = 100_000;

/**
 * Splits a span where the minute changes in which the zone's hours begin, such as on Lord Howe, whose
 * summer time is half an hour.
 * @throws BadInput if the span is too long, or the service has no hours for the zone
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
				'Time Zone has an unusual offset from UTC, for which Chatwoot has no reports: choose another one',
				['timezone'],
			);
		let inMinute = start;
		let end = Math.min(start + DAY, until);
		while (end < until && minuteOf(end, zone) === minute) {
			inMinute = end;
			end = Math.min(end + DAY, until);
		}
		while (end - inMinute > 1) {
			const middle = Math.floor((inMinute + end) / 2);
			if (minuteOf(middle, zone) === minute) inMinute = middle;
			else end = middle;
		}
		const offset = OFFSETS[minute];
		found.push({ since: start, until: end, ...(offset ? { timezone_offset: offset } : {}) });
	}
	return found;
}

/** When the hour of a moment begins, in a zone whose hours begin in this minute. */
const hourOf = (moment: number, minute: number): number => moment - ((moment + minute * 60) % HOUR);

/** Every interval of a span in order, including those without events. */
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
		// A date that the zone skipped, when it moved across the date line, has no second.
		if (next > timestamp) found.push({ date: date.toISODate() as string, timestamp });
		[date, timestamp] = [nextDate, next];
	}
	return found;
}

/** The sum of the hours of a bucket. */
export interface Total {
	sum: number;
	/** Number of events, for averages. */
	count: number;
}

const unexpectedHours = () =>
	new ServiceError('Chatwoot returned other hours than requested', {
		hint: OTHER_ANSWER,
	});

/**
 * The hours of a stretch, where the first one begins with it.
 * @throws ServiceError for hours that were not requested: their figures would be lost or misplaced
 */
export function within(stretch: Stretch, hours: Hour[]): Hour[] {
	const minute = ((stretch.timezone_offset ?? 0) % 1) * 60;
	return hours.map((hour) => {
		const timestamp = Math.max(hour.timestamp, stretch.since);
		if (timestamp >= stretch.until || hourOf(timestamp, minute) !== hour.timestamp)
			throw unexpectedHours();
		return { ...hour, timestamp };
	});
}

/** The whole span, once for each minute in which hours of the zone begin. */
export function wholes({ since, until }: Span, zone: string): Stretch[] {
	const all = stretches({ since, until }, zone).map((one) => ({ ...one, since, until }));
	return [...new Map(all.map((one) => [one.timezone_offset, one])).values()];
}

/**
 * The totals of the buckets for a count that must be requested for the whole span. Each bucket begins
 * with an hour of one of the replies: its total is the sum before the next bucket minus the sum before it.
 * @param replies to each of the wholes, every hour in order
 * @throws ServiceError if an hour is missing, or the replies do not count the same events
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
	if (totals.some(Number.isNaN)) throw unexpectedHours();
	if (others.some((other) => other !== sum) || totals.some((total) => total < 0))
		throw new ServiceError('The figures changed while they were read: run the node again');
	return totals.map((total) => ({ sum: total, count: 0 }));
}

/** @param hours of all stretches; an average is weighted by its number of events */
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
