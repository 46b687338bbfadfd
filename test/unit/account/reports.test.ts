import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { earlier } from '../../../nodes/CustomerConversation/resources/report/parts/compare';
import { buckets } from '../../../nodes/CustomerConversation/resources/report/parts/series';
import { duration } from '../../../nodes/CustomerConversation/time/duration';
import { calendarOf, PRESETS } from '../../../nodes/shared/time/calendar';
import type { Call } from '../../../nodes/shared/vocabulary/call';
import {
	findRecording,
	recording,
	recordingsOf,
	releases,
	type Recording,
} from '../../../truth/recordings';
import {
	average,
	clock,
	figuresOf,
	isAverage,
	localDate,
	recordedEvents,
	seconds,
	type Query,
} from '../../support/happenings';
import { json, run, runAt } from '../../support/run';
import { listen } from '../../support/server';

fc.configureGlobal({ seed: 20_261_031, numRuns: 100 });
jest.setTimeout(120_000);

describe.each(releases)('the events of %s give every recorded figure again', (release) => {
	const { metrics, ofSummary, seriesReply, summaryReply, botSummaryReply, happenings } =
		figuresOf(release);
	const account = release === '4.10' ? 6 : 5;
	/** Of 4.16 every conversation of October is known, in UTC, and all that bots did. */
	const isKnown = ({ since, until, metric }: Query) =>
		release === '4.10' ||
		String(metric).startsWith('bot_') ||
		(Number(since) >= seconds('2026-10-01') && Number(until) <= seconds('2026-11-01'));
	const ofAccount = (op: string) =>
		recordingsOf(op, release).filter(({ request, response }) => {
			const query = (request.query ?? {}) as Query;
			const { type, since, until, business_hours } = query;
			const inSeconds = [since, until].every((bound) => /^\d{10}(\.5)?$/.test(String(bound)));
			const isInAccount = request.path.includes(`/accounts/${account}/`);
			return (
				response.status === 200 && isInAccount && type === 'account' && inSeconds && !business_hours
			);
		});
	const queryOf = ({ request }: Recording) => request.query as Query;

	const series = ofAccount('account.report.timeseries').filter(
		(entry) =>
			metrics.includes(String(queryOf(entry).metric)) &&
			isKnown(queryOf(entry)) &&
			// An hour that a clock shows twice is one bucket there. No such offset is ever sent.
			entry.case !== 'hours-clocks-change-offset-one',
	);
	test.each(series.map((entry) => [entry.case, entry] as const))(
		'of the time series %s',
		(_, entry) => {
			expect(seriesReply(queryOf(entry))).toEqual(entry.response.body);
		},
	);

	const summaries = ofAccount('account.report.summary').filter((entry) => isKnown(queryOf(entry)));
	test.each(summaries.map((entry) => [entry.case, entry] as const))(
		'of the summary %s',
		(_, entry) => {
			const { previous, ...figures } = summaryReply(queryOf(entry));
			// What began before October was recorded on 4.10 alone.
			expect(entry.response.body).toMatchObject(
				release === '4.10' ? { ...figures, previous } : figures,
			);
			expect(Object.keys(figures)).toEqual(ofSummary);
		},
	);

	const ofBots = ofAccount('account.report.bot_summary');
	test.each(ofBots.map((entry) => [entry.case, entry] as const))(
		'of the bot summary %s',
		(_, entry) => {
			expect(botSummaryReply(queryOf(entry))).toEqual(entry.response.body);
		},
	);

	test('and none of October is left out', () => {
		expect(series.length).toBeGreaterThanOrEqual(15);
		expect(ofBots.length).toBeGreaterThan(0);
		const month = ['month-in-new-york'].slice(release === '4.10' ? 0 : 1);
		expect(summaries.map((entry) => entry.case)).toEqual(expect.arrayContaining(['ok', ...month]));
		if (release !== '4.10') return;
		const recorded = happenings.filter(({ source }) => source === 'recorded').map(({ at }) => at);
		for (const { name, created_at } of recordedEvents(release).filter(
			(event) =>
				seconds(event.created_at) < seconds('2026-11-02') &&
				/^(first_response|reply_time|conversation_(bot_)?(resolved|handoff))$/.test(event.name),
		))
			expect([name, recorded]).toEqual([name, expect.arrayContaining([seconds(created_at)])]);
	});
});

const lines = releases.map((release) => {
	const { happenings } = figuresOf(release);
	const sources = (['recorded', 'derived', 'assumed'] as const).map(
		(source) => `${happenings.filter((one) => one.source === source).length} ${source}`,
	);
	return `${release}: ${happenings.length} events: ${sources.join(', ')}`;
});
afterAll(() => void process.stdout.write(`${lines.join('\n')}\n`));

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'];
const october = { scope: 'account', period: 'between', since: '2026-10-01', until: '2026-11-01' };

const RELEASE_ZONES = releases.flatMap((release) => ZONES.map((zone) => [release, zone] as const));

describe.each(RELEASE_ZONES)('on %s October 2026 in %s', (release, timezone) => {
	const { service, ofSummary, eventsOf } = figuresOf(release);
	const [since, until] = ['2026-10-01', '2026-11-01'].map((date) =>
		DateTime.fromISO(date, { zone: timezone }).toSeconds(),
	);
	const ask = async (operation: string, parameters: IDataObject) => {
		const server = await service();
		try {
			const { items, error } = await runAt(server.url, operation, {
				...october,
				...parameters,
				options: { timezone, ...(parameters.options as IDataObject) },
			});
			if (error) throw error;
			return { rows: items.map((item) => item.json), received: server.received };
		} finally {
			await server.close();
		}
	};
	const metrics = [...ofSummary, 'bot_resolutions_count'];

	test('its days add up to the summary of the service', async () => {
		const { rows } = await ask('report.getTimeSeries', { metrics, interval: 'day' });
		const { rows: summaries } = await ask('report.getSummary', {});
		const { rows: ofBots } = await ask('report.getBotSummary', {});
		const summary: IDataObject = { ...summaries[0], ...ofBots[0] };
		expect(rows.map(({ date }) => date)).toEqual(
			Array.from({ length: 31 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`),
		);
		// Of 4.16 what began between October in UTC and in New York is not all known.
		const case410 = { UTC: 'ok', 'America/New_York': 'month-in-new-york' }[timezone];
		const name = release === '4.10' || timezone === 'UTC' ? case410 : undefined;
		const recorded = name && {
			...(recording('account.report.summary', name, release).response.body as IDataObject),
			...(findRecording('account.report.bot_summary', name, release)?.response.body as IDataObject),
		};
		lines.push(
			`${release}, ${timezone}, October 2026, ${rows.length} days, ${recorded ? 'recorded' : 'derived'} summary`,
		);
		for (const metric of metrics) {
			const counts = rows.map((row) => Number(row[isAverage(metric) ? `${metric}_count` : metric]));
			const count = counts.reduce((total, one) => total + one);
			const weighted = rows.reduce(
				(total, row, day) => total + Number(row[metric] ?? 0) * counts[day],
				0,
			);
			const found = isAverage(metric) ? weighted / count : count;
			if (metric !== 'bot_resolutions_count') expect(count).toBeGreaterThan(0);
			expect([metric, found]).toEqual([metric, expect.closeTo(Number(summary[metric]), 6)]);
			if (recorded && metric in recorded) expect(summary[metric]).toBe(recorded[metric]);
			const shown = (value: number) => Math.round(value * 100) / 100;
			const events = isAverage(metric) ? ` (${count} events)` : '';
			lines.push(
				`  ✓ ${metric}: sum over days ${shown(found)}${events} = summary ${shown(Number(summary[metric]))}`,
			);
		}
	});

	test('each event is on its own date', async () => {
		const { rows } = await ask('report.getTimeSeries', {
			metrics: ['conversations_count', 'bot_resolutions_count', 'reply_time'],
			interval: 'day',
		});
		for (const { date, reply_time, reply_time_count, ...counts } of rows) {
			const on = (metric: string) =>
				eventsOf(metric, since, until).filter(({ at }) => localDate(at, timezone) === date);
			const replies = on('reply_time').map(({ value }) => value);
			expect([date, counts, reply_time_count]).toMatchObject([
				date,
				{
					conversations_count: on('conversations_count').length,
					bot_resolutions_count: on('bot_resolutions_count').length,
				},
				replies.length,
			]);
			expect([date, reply_time]).toEqual([date, replies.length ? average(replies) : null]);
		}
	});

	test.each(['hour', 'week', 'month', 'quarter', 'year'])(
		'by %s it is as many',
		async (interval) => {
			const { rows } = await ask('report.getTimeSeries', {
				metrics: ['conversations_count', 'bot_resolutions_count', 'avg_resolution_time'],
				interval,
			});
			const count = (key: string) => rows.reduce((sum, row) => sum + Number(row[key]), 0);
			for (const metric of ['conversations_count', 'bot_resolutions_count'])
				expect([metric, count(metric)]).toEqual([metric, eventsOf(metric, since, until).length]);
			expect(count('avg_resolution_time_count')).toBe(
				eventsOf('avg_resolution_time', since, until).length,
			);
			expect(seconds(String(rows[0].timestamp))).toBeLessThanOrEqual(since);
			// Berlin has an hour twice; the hour that Lord Howe cuts is a row, too.
			if (interval === 'hour') expect(rows).toHaveLength(timezone === 'Europe/Berlin' ? 745 : 744);
			expect(new Set(rows.map(({ date }) => date)).size).toBe(rows.length);
		},
	);
});

test('Lord Howe is asked in two parts, each with the hours of its clock', async () => {
	const server = await figuresOf('4.10').service();
	try {
		await runAt(server.url, 'report.getTimeSeries', {
			...october,
			metrics: ['conversations_count'],
			interval: 'day',
			options: { timezone: 'Australia/Lord_Howe' },
		});
		const change = String(seconds('2026-10-03T15:30'));
		const common = { metric: 'conversations_count', type: 'account', group_by: 'hour' };
		expect(server.received.map(({ query }) => Object.fromEntries(query))).toEqual([
			{
				...common,
				since: String(seconds('2026-09-30T13:30')),
				until: change,
				timezone_offset: '5.5',
			},
			{ ...common, since: change, until: String(seconds('2026-10-31T13:00')) },
		]);
	} finally {
		await server.close();
	}
});

test.each([
	[
		'Europe/Berlin',
		['2026-10-24T23:00:00Z', '2026-10-25T02:30:00Z'],
		['01:00:00+02:00', '02:00:00+02:00', '02:00:00+01:00', '03:00:00+01:00'],
	],
	[
		'America/New_York',
		['2026-03-08T06:00:00Z', '2026-03-08T08:00:00Z'],
		['01:00:00-05:00', '03:00:00-04:00'],
	],
	[
		'Australia/Lord_Howe',
		['2026-10-03T14:40:00Z', '2026-10-03T17:00:00Z'],
		['01:00:00+10:30', '02:30:00+11:00', '03:00:00+11:00'],
	],
	[
		'Australia/Lord_Howe',
		['2026-04-04T14:00:00Z', '2026-04-04T16:00:00Z'],
		['01:00:00+11:00', '01:30:00+10:30', '02:00:00+10:30'],
	],
])('the hours of %s when its clock changes', (zone, bounds, hours) => {
	const [since, until] = bounds.map(seconds);
	const found = buckets({ since, until }, 'hour', calendarOf(zone));
	expect(found.map(({ date }) => date.split('T')[1])).toEqual(hours);
	expect(found.map(({ date }) => seconds(date))).toEqual(found.map(({ timestamp }) => timestamp));
});

test('a date that a zone left out when it crossed the date line is no row', () => {
	const span = { since: seconds('2011-12-29T12:00'), until: seconds('2012-01-01T00:00') };
	const found = buckets(span, 'day', calendarOf('Pacific/Apia'));
	expect(found.map(({ date }) => date)).toEqual(['2011-12-29', '2011-12-31', '2012-01-01']);
});

describe('a preset', () => {
	afterEach(() => jest.restoreAllMocks());
	const NOW = '2026-10-25T14:30:10Z';

	/** The bounds that go out, as a clock in the zone shows them. */
	async function boundsOf(
		period: string,
		options: IDataObject = {},
		zone = 'Europe/Berlin',
		now = NOW,
	) {
		jest.spyOn(Date, 'now').mockReturnValue(seconds(now) * 1000 + 999);
		const { received } = await run(
			'report.getAgentSummary',
			// What another choice left behind in these fields has no effect.
			{ period, since: '2020-01-01', until: 'x', options: { add_names: false, ...options } },
			[json([])],
			{ timezone: zone },
		);
		const { since, until } = Object.fromEntries(received[0].query);
		return [since, until].map((bound) =>
			DateTime.fromSeconds(Number(bound), { zone: String(options.timezone ?? zone) }).toISO({
				suppressMilliseconds: true,
			}),
		);
	}

	test.each([
		['today', '2026-10-25T00:00:00+02:00', '2026-10-25T15:30:11+01:00'],
		['yesterday', '2026-10-24T00:00:00+02:00', '2026-10-25T00:00:00+02:00'],
		['last_7_days', '2026-10-18T00:00:00+02:00', '2026-10-25T00:00:00+02:00'],
		['last_30_days', '2026-09-25T00:00:00+02:00', '2026-10-25T00:00:00+02:00'],
		['this_week', '2026-10-19T00:00:00+02:00', '2026-10-25T15:30:11+01:00'],
		['last_week', '2026-10-12T00:00:00+02:00', '2026-10-19T00:00:00+02:00'],
		['this_month', '2026-10-01T00:00:00+02:00', '2026-10-25T15:30:11+01:00'],
		['last_month', '2026-09-01T00:00:00+02:00', '2026-10-01T00:00:00+02:00'],
		['this_quarter', '2026-10-01T00:00:00+02:00', '2026-10-25T15:30:11+01:00'],
		['last_quarter', '2026-07-01T00:00:00+02:00', '2026-10-01T00:00:00+02:00'],
		['this_year', '2026-01-01T00:00:00+01:00', '2026-10-25T15:30:11+01:00'],
		['last_year', '2025-01-01T00:00:00+01:00', '2026-01-01T00:00:00+01:00'],
	])('%s is that of the clock in the zone', async (period, since, until) => {
		expect(await boundsOf(period)).toEqual([since, until]);
	});

	test('more there are not', () => {
		expect(Object.keys(PRESETS)).toHaveLength(12);
	});

	test.each([
		['sunday', 'this_week', '2026-10-25'],
		['sunday', 'last_week', '2026-10-18'],
		['saturday', 'this_week', '2026-10-24'],
		['saturday', 'last_week', '2026-10-17'],
	])('with weeks from %s on: %s', async (week_start, period, since) => {
		expect((await boundsOf(period, { week_start }))[0]).toMatch(since);
	});

	test.each([
		['it is still the day before', 'Pacific/Honolulu', '2026-10-25T09:59:59Z', '2026-10-24'],
		['it is the day after', 'Pacific/Kiritimati', '2026-10-25T10:00:00Z', '2026-10-26'],
	])('goes by the chosen zone, where %s', async (_, timezone, now, today) => {
		const [since] = await boundsOf('today', { timezone }, 'UTC', now);
		expect(since).toMatch(`${today}T00:00:00`);
	});

	test('begins with the date where midnight comes twice or not at all', async () => {
		// Havana turns its clock from one back to midnight, Cairo from midnight on to one.
		expect(await boundsOf('today', {}, 'America/Havana', '2026-11-01T18:00:00Z')).toEqual([
			'2026-11-01T00:00:00-04:00',
			'2026-11-01T13:00:01-05:00',
		]);
		expect(await boundsOf('yesterday', {}, 'America/Havana', '2026-11-02T18:00:00Z')).toEqual([
			'2026-11-01T00:00:00-04:00',
			'2026-11-02T00:00:00-05:00',
		]);
		expect(await boundsOf('yesterday', {}, 'Africa/Cairo', '2026-04-24T18:00:00Z')).toEqual([
			'2026-04-23T00:00:00+02:00',
			'2026-04-24T01:00:00+03:00',
		]);
	});

	test('is a choice of lists, too, where no period is the default', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(seconds(NOW) * 1000);
		const sent = async (parameters: IDataObject) =>
			Object.fromEntries((await run('csat.getMetrics', parameters, [json({})])).received[0].query);
		expect(await sent({})).toEqual({});
		expect(await sent({ period: 'yesterday' })).toEqual({
			since: String(seconds('2026-10-24')),
			until: String(seconds('2026-10-25')),
		});
	});
});

describe('"Compare With"', () => {
	const compared = (
		values: IDataObject,
		[since, until]: string[],
		zone = 'Europe/Berlin',
		week_start?: string,
	) => {
		const read = (iso: string) => DateTime.fromISO(iso, { zone }).toSeconds();
		const found = earlier({
			...calendarOf(zone, { week_start }),
			values: { period: 'between', ...values },
			request: { query: { since: read(since), until: read(until) } },
		} as unknown as Call);
		return found && [found.since, found.until].map((at) => clock(at, zone));
	};
	const dates = (from: string, to: string) => [`${from} 00:00`, `${to} 00:00`];

	test('asks for nothing unless it is chosen', () => {
		expect(compared({}, ['2026-10-01', '2026-11-01'])).toBeUndefined();
	});

	test.each([
		['a month', '2026-10-01', '2026-11-01', '2026-09-01', '2025-10-01', '2025-11-01'],
		['February', '2028-02-01', '2028-03-01', '2028-01-01', '2027-02-01', '2027-03-01'],
		['a quarter', '2026-07-01', '2026-10-01', '2026-04-01', '2025-07-01', '2025-10-01'],
		['a year', '2026-01-01', '2027-01-01', '2025-01-01', '2025-01-01', '2026-01-01'],
		['a week', '2026-10-19', '2026-10-26', '2026-10-12', '2025-10-20', '2025-10-27'],
		['a day', '2026-10-25', '2026-10-26', '2026-10-24', '2025-10-25', '2025-10-26'],
		['a leap day', '2028-02-29', '2028-03-01', '2028-02-28', '2027-02-28', '2027-03-01'],
		['seven days', '2026-10-21', '2026-10-28', '2026-10-14', '2025-10-21', '2025-10-28'],
	])('%s with one before and a year before', (_, since, until, before, yearSince, yearUntil) => {
		const span = [since, until];
		expect(compared({ compare_with: 'period_before' }, span)).toEqual(dates(before, since));
		expect(compared({ compare_with: 'year_before' }, span)).toEqual(dates(yearSince, yearUntil));
	});

	test('a week is one by the chosen start of weeks', () => {
		const sunday = compared(
			{ compare_with: 'year_before' },
			['2026-10-18', '2026-10-25'],
			undefined,
			'sunday',
		);
		expect(sunday).toEqual(dates('2025-10-19', '2025-10-26'));
	});

	test.each([
		[
			['2026-10-25T09:00', '2026-10-25T17:00'],
			['2026-10-24 09:00', '2026-10-24 17:00'],
		],
		[
			['2026-10-24T09:00', '2026-10-26T17:00'],
			['2026-10-21 09:00', '2026-10-23 17:00'],
		],
	])('hours %s with the same hours of as many days before', (span, before) => {
		expect(compared({ compare_with: 'period_before' }, span)).toEqual(before);
	});

	test('a preset with that before, and what ends now with the same part', () => {
		const span = ['2026-03-01', '2026-03-31T10:00'];
		expect(compared({ period: 'this_month', compare_with: 'period_before' }, span)).toEqual([
			'2026-02-01 00:00',
			'2026-02-28 10:00',
		]);
		// Thirty days are no month, also where they are November.
		expect(
			compared({ period: 'last_30_days', compare_with: 'period_before' }, [
				'2026-11-01',
				'2026-12-01',
			]),
		).toEqual(dates('2026-10-02', '2026-11-01'));
		expect(
			compared({ period: 'last_quarter', compare_with: 'period_before' }, [
				'2026-07-01',
				'2026-10-01',
			]),
		).toEqual(dates('2026-04-01', '2026-07-01'));
	});

	test('a channel that one of the two periods lacks has zeros there', async () => {
		const figures = { open: 1, resolved: 2, pending: 0, snoozed: 0, total: 3 };
		const zeros = { open: 0, resolved: 0, pending: 0, snoozed: 0, total: 0 };
		const { items } = await run(
			'report.getChannelSummary',
			{ options: { compare_with: 'period_before' } },
			[json({ 'Channel::Api': figures }), json({ 'Channel::Email': figures })],
		);
		expect(items.map((item) => item.json)).toEqual([
			{ channel: 'Channel::Api', ...figures, previous: zeros },
			{ channel: 'Channel::Email', ...zeros, previous: figures },
		]);
	});

	test('the rows keep their names, null and 0', async () => {
		const now = { id: 3, conversations_count: 0, avg_reply_time: null };
		const then = { id: 3, conversations_count: 2, avg_reply_time: 0 };
		const { items } = await run(
			'report.getInboxSummary',
			{ options: { compare_with: 'period_before' } },
			[json([now, { ...then, id: 4 }]), json([then]), json({ payload: [{ id: 3, name: 'Shop' }] })],
		);
		expect(items[0].json).toEqual({
			id: 3,
			inbox_name: 'Shop',
			conversations_count: 0,
			avg_reply_time: null,
			avg_reply_time_text: null,
			previous: { conversations_count: 2, avg_reply_time: 0, avg_reply_time_text: '0 s' },
		});
		expect(items[1].json).toMatchObject({
			inbox_name: null,
			previous: { conversations_count: 0, avg_reply_time: null, avg_reply_time_text: null },
		});
	});
});

describe('a reply that is not what was asked for is an error', () => {
	const ask = async (body: unknown, timezone = 'UTC') =>
		(
			await run(
				'report.getTimeSeries',
				{ ...october, metrics: ['conversations_count'], options: { timezone } },
				[json(body)],
			)
		).error?.message;
	const [since, until] = [october.since, october.until].map(seconds);
	const wrongHours = 'Chatwoot returned other hours than requested';

	test('an object, which the service sends where it knows no figure', async () => {
		expect(await ask({})).toBe('The reply from Chatwoot does not contain the expected list');
	});

	test('hours of another minute than the zone has', async () => {
		expect(await ask([{ timestamp: since, value: 1 }], 'Asia/Kolkata')).toBe(wrongHours);
		expect(await ask([{ timestamp: since - 1800, value: 1 }], 'Asia/Kolkata')).toBeUndefined();
	});

	test.each([since - 3600, until, since + 60])('an hour that begins at %s', async (timestamp) => {
		expect(await ask([{ timestamp, value: 1 }])).toBe(wrongHours);
	});

	describe('to a count that is asked for whole', () => {
		const span = { since: seconds('2026-10-03T14:00'), until: seconds('2026-10-03T17:00') };
		const atHalf = [0, 0, 1, 0].map((value, hour) => ({
			timestamp: span.since - 1800 + hour * 3600,
			value,
		}));
		const atFull = [0, 1, 0].map((value, hour) => ({
			timestamp: span.since + hour * 3600,
			value,
		}));
		const ask = async (half: unknown, full: unknown) => {
			const server = await listen(({ query }) =>
				json(query.some(([key]) => key === 'timezone_offset') ? half : full),
			);
			try {
				const outcome = await runAt(server.url, 'report.getTimeSeries', {
					...{ ...october, ...span, metrics: ['bot_resolutions_count'], interval: 'hour' },
					options: { timezone: 'Australia/Lord_Howe' },
				});
				return { ...outcome, received: server.received };
			} finally {
				await server.close();
			}
		};

		test('both replies tell the hour that the clock cuts', async () => {
			const { items, received } = await ask(atHalf, atFull);
			expect(received.map(({ query }) => Object.fromEntries(query))).toMatchObject([
				{ since: `${span.since}`, until: `${span.until}`, timezone_offset: '5.5' },
				{ since: `${span.since}`, until: `${span.until}` },
			]);
			expect(items.map((item) => item.json)).toMatchObject([
				{ date: '2026-10-04T00:00:00+10:30', bot_resolutions_count: 0 },
				{ date: '2026-10-04T01:00:00+10:30', bot_resolutions_count: 0 },
				{ date: '2026-10-04T02:30:00+11:00', bot_resolutions_count: 1 },
				{ date: '2026-10-04T03:00:00+11:00', bot_resolutions_count: 0 },
			]);
		});

		test('replies that do not fit each other are an error', async () => {
			const other = atFull.map((hour) => ({ ...hour, value: 0 }));
			const { error } = await ask(atHalf, other);
			expect(error?.message).toBe('The figures changed while they were read: run the node again');
		});

		test('and an hour that is missing', async () => {
			const { error } = await ask(
				atHalf.filter((_, hour) => hour !== 1),
				atFull,
			);
			expect(error?.message).toBe(wrongHours);
		});
	});

	test('a zone by minutes that the service does not know is refused', async () => {
		const { error, received } = await run('report.getTimeSeries', {
			...october,
			...{ since: '1971-01-01', until: '1971-02-01' },
			metrics: ['conversations_count'],
			options: { timezone: 'Africa/Monrovia' },
		});
		expect(error?.message).toMatch(/^Time Zone has an unusual offset from UTC/);
		expect(received).toEqual([]);
	});

	test('and a period of more hours than n8n takes rows', async () => {
		const { error, received } = await run('report.getTimeSeries', {
			...october,
			...{ since: '2026-01-01', until: '2926-01-01' },
			metrics: ['conversations_count'],
		});
		expect(error?.message).toMatch(/^Period has more than 100000 hours/);
		expect(received).toEqual([]);
	});
});

describe('a drilldown', () => {
	const units: Record<string, object> = {
		day: { day: 1 },
		week: { week: 1 },
		month: { month: 1 },
		year: { year: 1 },
	};
	const none = json({ meta: { total_count: 0 }, payload: [] });
	const drill = async (parameters: IDataObject) =>
		await run('report.getDrilldown', { metric: 'reply_time', scope: 'account', ...parameters }, [
			none,
		]);

	/** What of the period the service looks at: one unit of UTC, cut at the end. */
	const seen = ({ query }: { query: Array<[string, string]> }) => {
		const { since, until, bucket_timestamp: begin, group_by: unit } = Object.fromEntries(query);
		const end = DateTime.fromSeconds(Number(begin), { zone: 'utc' }).plus(units[unit]).toSeconds();
		return { requested: [since, until], seen: [begin, String(Math.min(end, Number(until)))] };
	};

	test.each(
		Object.keys(PRESETS).flatMap((period) =>
			['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'].map(
				(timezone) => [period, timezone],
			),
		),
	)('is of all of %s in %s', async (period, timezone) => {
		const { received, error } = await drill({ period, options: { timezone } });
		expect(error).toBeUndefined();
		const { requested, seen: seenBounds } = seen(received[0]);
		expect(seenBounds).toEqual(requested);
	});

	test.each([
		['2026-10-25', '2026-10-26', 'week'],
		['2026-10-01', '2026-11-01', 'year'],
		['2024-02-29', '2025-02-28', 'year'],
		['2026-03-28T12:00', '2026-03-29T12:00', 'day'],
	])('from %s to %s in Berlin fits in a %s', async (since, until, unit) => {
		const options = { timezone: 'Europe/Berlin' };
		const { received } = await drill({ period: 'between', since, until, options });
		expect(Object.fromEntries(received[0].query).group_by).toBe(unit);
		const { requested, seen: seenBounds } = seen(received[0]);
		expect(seenBounds).toEqual(requested);
	});

	test('asks for further pages of 100, and for no more than the limit needs', async () => {
		const [row] = (
			recording('account.report.drilldown', 'ok', '4.16').response.body as {
				payload: IDataObject[];
			}
		).payload;
		const rows = Array.from({ length: 250 }, (_, index) => ({
			...row,
			occurred_at: Number(row.occurred_at) - index,
			conversation: { ...(row.conversation as IDataObject), display_id: index + 1 },
		}));
		const answers = [0, 100, 200].map((from) =>
			json({ meta: { total_count: 250 }, payload: rows.slice(from, from + 100) }),
		);
		const parameters = { metric: 'conversations_count', scope: 'account', period: 'last_month' };
		const all = await run('report.getDrilldown', { ...parameters, returnAll: true }, answers);
		expect([all.items.length, all.received.length]).toEqual([250, 3]);
		const some = await run('report.getDrilldown', { ...parameters, limit: 150 }, answers);
		expect([some.items.length, some.received.length]).toEqual([150, 2]);
		for (const { query } of all.received)
			expect(Object.fromEntries(query)).toMatchObject({ per_page: '100' });
	});
});

describe('a duration', () => {
	test.each([
		[0, '0 s'],
		[0.4, '0 s'],
		[59.4, '59 s'],
		[59.6, '1 min'],
		[60, '1 min'],
		[448.75, '7 min 29 s'],
		[3599.7, '1 h'],
		[7500, '2 h 5 min'],
		[36_981.8, '10 h 16 min'],
		[86_399, '1 d'],
		[1_152_401.5, '13 d 8 h'],
	])('of %s seconds is %s', (length, text) => {
		expect(duration(length)).toBe(text);
	});

	test('is at most half of its smaller unit away', () => {
		const sizes: Record<string, number> = { d: 86_400, h: 3_600, min: 60, s: 1 };
		fc.assert(
			fc.property(fc.double({ min: 0, max: 1e8, noNaN: true }), (length) => {
				const words = duration(length).split(' ');
				expect([2, 4]).toContain(words.length);
				const shownLength = words.reduce(
					(sum, word, index) => sum + (index % 2 ? 0 : Number(word) * sizes[words[index + 1]]),
					0,
				);
				const order = Object.keys(sizes);
				const smaller = sizes[order[Math.min(order.indexOf(words[1]) + 1, 3)]];
				expect(Math.abs(shownLength - length)).toBeLessThanOrEqual(smaller / 2 + 0.5);
			}),
		);
	});
});
