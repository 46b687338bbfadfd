import type { IDataObject } from 'n8n-workflow';
import { OpeningHours } from '../../../nodes/shared/time/openingHours';
import { dice } from '../../support/dice';
import { seconds } from '../../support/happenings';
import { inbox } from '../../support/workingHours';

const MINUTE = 60;
const DAY = 86_400;

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
