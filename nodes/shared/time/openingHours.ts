import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { beginOf, calendarOf, dateOf, type Span } from './calendar';

/** Days until the week of an inbox has repeated, even if a change of the clocks skips the hours of one day. */
const DAYS = 15;

/** Seconds of a day in UTC. */
const SECONDS = 86_400;

/** The last minute that Chatwoot can store as closing time. It means midnight, as in Open All Day. */
const LAST_MINUTE = 24 * 60 - 1;

/** Whether an inbox is open, and what comes next. Moments are Unix time in seconds. */
export interface OpenState {
	isOpen: boolean;
	/** When the inbox opens next; null if it never does. */
	opensAt: number | null;
	/** When it closes next; null if it never does. */
	closesAt: number | null;
}

/**
 * The working hours of an inbox. Without hours, or if they are not enabled, the inbox is always open. Moments
 * are Unix time in seconds.
 */
export class OpeningHours {
	private readonly zone: string;

	/** The inbox's rows, one per day of the week; undefined if it is always open. */
	private readonly week?: IDataObject[];

	/** Open hours by the day, because many moments are compared with the same days. */
	private readonly spans = new Map<number, Span>();

	/** @param inbox as Chatwoot sends it; an unknown time zone counts as UTC */
	constructor({ working_hours_enabled, working_hours, timezone }: IDataObject) {
		this.zone = calendarOf(String(timezone)).zone;
		const rows = Array.isArray(working_hours) ? (working_hours as IDataObject[]) : [];
		if (working_hours_enabled === true && rows.length) this.week = rows;
	}

	isOpen(moment: number): boolean {
		if (!this.week) return true;
		const { since, until } = this.spanOf(this.dayOf(moment));
		return since <= moment && moment < until;
	}

	/** Whether the inbox is open at a moment, and what comes next. */
	stateAt(moment: number): OpenState {
		if (!this.week) return { isOpen: true, opensAt: null, closesAt: null };
		const today = this.dayOf(moment);
		const joined: Span[] = [];
		for (const span of this.days(today, today + DAYS)) {
			const last = joined.at(-1);
			if (last?.until === span.since) last.until = span.until;
			else joined.push({ ...span });
		}
		const [next, later] = joined.filter(({ until }) => until > moment);
		const isOpen = this.isOpen(moment);
		const end = this.spanOf(today + DAYS).until;
		return {
			isOpen,
			opensAt: (isOpen ? later : next)?.since ?? null,
			closesAt: next && next.until < end ? next.until : null,
		};
	}

	/** The open seconds between two moments. */
	secondsBetween(since: number, until: number): number {
		if (!this.week) return Math.max(0, until - since);
		return this.openBetween(since, until).reduce((sum, open) => sum + open.until - open.since, 0);
	}

	/** The moment at which the inbox was open for this many seconds; undefined if that is after `until`. */
	momentAfter(since: number, seconds: number, until: number): number | undefined {
		if (!this.week) return since + seconds <= until ? since + seconds : undefined;
		let left = seconds;
		for (const open of this.openBetween(since, until)) {
			if (open.since + left <= open.until) return open.since + left;
			left -= open.until - open.since;
		}
		return undefined;
	}

	private openBetween(since: number, until: number): Span[] {
		return this.days(this.dayOf(since), this.dayOf(until))
			.map((open) => ({
				since: Math.max(open.since, since),
				until: Math.min(open.until, until),
			}))
			.filter((open) => open.since < open.until);
	}

	/** The open hours from one day to another, without days on which the inbox is closed. */
	private days(first: number, last: number): Span[] {
		const spans: Span[] = [];
		for (let day = first; day <= last; day++) {
			const span = this.spanOf(day);
			if (span.since < span.until) spans.push(span);
		}
		return spans;
	}

	/** The number of a moment's date in the time zone: days since 1970. */
	private dayOf(moment: number): number {
		return dateOf(moment, this.zone).toSeconds() / SECONDS;
	}

	private spanOf(day: number): Span {
		const span = this.spans.get(day) ?? this.computeSpan(dateOf(day * SECONDS, 'UTC'));
		this.spans.set(day, span);
		return span;
	}

	/** The open hours of a date; they begin when they end if the inbox is closed. */
	private computeSpan(date: DateTime): Span {
		const row = this.week?.find(({ day_of_week }) => day_of_week === date.weekday % 7);
		const end = beginOf(date.plus({ day: 1 }), this.zone);
		if (!row || row.closed_all_day === true) return { since: end, until: end };
		const minute = (name: string) =>
			Number(row[`${name}_hour`]) * 60 + Number(row[`${name}_minutes`]);
		const [open, close] =
			row.open_all_day === true ? [0, LAST_MINUTE] : [minute('open'), minute('close')];
		const moment = (minutes: number) => beginOf(date.plus({ minutes }), this.zone);
		return { since: moment(open), until: close < LAST_MINUTE ? Math.min(moment(close), end) : end };
	}
}
