import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { recordingsOf, type Release } from '../../truth/recordings';
import { json } from './run';
import { listen } from './server';

export const seconds = (iso: string): number => DateTime.fromISO(iso, { zone: 'UTC' }).toSeconds();

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-10-25 02:30`: what a clock in the zone shows, from another source than the nodes'. */
export function clock(moment: number, timeZone: string): string {
	const format =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
	formats.set(timeZone, format);
	return format.format(moment * 1000);
}

/** `2026-10-25`: the date that it shows. */
export const localDate = (moment: number, timeZone: string): string =>
	clock(moment, timeZone).slice(0, 10);

/** What happened in the account of the recordings. */
export interface Happening {
	name: string;
	at: number;
	value: number;
	/** By database ID. */
	conversation: number;
	source: 'recorded' | 'derived' | 'assumed';
}

interface ReportingEvent {
	id: number;
	name: string;
	value: number;
	event_start_time: string;
	created_at: string;
	conversation_id: number;
}

/** The reporting events of the account that a recorded list shows. */
export const recordedEvents = (release: Release): ReportingEvent[] => [
	...new Map(
		recordingsOf('account.reporting_event.list', release)
			.flatMap(({ response }) => (response.body as { payload?: ReportingEvent[] })?.payload ?? [])
			.map((event) => [event.id, event]),
	).values(),
];

/**
 * The conversations with people of 4.10, by database ID: when they began, the number of replies, and
 * how often they were resolved. No list of them was recorded; what is known of the beginnings:
 * - 75 began in the minute that "since-inclusive" asks for;
 * - 76 began in the hour of "group-hour", 78 on 10 October before 05:00 ("offset-left-out",
 *   "offset-minus-five"), 79 in the week of 11 October ("group-week"): the rest is assumed;
 * - the others began where a recorded event of theirs starts.
 * The recorded events follow a rule: in conversation 72 + n the first response took n minutes, reply
 * k took k · n half minutes, the resolution n hours. The others are derived by it; every recorded
 * total agrees.
 */
const CONVERSATIONS: Array<[id: number, began: string, replies: number, resolutions: number]> = [
	[73, '2026-09-24T10:00', 0, 1],
	[74, '2026-09-29T09:00', 2, 1],
	[75, '2026-10-01T00:30', 3, 1],
	[76, '2026-10-05T14:00', 3, 0],
	[77, '2026-10-07T08:00', 1, 2],
	[78, '2026-10-10T03:30', 1, 1],
	[79, '2026-10-12T10:00', 2, 0],
	[80, '2026-10-14T11:00', 4, 1],
	[81, '2026-10-20T16:30', 1, 1],
	[82, '2026-10-24T22:30', 2, 1],
	[83, '2026-10-26T10:00', 2, 1],
	[84, '2026-10-28T12:00', 4, 1],
	[85, '2026-10-31T23:30', 1, 1],
	[86, '2026-11-01T04:30', 2, 1],
];
const ASSUMED = [76, 78, 79];

function happeningsOf410(): Happening[] {
	const events = recordedEvents('4.10');
	const found: Happening[] = [];
	const add = (
		name: string,
		at: number,
		value: number,
		conversation: number,
		derived: Happening['source'],
	) => {
		const isRecorded = events.some(
			(event) => event.name === name && seconds(event.created_at) === at && event.value === value,
		);
		found.push({ name, at, value, conversation, source: isRecorded ? 'recorded' : derived });
	};
	for (const [id, iso, replies, resolutions] of CONVERSATIONS) {
		const began = seconds(iso);
		const source = ASSUMED.includes(id) ? 'assumed' : 'derived';
		const isKnown =
			id === 75 ||
			events.some(
				(event) => event.conversation_id === id && seconds(event.event_start_time) === began,
			);
		found.push({
			name: 'conversation',
			at: began,
			value: 0,
			conversation: id,
			source: isKnown ? 'recorded' : source,
		});
		const minutes = id - 72;
		add('first_response', began + minutes * 60, minutes * 60, id, source);
		for (let reply = 1; reply <= replies; reply++)
			add('reply_time', began + reply * minutes * 30, reply * minutes * 30, id, source);
		// Conversation 77 was opened again, and resolved after twice the time.
		for (let time = 1; time <= resolutions; time++)
			add(
				'conversation_resolved',
				began + time * minutes * 3600,
				time * minutes * 3600,
				id,
				source,
			);
	}
	// What a bot resolves is counted as resolved, too.
	for (const { name, value, conversation_id: conversation, ...event } of events.filter(({ name }) =>
		/_bot_/.test(name),
	)) {
		const at = seconds(event.created_at);
		found.push({ name, at, value, conversation, source: 'recorded' });
		found.push({
			name: 'conversation',
			at: seconds(event.event_start_time),
			value: 0,
			conversation,
			source: 'recorded',
		});
		if (name === 'conversation_bot_resolved')
			found.push({ name: 'conversation_resolved', at, value, conversation, source: 'derived' });
	}
	return found;
}

/**
 * On 4.16 the conversations of October were recorded, as rows behind its bar, and the events of bots:
 * nothing is derived. Of the other events the recorded pages show a part.
 */
function happeningsOf416(): Happening[] {
	const events = recordedEvents('4.16');
	const began = new Map<number, number>();
	for (const { response } of recordingsOf('account.report.drilldown', '4.16')) {
		const { payload = [] } = (response.body ?? {}) as { payload?: IDataObject[] };
		for (const { conversation } of payload as Array<{ conversation: Record<string, number> }>)
			if (conversation.id) began.set(conversation.id, conversation.created_at);
	}
	for (const { name, conversation_id, event_start_time } of events)
		if (/^first_response$|_resolved$|_bot_/.test(name) && !began.has(conversation_id))
			began.set(conversation_id, seconds(event_start_time));
	return [
		...[...began].map(([conversation, at]): Happening => ({
			name: 'conversation',
			at,
			value: 0,
			conversation,
			source: 'recorded',
		})),
		...events
			.filter(({ name }) => /_bot_/.test(name))
			.map(({ name, value, created_at, conversation_id }): Happening => ({
				name,
				at: seconds(created_at),
				value,
				conversation: conversation_id,
				source: 'recorded',
			})),
	];
}

/** The event that a metric counts. */
const EVENTS: Record<string, string> = {
	conversations_count: 'conversation',
	resolutions_count: 'conversation_resolved',
	avg_first_response_time: 'first_response',
	avg_resolution_time: 'conversation_resolved',
	reply_time: 'reply_time',
	bot_resolutions_count: 'conversation_bot_resolved',
	bot_handoffs_count: 'conversation_bot_handoff',
};

export type Query = Record<string, unknown>;

export const isAverage = (metric: string) => metric.endsWith('_time');
export const average = (values: number[]) =>
	values.reduce((sum, value) => sum + value, 0) / values.length;

/** The first zone that has an offset in November, by its summer time; UTC for none. */
export const zoneOf = ({ timezone_offset: offset }: Query): string => {
	if (offset === undefined) return 'UTC';
	const zones: Record<string, string> = {
		'-5': 'America/Bogota',
		'0': 'Europe/London',
		'1': 'Europe/Paris',
		'5.5': 'Asia/Kolkata',
		'5.75': 'Asia/Kathmandu',
	};
	return zones[String(Number(offset) || 0)] ?? zones[`${parseFloat(String(offset))}`] ?? 'UTC';
};

/** The service as far as its figures go, with what happened on a release. */
export function figuresOf(release: Release) {
	const happenings = release === '4.10' ? happeningsOf410() : happeningsOf416();
	const known = new Set(happenings.map(({ name }) => name));
	/** The metrics whose events are known. When the messages came was not recorded. */
	const metrics = Object.keys(EVENTS).filter((metric) => known.has(EVENTS[metric]));
	const ofSummary = metrics.filter((metric) => !metric.startsWith('bot_'));

	/** What a call for this period counts. */
	function eventsOf(metric: string, since: number, until: number): Happening[] {
		const within = happenings.filter(({ at }) => at >= since && at < until);
		const handedOff = new Set(
			release !== '4.10' && metric === 'bot_resolutions_count'
				? within
						.filter(({ name }) => name === 'conversation_bot_handoff')
						.map(({ conversation }) => conversation)
				: [],
		);
		return within.filter(
			({ name, conversation }) => name === EVENTS[metric] && !handedOff.has(conversation),
		);
	}

	/** A conversation that was handed off twice counts once in each bucket. */
	const countOf = (metric: string, events: Happening[]): number =>
		metric === 'bot_handoffs_count'
			? new Set(events.map(({ conversation }) => conversation)).size
			: events.length;

	/** The reply to a time series: the first and the last bucket are cut by the bounds. */
	function seriesReply(query: Query): IDataObject[] {
		const [since, until, metric] = [Number(query.since), Number(query.until), String(query.metric)];
		const events = eventsOf(metric, since, until);
		const zone = zoneOf(query);
		const words = ['hour', 'day', 'week', 'month', 'year'] as const;
		const unit = words.find((word) => word === query.group_by) ?? 'day';
		const first = DateTime.fromSeconds(since, { zone });
		let bucket =
			unit === 'week'
				? first.startOf('day').minus({ day: first.weekday % 7 })
				: first.startOf(unit);
		const rows: IDataObject[] = [];
		while (bucket.toSeconds() < until) {
			const next = bucket.plus({ [unit]: 1 });
			const timestamp = bucket.toSeconds();
			const inside = events.filter(({ at }) => at >= timestamp && at < next.toSeconds());
			const values = inside.map(({ value }) => value);
			const count = countOf(metric, inside);
			if (isAverage(metric)) rows.push({ value: count ? average(values) : 0, timestamp, count });
			else rows.push({ value: count, timestamp });
			bucket = next;
		}
		return rows;
	}

	const figures = (names: string[], since: number, until: number): IDataObject =>
		Object.fromEntries(
			names.map((metric) => {
				const events = eventsOf(metric, since, until);
				if (!isAverage(metric)) return [metric, countOf(metric, events)];
				return [metric, events.length ? average(events.map(({ value }) => value)) : null];
			}),
		);

	/** Figures of a summary; the service's own "previous" are as many seconds before. */
	const reply =
		(names: string[]) =>
		({ since, until }: Query): IDataObject => {
			const [from, to] = [Number(since), Number(until)];
			return {
				...figures(names, from, to),
				previous: figures(names, from - (to - from), from),
			};
		};
	const summaryReply = reply(ofSummary);
	const botSummaryReply = reply(metrics.filter((metric) => !ofSummary.includes(metric)));

	return {
		happenings,
		metrics,
		ofSummary,
		eventsOf,
		seriesReply,
		summaryReply,
		botSummaryReply,
		service: () =>
			listen(({ path, query }) => {
				const sent = Object.fromEntries(query);
				const [, last] = /\/(\w+)$/.exec(path) ?? [];
				const replies: Record<string, (query: Query) => unknown> = {
					summary: summaryReply,
					bot_summary: botSummaryReply,
				};
				return json((replies[last] ?? seriesReply)(sent));
			}),
	};
}
