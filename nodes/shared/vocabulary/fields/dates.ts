import { DateTime, IANAZone } from 'luxon';
import { BadInput } from '../../faults';
import { field, pick, type Field, type Settings } from './fields';

/** A time, sent as Unix time in seconds. Accepts dates, ISO text and Unix time in seconds. */
export const unix = (name: string, settings: Settings = {}): Field =>
	field(name, 'dateTime', settings, (value, { zone }) => {
		if (/^\d+(\.\d+)?$/.test(String(value))) {
			if (Number(value) > 1e11)
				throw new BadInput('looks like milliseconds: use Unix time in seconds');
			return Math.floor(Number(value));
		}
		const moment =
			value instanceof Date
				? DateTime.fromJSDate(value)
				: DateTime.fromISO(String(value).replace(' ', 'T'), { zone });
		if (!moment.isValid)
			throw new BadInput(
				'must be a date such as 2026-11-24, 2026-11-24T09:00 or Unix time in seconds',
			);
		return Math.floor(moment.toSeconds());
	});

/**
 * A day, sent as an ISO date: the date part as it is written. A moment in UTC, as a Date and its JSON have it,
 * has the day of the time zone, except for midnight, which is how a date without a time becomes a moment.
 */
export const day = (name: string, settings: Settings = {}): Field =>
	field(name, 'dateTime', settings, (value, { zone }) => {
		const moment =
			value instanceof Date
				? DateTime.fromJSDate(value, { zone: 'utc' })
				: DateTime.fromISO(String(value).replace(' ', 'T'), { setZone: true });
		if (!moment.isValid) throw new BadInput('must be a date such as 2026-11-24');
		const isInUtc = value instanceof Date || /(Z|[+-]00(:?00)?)$/i.test(String(value).slice(10));
		const isMidnight = moment.toMillis() === moment.startOf('day').toMillis();
		return (isInUtc && !isMidnight ? moment.setZone(zone) : moment).toISODate();
	});

/** The time zone for the operation's dates; not sent. */
export const zone = (): Field =>
	field(
		'timezone',
		'string',
		{
			label: 'Time Zone',
			placeholder: 'e.g. Europe/Berlin',
			hint: "Time zone of dates and days, as an IANA name. Default: the workflow's time zone.",
		},
		(value) => {
			if (!IANAZone.isValidZone(String(value)))
				throw new BadInput('must be an IANA time zone such as Europe/Berlin');
			return value;
		},
	);

/** The first day of the operation's weeks; not sent. */
export const weekStart = (): Field =>
	pick(
		'week_start',
		{ monday: 'Monday', saturday: 'Saturday', sunday: 'Sunday' },
		{ hint: 'First day of the week. Default: Monday.' },
	);
