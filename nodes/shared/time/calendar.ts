import { DateTime, IANAZone } from 'luxon';

/** The settings with which dates and presets of an item are read. */
export interface Calendar {
	/** IANA time zone. */
	zone: string;
	/** First day of the week, 1 (Monday) to 7. */
	weekStart: number;
	/** Unix time in seconds. */
	now: number;
}

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Unix time in seconds; `since` is inclusive, `until` is exclusive. */
export interface Span {
	since: number;
	until: number;
}

/** The last `back` complete units; with 0, the current unit up to now. */
interface Preset {
	name: string;
	unit: Unit;
	back: number;
}

const preset = (name: string, unit: Unit, back: number): Preset => ({ name, unit, back });

export const PRESETS: Record<string, Preset> = {
	today: preset('Today', 'day', 0),
	yesterday: preset('Yesterday', 'day', 1),
	last_7_days: preset('Last 7 Days', 'day', 7),
	last_30_days: preset('Last 30 Days', 'day', 30),
	this_week: preset('This Week', 'week', 0),
	last_week: preset('Last Week', 'week', 1),
	this_month: preset('This Month', 'month', 0),
	last_month: preset('Last Month', 'month', 1),
	this_quarter: preset('This Quarter', 'quarter', 0),
	last_quarter: preset('Last Quarter', 'quarter', 1),
	this_year: preset('This Year', 'year', 0),
	last_year: preset('Last Year', 'year', 1),
};

const WEEK_STARTS: Record<string, number> = { monday: 1, saturday: 6, sunday: 7 };

/** @param options of the operation, unchecked: a wrong value is reported by its field */
export function calendarOf(
	workflowZone: string,
	{ timezone, week_start }: Record<string, unknown> = {},
): Calendar {
	const zone = String(timezone || workflowZone);
	return {
		// Luxon caches zones; checking the name without the cache takes longer than the request.
		zone: IANAZone.create(zone).isValid ? zone : 'UTC',
		weekStart: WEEK_STARTS[String(week_start)] ?? WEEK_STARTS.monday,
		now: Math.floor(Date.now() / 1000),
	};
}

/** Minutes that clocks in a zone are ahead of UTC. */
export const offsetOf = (moment: number, zone: string): number =>
	IANAZone.create(zone).offset(moment * 1000);

/** `2026-10-25T02:00:00+01:00`. */
export const isoOf = (moment: number, zone: string): string =>
	DateTime.fromSeconds(moment, { zone }).toISO({ suppressMilliseconds: true }) as string;

/** The date in a zone, as midnight in UTC, because every day in UTC has 24 hours. */
export function dateOf(moment: number, zone: string): DateTime {
	const { year, month, day } = DateTime.fromSeconds(moment, { zone });
	return DateTime.utc(year, month, day);
}

/**
 * The Unix time at which the clocks of a zone first show a date and time, by default midnight. A time that a
 * change of the clocks skips is as much later as they move.
 * @param date as returned by `dateOf`, to the minute
 */
export function beginOf({ year, month, day, hour, minute }: DateTime, zone: string): number {
	const local = DateTime.fromObject({ year, month, day, hour, minute }, { zone });
	return Math.min(...local.getPossibleOffsets().map((moment) => moment.toSeconds()));
}

export const isMidnight = (moment: number, zone: string): boolean =>
	beginOf(dateOf(moment, zone), zone) === moment;

/** This many units earlier, at the same time of day. */
export const before = (moment: number, unit: Unit, count: number, zone: string): number =>
	isMidnight(moment, zone)
		? beginOf(dateOf(moment, zone).minus({ [unit]: count }), zone)
		: DateTime.fromSeconds(moment, { zone })
				.minus({ [unit]: count })
				.toSeconds();

/** The first date of the unit that contains a date. */
export const firstDate = (date: DateTime, unit: Unit, weekStart: number): DateTime =>
	unit === 'week' ? date.minus({ day: (date.weekday - weekStart + 7) % 7 }) : date.startOf(unit);

export function presetSpan({ unit, back }: Preset, { zone, weekStart, now }: Calendar): Span {
	const present = beginOf(firstDate(dateOf(now, zone), unit, weekStart), zone);
	// The current second is included: otherwise the span would be empty at midnight.
	return { since: before(present, unit, back, zone), until: back ? present : now + 1 };
}
