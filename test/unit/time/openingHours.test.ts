import type { IDataObject } from 'n8n-workflow';
import { OpeningHours } from '../../../nodes/shared/time/openingHours';
import { recording, recordsOf, releases } from '../../../truth/recordings';
import { seconds } from '../../support/happenings';
import { fromMondayToFriday, inbox } from '../../support/workingHours';

const iso = (moment: number | null) =>
	moment === null ? null : new Date(moment * 1000).toISOString();

const OFFICE = fromMondayToFriday('09:00-17:00');

const stateAt = (record: IDataObject, time: string) => {
	const { isOpen, opensAt, closesAt } = new OpeningHours(record).stateAt(seconds(time));
	return [isOpen, iso(opensAt), iso(closesAt)];
};

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
