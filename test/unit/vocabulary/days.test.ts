import { DateTime } from 'luxon';
import { day } from '../../../nodes/shared/vocabulary/fields/dates';
import { calendarOf } from '../../../nodes/shared/time/calendar';

const dayIn = (zone: string, value: unknown) =>
	day('on').convert(value, { ...calendarOf(zone), version: 1, values: {}, credentials: {} });

const ZONES = ['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Tokyo', 'UTC', 'Pacific/Kiritimati'];

test.each(ZONES)('every form of a date has the same day in %s', (zone) => {
	for (const hour of [0, 1, 2, 11, 22, 23]) {
		const moment = DateTime.fromObject(
			{ year: 2026, month: 11, day: 24, hour, minute: 30 },
			{ zone },
		);
		const date = moment.toJSDate();
		const forms = [date, JSON.parse(JSON.stringify(date)) as string, moment, moment.toISO()];
		const local = moment.toFormat("yyyy-MM-dd'T'HH:mm");
		const all = [...forms, moment.toUTC(), moment.toUTC().toISO(), local, '2026-11-24'];
		expect(all.map((form) => dayIn(zone, form))).toEqual(all.map(() => '2026-11-24'));
	}
});

test.each(ZONES)('a date without a time keeps its day as a moment, in %s', (zone) => {
	const forms = [new Date('2026-11-24'), '2026-11-24T00:00:00.000Z', '2026-11-24T00:00:00+00:00'];
	expect(forms.map((form) => dayIn(zone, form))).toEqual(forms.map(() => '2026-11-24'));
});

test('a time with an offset keeps its day as it is written', () => {
	expect(dayIn('America/Sao_Paulo', '2026-11-24T01:00:00+09:00')).toBe('2026-11-24');
});
