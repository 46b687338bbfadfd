import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { earlier } from '../../../nodes/CustomerConversation/resources/report/parts/compare';
import {
	addUp,
	buckets,
	differences,
	stretches,
	wholes,
	within,
	type Hour,
	type Interval,
	type Stretch,
} from '../../../nodes/CustomerConversation/resources/report/parts/series';
import { calendarOf, PRESETS, presetSpan } from '../../../nodes/shared/time/calendar';
import type { Call } from '../../../nodes/shared/vocabulary/call';
import { average, clock, localDate, seconds, zoneOf } from '../../support/happenings';

fc.configureGlobal({ seed: 20_261_031, numRuns: 100 });
jest.setTimeout(120_000);

describe('in any time zone', () => {
	const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC');
	const moment = fc.integer({ min: seconds('2015-01-01'), max: seconds('2036-01-01') });
	const spanOf = (days: number) =>
		fc
			.tuple(moment, fc.integer({ min: 1, max: days * 86_400 }))
			.map(([since, length]) => ({ since, until: since + length }));
	const weekStart = fc.constantFrom('monday', 'saturday', 'sunday');
	const intervals: Interval[] = ['hour', 'day', 'week', 'month', 'quarter', 'year'];

	const minuteOn = (at: number, timezone: string) => Number(clock(at, timezone).slice(-2));

	// Luxon asks Intl for each moment, millions of times here: within a quarter of an hour no zone
	// changes its clocks.
	const { offset } = IANAZone.prototype;
	const known = new WeakMap<IANAZone, Map<number, number>>();
	beforeAll(() => {
		IANAZone.prototype.offset = function (this: IANAZone, at) {
			const ofZone = known.get(this) ?? new Map<number, number>();
			const quarter = Math.floor(at / 900_000);
			const found = ofZone.get(quarter) ?? offset.call(this, at);
			known.set(this, ofZone.set(quarter, found));
			return found;
		};
	});
	afterAll(() => {
		IANAZone.prototype.offset = offset;
	});

	test('the stretches cover a span once, each with one minute of its hours', () => {
		fc.assert(
			fc.property(zone, spanOf(800), fc.nat(), (timezone, span, nat) => {
				const found = stretches(span, timezone);
				expect(found[0].since).toBe(span.since);
				expect(found.at(-1)?.until).toBe(span.until);
				for (const [index, { since, until, timezone_offset = 0 }] of found.entries()) {
					expect(until).toBeGreaterThan(since);
					if (index) expect(since).toBe(found[index - 1].until);
					const at = since + (nat % (until - since));
					const shift = Math.floor((at % 3600) / 60) + (timezone_offset % 1) * 60;
					expect([timezone, at, minuteOn(at, timezone)]).toEqual([timezone, at, shift % 60]);
				}
			}),
		);
	});

	test.each(intervals)(
		'by %s each moment of a span is in one row, that of its date',
		(interval) => {
			const days = interval === 'hour' ? 60 : 800;
			fc.assert(
				fc.property(zone, spanOf(days), weekStart, fc.nat(), (timezone, span, week_start, nat) => {
					const calendar = calendarOf(timezone, { week_start });
					const found = buckets(span, interval, calendar);
					const starts = found.map(({ timestamp }) => timestamp);
					expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
					expect(starts[0]).toBeLessThanOrEqual(span.since);
					expect(starts[1] ?? Infinity).toBeGreaterThan(span.since);
					expect(starts.at(-1)).toBeLessThan(span.until);
					const at = span.since + (nat % (span.until - span.since));
					const { date, timestamp } = found.findLast((row) => row.timestamp <= at) ?? found[0];
					const local = DateTime.fromISO(localDate(at, timezone), { zone: 'UTC' });
					const expected = {
						hour: date,
						day: local.toISODate(),
						week: local.minus({ day: (local.weekday - calendar.weekStart + 7) % 7 }).toISODate(),
						month: local.toFormat('yyyy-MM-01'),
						quarter: local.startOf('quarter').toISODate(),
						year: local.toFormat('yyyy-01-01'),
					};
					expect([timezone, at, date]).toEqual([timezone, at, expected[interval]]);
					if (interval === 'hour') {
						const hourOn = (second: number) => clock(second, timezone).slice(0, 13);
						expect([timezone, hourOn(at)]).toEqual([timezone, hourOn(timestamp)]);
						expect(at - timestamp).toBeLessThan(3600);
					} else {
						// The row begins in the first second of its date.
						expect(localDate(timestamp, timezone)).toBe(date);
						expect(localDate(timestamp - 1, timezone)).not.toBe(date);
					}
				}),
			);
		},
	);

	/** The service's reply for these events. */
	const replyOf = (
		events: Array<{ at: number; value: number }>,
		{ since, until, ...query }: Stretch,
	): Hour[] => {
		const hours = new Map<number, number[]>();
		const hourOf = (at: number) =>
			DateTime.fromSeconds(at, { zone: zoneOf(query) })
				.startOf('hour')
				.toSeconds();
		hours.set(hourOf(since), []);
		for (const { at, value } of events.filter((event) => event.at >= since && event.at < until))
			hours.set(hourOf(at), [...(hours.get(hourOf(at)) ?? []), value]);
		return [...hours].map(([timestamp, values]) => ({
			timestamp,
			value: values.length ? average(values) : 0,
			count: values.length,
		}));
	};

	test.each(intervals)('by %s sums and averages are kept', (interval) => {
		const events = fc.array(
			fc.record({ share: fc.double({ min: 0, max: 0.999, noNaN: true }), value: fc.nat(1e6) }),
			{ maxLength: 40 },
		);
		fc.assert(
			fc.property(
				zone,
				spanOf(interval === 'hour' ? 60 : 500),
				events,
				(timezone, span, shares) => {
					const all = shares.map(({ share, value }) => ({
						at: span.since + Math.floor(share * (span.until - span.since)),
						value,
					}));
					const rows = buckets(span, interval, calendarOf(timezone));
					const hours = stretches(span, timezone).flatMap((stretch) =>
						within(stretch, replyOf(all, stretch)),
					);
					const totals = addUp(rows, hours);
					const inBuckets = rows.map(({ timestamp }, index) => {
						const end = rows[index + 1]?.timestamp ?? span.until;
						return all.filter(({ at }) => at >= timestamp && at < end).map(({ value }) => value);
					});
					expect([timezone, totals.map(({ count }) => count)]).toEqual([
						timezone,
						inBuckets.map(({ length }) => length),
					]);
					for (const [index, values] of inBuckets.entries())
						if (values.length)
							expect(totals[index].sum / values.length).toBeCloseTo(average(values), 6);
				},
			),
		);
	});

	/** Every hour of the service's reply, as it is counted with the offset that it is sent. */
	const hoursOf = (events: number[], { since, until, timezone_offset = 0 }: Stretch): Hour[] => {
		const first = since - ((since + (timezone_offset % 1) * 3600) % 3600);
		const hours = Array.from({ length: Math.ceil((until - first) / 3600) }, (_, hour) => ({
			timestamp: first + hour * 3600,
			value: 0,
		}));
		for (const at of events) hours[Math.floor((at - first) / 3600)].value++;
		return hours;
	};

	test.each(intervals)('by %s a count that is asked for whole is kept', (interval) => {
		const events = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 40 });
		fc.assert(
			fc.property(
				zone,
				spanOf(interval === 'hour' ? 60 : 500),
				events,
				(timezone, span, shares) => {
					const all = shares.map(
						(share) => span.since + Math.floor(share * (span.until - span.since)),
					);
					const rows = buckets(span, interval, calendarOf(timezone));
					const queries = wholes(span, timezone);
					expect(queries.map(({ since, until }) => ({ since, until }))).toEqual(
						queries.map(() => span),
					);
					const replies = queries.map((whole) => within(whole, hoursOf(all, whole)));
					const expected = rows.map(({ timestamp }, index) => {
						const end = rows[index + 1]?.timestamp ?? span.until;
						return all.filter((at) => at >= timestamp && at < end).length;
					});
					const totals = differences(rows, replies).map(({ sum }) => sum);
					expect([timezone, totals]).toEqual([timezone, expected]);
				},
			),
			{
				examples: [
					['Australia/Lord_Howe', { since: 1_790_775_000, until: 1_793_451_600 }, [0, 0.1, 0.5]],
				],
			},
		);
	});

	test('a preset begins and ends with dates, or now', () => {
		fc.assert(
			fc.property(zone, moment, weekStart, (timezone, now, week_start) => {
				const calendar = { ...calendarOf(timezone, { week_start }), now };
				const spans = Object.fromEntries(
					Object.entries(PRESETS).map(([name, preset]) => [name, presetSpan(preset, calendar)]),
				);
				for (const [name, { since, until }] of Object.entries(spans)) {
					expect(until).toBeGreaterThan(since);
					const begins = [since, ...(until === now + 1 ? [] : [until])];
					for (const at of begins)
						expect([timezone, name, localDate(at - 1, timezone)]).not.toEqual([
							timezone,
							name,
							localDate(at, timezone),
						]);
				}
				for (const [last, present] of [
					['yesterday', 'today'],
					['last_7_days', 'today'],
					['last_30_days', 'today'],
					...['week', 'month', 'quarter', 'year'].map((unit) => [`last_${unit}`, `this_${unit}`]),
				])
					expect([last, spans[last].until]).toEqual([last, spans[present].since]);
			}),
		);
	});

	test('the period before ends where the period begins, or before', () => {
		fc.assert(
			fc.property(zone, moment, fc.constantFrom(...Object.keys(PRESETS)), (timezone, now, name) => {
				const calendar = { ...calendarOf(timezone), now };
				const span = presetSpan(PRESETS[name], calendar);
				const compared = (compare_with: string) =>
					earlier({
						...calendar,
						values: { period: name, compare_with },
						request: { query: { ...span } },
					} as unknown as Call);
				const before = compared('period_before');
				const { back } = PRESETS[name];
				if (back) expect(before?.until).toBe(span.since);
				else expect(before?.until).toBeLessThanOrEqual(span.since);
				for (const found of [before, compared('year_before')])
					expect(found?.until).toBeGreaterThan(found?.since ?? Infinity);
			}),
		);
	});
});
