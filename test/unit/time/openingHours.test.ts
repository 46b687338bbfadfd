import type { IDataObject } from 'n8n-workflow';
import { OpeningHours } from '../../../nodes/shared/time/openingHours';
import { recording, recordsOf, releases } from '../../../truth/recordings';
import { dice } from '../../support/dice';

const MINUTE = 60;
const DAY = 86_400;

const seconds = (time: string) => Date.parse(time) / 1000;
const iso = (moment: number | null) =>
	moment === null ? null : new Date(moment * 1000).toISOString();

/** A row of an inbox's working hours. @param hours such as `09:00-17:00`, `open` or `closed` */
function row(day_of_week: number, hours: string): IDataObject {
	const flags = { closed_all_day: hours === 'closed', open_all_day: hours === 'open' };
	if (hours === 'closed')
		return {
			...{ day_of_week, ...flags, open_hour: null, open_minutes: null },
			...{ close_hour: null, close_minutes: null },
		};
	const [open_hour, open_minutes, close_hour, close_minutes] = (
		hours === 'open' ? '00:00-23:59' : hours
	)
		.split(/[:-]/)
		.map(Number);
	return { day_of_week, ...flags, open_hour, open_minutes, close_hour, close_minutes };
}

/** An inbox. @param week hours from Sunday on; an empty text is a day without a row */
const inbox = (timezone: string | null, week: string[]): IDataObject => ({
	timezone,
	working_hours_enabled: true,
	working_hours: week.flatMap((hours, day) => (hours ? [row(day, hours)] : [])),
});

const OFFICE = ['closed', ...Array<string>(5).fill('09:00-17:00'), 'closed'];

const stateAt = (record: IDataObject, time: string) => {
	const { isOpen, opensAt, closesAt } = new OpeningHours(record).stateAt(seconds(time));
	return [isOpen, iso(opensAt), iso(closesAt)];
};

describe('against a clock that is read every minute', () => {
	/** Changes of the clocks in both directions, at night and at midnight, by an hour and by half of one. */
	const changes: Array<[zone: string, date: string]> = [
		['America/New_York', '2026-03-08'],
		['America/New_York', '2026-11-01'],
		['Europe/Berlin', '2026-03-29'],
		['Europe/Berlin', '2026-10-25'],
		['Australia/Lord_Howe', '2026-04-05'],
		['Australia/Lord_Howe', '2026-10-04'],
		['America/St_Johns', '2026-03-08'],
		['America/Havana', '2026-03-08'],
		['America/Havana', '2026-11-01'],
		['Africa/Cairo', '2026-04-24'],
		['America/Sao_Paulo', '2018-02-18'],
		['America/Sao_Paulo', '2018-11-04'],
		['Pacific/Apia', '2011-12-30'],
		['Asia/Kolkata', '2026-11-01'],
		['Asia/Kathmandu', '2026-11-01'],
	];

	/** Minutes that are read: the first day may not be whole, and moments are tried on the ten days after it. */
	const LENGTH = 30 * 24 * 60;
	const FIRST = 24 * 60;
	const TRIED = 10 * 24 * 60;

	interface Reading {
		date: string;
		weekday: number;
		/** Minutes since midnight, as the clock shows them. */
		minute: number;
	}

	function read(zone: string, begin: number): Reading[] {
		const format = new Intl.DateTimeFormat('en-CA', {
			timeZone: zone,
			hourCycle: 'h23',
			...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
		});
		return Array.from({ length: LENGTH }, (_, index) => {
			const [date, time] = format.format((begin + index * MINUTE) * 1000).split(', ');
			const [hour, minute] = time.split(':').map(Number);
			return { date, weekday: new Date(date).getUTCDay(), minute: hour * 60 + minute };
		});
	}

	/** The index of the minute at which the clock of a day first shows a time, or would if it had not been moved. */
	function indexOf(day: Reading[], wanted: number): number {
		const found = day.findIndex(({ minute }) => minute === wanted);
		if (found >= 0) return found;
		const after = day.findIndex(({ minute }) => minute > wanted);
		if (after < 0) return day.length;
		const before = after > 0 ? day[after - 1].minute + 1 : 0;
		return day.findIndex(({ minute }) => minute === wanted + day[after].minute - before);
	}

	/** Whether each minute is open. */
	function openMinutes(readings: Reading[], hours: IDataObject[]): boolean[] {
		const days = new Map<string, Reading[]>();
		for (const reading of readings) {
			const day = days.get(reading.date) ?? [];
			day.push(reading);
			days.set(reading.date, day);
		}
		return [...days.values()].flatMap((day) => {
			const found = hours.find(({ day_of_week }) => day_of_week === day[0].weekday);
			if (!found || found.closed_all_day) return day.map(() => false);
			const close = Number(found.close_hour) * 60 + Number(found.close_minutes);
			const since = indexOf(day, Number(found.open_hour) * 60 + Number(found.open_minutes));
			const until = close === 1439 ? day.length : indexOf(day, close);
			return day.map((_, index) => since <= index && index < until);
		});
	}

	test.each(changes)('%s around %s', (zone, date) => {
		const roll = dice(changes.findIndex((change) => change[0] === zone && change[1] === date) + 1);
		const below = (count: number) => Math.floor(roll() * count);
		const begin = seconds(`${date}T00:00:00Z`) - 8 * DAY;
		const readings = read(zone, begin);
		const time = (minute: number) =>
			[Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
		const minuteOfDay = () =>
			roll() < 0.3 ? [0, 15, 30, 60, 90, 120, 135, 150, 180, 1410, 1439][below(11)] : below(1440);
		const someHours = () => {
			if (roll() < 0.45) return ['closed', 'open', ''][below(3)];
			const [open, close] = [minuteOfDay(), minuteOfDay()].sort((one, other) => one - other);
			return open === close ? 'closed' : `${time(open)}-${time(close)}`;
		};
		for (let weeks = 0; weeks < 30; weeks++) {
			const record = inbox(zone, Array.from({ length: 7 }, someHours));
			const minutes = openMinutes(readings, record.working_hours as IDataObject[]);
			const hours = new OpeningHours(record);
			const momentOf = (index: number) => (index < 0 ? null : begin + index * MINUTE);
			for (let tries = 0; tries < 10; tries++) {
				const index = FIRST + below(TRIED);
				const moment = begin + index * MINUTE + below(MINUTE);
				const changesTo = (isOpen: boolean) =>
					minutes.findIndex(
						(one, at) => at > index && one === isOpen && minutes[at - 1] === !isOpen,
					);
				expect([record, moment, hours.stateAt(moment)]).toEqual([
					record,
					moment,
					{
						isOpen: minutes[index],
						opensAt: momentOf(changesTo(true)),
						closesAt: momentOf(changesTo(false)),
					},
				]);
				const end = index + below(14 * 24 * 60);
				const open = minutes.slice(index, end).filter(Boolean).length;
				const since = begin + index * MINUTE;
				const until = begin + end * MINUTE;
				expect(hours.secondsBetween(since, until)).toBe(open * MINUTE);
				const wanted = 1 + below(open + 2);
				let left = wanted;
				const reached = minutes.findIndex((one, at) => at >= index && one && --left === 0);
				expect(hours.momentAfter(since, wanted * MINUTE, until)).toBe(
					wanted <= open ? begin + (reached + 1) * MINUTE : undefined,
				);
			}
		}
	});
});

describe('what is next', () => {
	test('in office hours, in the evening and at the weekend', () => {
		const office = inbox('America/New_York', OFFICE);
		expect(stateAt(office, '2026-11-25T10:00:00-05:00')).toEqual([
			true,
			'2026-11-26T14:00:00.000Z',
			'2026-11-25T22:00:00.000Z',
		]);
		expect(stateAt(office, '2026-11-25T17:00:00-05:00')).toEqual([
			false,
			'2026-11-26T14:00:00.000Z',
			'2026-11-26T22:00:00.000Z',
		]);
		expect(stateAt(office, '2026-11-28T12:00:00-05:00')).toEqual([
			false,
			'2026-11-30T14:00:00.000Z',
			'2026-11-30T22:00:00.000Z',
		]);
	});

	test('days that are open all day, or end at 23:59, join at midnight', () => {
		const week = ['closed', '09:00-23:59', 'open', '00:00-12:00', 'closed', 'closed', 'closed'];
		expect(stateAt(inbox('UTC', week), '2026-11-23T20:00:00Z')).toEqual([
			true,
			'2026-11-30T09:00:00.000Z',
			'2026-11-25T12:00:00.000Z',
		]);
		const [isOpen] = stateAt(inbox('UTC', week), '2026-11-23T23:59:30Z');
		expect(isOpen).toBe(true);
	});

	test('an inbox that is open all week never closes, and one that is closed all week never opens', () => {
		const all = (hours: string) => inbox('Europe/Berlin', Array<string>(7).fill(hours));
		expect(stateAt(all('open'), '2026-10-25T00:30:00Z')).toEqual([true, null, null]);
		expect(stateAt(all('closed'), '2026-10-25T00:30:00Z')).toEqual([false, null, null]);
	});

	test('a day that a change of the clocks skips is no opening', () => {
		const fridays = OFFICE.map((_, day) => (day === 5 ? '09:00-17:00' : 'closed'));
		expect(stateAt(inbox('Pacific/Apia', fridays), '2011-12-24T04:00:00Z')).toEqual([
			false,
			'2012-01-05T19:00:00.000Z',
			'2012-01-06T03:00:00.000Z',
		]);
	});

	test.each<[string, IDataObject]>([
		['not enabled', { ...inbox('UTC', OFFICE), working_hours_enabled: false }],
		['empty', { ...inbox('UTC', OFFICE), working_hours: [] }],
		['null', { ...inbox('UTC', OFFICE), working_hours: null }],
		['unknown', {}],
	])('with hours that are %s an inbox is always open', (_, record) => {
		expect(stateAt(record, '2026-11-28T03:00:00Z')).toEqual([true, null, null]);
		const hours = new OpeningHours(record);
		expect(hours.isOpen(0)).toBe(true);
		expect(hours.secondsBetween(1000, 1600)).toBe(600);
		expect(hours.secondsBetween(1600, 1000)).toBe(0);
		expect([hours.momentAfter(1000, 600, 1600), hours.momentAfter(1000, 601, 1600)]).toEqual([
			1600,
			undefined,
		]);
	});

	test.each([null, '', 'Mars/Olympus'])('the time zone %j counts as UTC', (timezone) => {
		expect(stateAt(inbox(timezone, OFFICE), '2026-11-25T09:00:00Z')).toEqual([
			true,
			'2026-11-26T09:00:00.000Z',
			'2026-11-25T17:00:00.000Z',
		]);
	});
});

test.each(releases)('the inboxes that %s listed have hours that are understood', (release) => {
	const { body } = recording('account.inbox.list', 'ok', release).response;
	for (const record of recordsOf('account.inbox.list', body)) {
		const week = { ...record, working_hours_enabled: true };
		expect(new OpeningHours(week).stateAt(seconds('2026-11-25T12:00:00Z'))).toEqual({
			isOpen: expect.any(Boolean) as boolean,
			opensAt: expect.any(Number) as number,
			closesAt: expect.any(Number) as number,
		});
	}
});
