import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import {
	besideJson,
	choice,
	fixed,
	jsonList,
	noneTwice,
	picks,
	rows,
	text,
	title,
	type Field,
} from '../../../../shared/vocabulary';

/** The working hours of an inbox, as rows or as JSON. */

const DAY = /^[0-6]$/;
const TIMES: Array<[string, RegExp, string]> = [
	['open_hour', /^(1?\d|2[0-3])$/, '0 to 23'],
	['open_minutes', /^[1-5]?\d$/, '0 to 59'],
	['close_hour', /^(1?\d|2[0-3])$/, '0 to 23'],
	['close_minutes', /^[1-5]?\d$/, '0 to 59'],
];

/** Checks a day, and adds what it lacks: the service does not change a day with missing values. */
function day(row: Record<string, unknown>, { number }: { number: number }) {
	const {
		day_of_week: dayOfWeek,
		closed_all_day: closed = false,
		open_all_day: open = false,
		...others
	} = row;
	const entry = `entry ${number}`;
	if (!DAY.test(String(dayOfWeek)))
		throw new BadInput(`${entry} needs day_of_week from 0 (Sunday) to 6`);
	for (const value of [closed, open])
		if (typeof value !== 'boolean')
			throw new BadInput(`${entry} needs closed_all_day and open_all_day as true or false`);
	if (closed && open) throw new BadInput(`${entry} has both closed_all_day and open_all_day`);
	const flags = { closed_all_day: closed, open_all_day: open };
	const weekday = { day_of_week: Number(dayOfWeek) };
	if (closed || open) return { ...weekday, ...flags };
	const times = TIMES.map(([name, pattern, range]) => {
		if (pattern.test(String(others[name]))) return [name, Number(others[name])] as const;
		throw new BadInput(`${entry} needs ${name} from ${range}, or closed_all_day or open_all_day`);
	});
	const [openHour, openMinutes, closeHour, closeMinutes] = times.map(([, value]) => value);
	if (closeHour * 60 + closeMinutes <= openHour * 60 + openMinutes)
		throw new BadInput(`${entry} closes before it opens`);
	return { ...weekday, ...Object.fromEntries(times), ...flags };
}

const days = jsonList('working_hours', {
	check: day,
	hint: 'One entry per day: day_of_week is 0 (Sunday) to 6, hours are 0 to 23, minutes 0 to 59. Days that you leave out keep their hours.',
});

const list: Field = {
	...days,
	convert: (value, reading) => {
		const converted = days.convert(value, reading) as IDataObject[];
		if (converted.length === 0) throw new BadInput('cannot be emptied');
		const weekdays = converted.map(({ day_of_week: weekday }) => weekday);
		const twice = weekdays.find((weekday, index) => weekdays.indexOf(weekday) !== index);
		if (twice !== undefined) throw new BadInput(`has day_of_week ${String(twice)} twice`);
		return converted;
	},
};

/** The form of a day in JSON: its number with one of these. */
const FORM = [
	TIMES.map(([name]) => `${name}: number`).join(', '),
	'closed_all_day: true',
	'open_all_day: true',
]
	.map((hours) => `{ day_of_week: number, ${hours} }`)
	.join(' or ');

/** Numbered as in the service, from Sunday. */
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** A time of day, as text that sorts by time. */
const time = (name: string, initial: string): Field => {
	const typed = text(name, { default: initial, placeholder: `e.g. ${initial}` });
	return {
		...typed,
		convert: (value, reading) => {
			const result = String(typed.convert(value, reading)).trim();
			if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(result))
				throw new BadInput('must be a time from 00:00 to 23:59, such as 09:00');
			return result;
		},
	};
};

const until = (): Field => {
	const typed = time('to', '17:00');
	return {
		...typed,
		convert: (value, reading) => {
			const result = typed.convert(value, reading) as string;
			if (result <= String(reading.values.from ?? '')) throw new BadInput('must be after From');
			return result;
		},
	};
};

interface Hours {
	weekdays: string[];
	from?: string;
	to?: string;
}

/** The days of a row, in the form of the JSON. */
function daysOf({ weekdays, from = '', to = '', ...flags }: Hours, position: { number: number }) {
	const [open_hour, open_minutes] = from.split(':').map(Number);
	const [close_hour, close_minutes] = to.split(':').map(Number);
	const times = { open_hour, open_minutes, close_hour, close_minutes };
	return weekdays.map((weekday) =>
		day({ day_of_week: WEEKDAYS.indexOf(weekday), ...times, ...flags }, position),
	);
}

const typed = rows(
	'working_hours_rows',
	[
		picks('weekdays', Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, title(weekday)])), {
			default: WEEKDAYS.slice(1, 6),
		}),
		choice('hours', {
			from_to: { name: 'From – To', parts: [time('from', '09:00'), until()] },
			closed: { name: 'Closed', parts: [fixed({ closed_all_day: true })] },
			open: { name: 'Open All Day', parts: [fixed({ open_all_day: true })] },
		}),
	],
	{
		label: 'Working Hours',
		placeholder: 'Add Hours',
		entries: 'hours',
		as: 'working_hours',
		hint: "In the inbox's time zone. Days that you leave out keep their hours. To apply them, turn on Working Hours Enabled.",
	},
);

/** Whether hours were set, but are off in the updated inbox although the user did not choose that. */
export const hasUnusedHours = (values: IDataObject, inbox: IDataObject): boolean =>
	(values.working_hours ?? values.working_hours_rows) !== undefined &&
	values.working_hours_enabled === undefined &&
	inbox.working_hours_enabled === false;

export const workingHours = (): Field[] =>
	besideJson(
		{
			...typed,
			form: `[${FORM}]`,
			convert: (value, reading) => {
				const converted = typed.convert(value, reading) as Hours[];
				noneTwice(
					'Weekdays',
					converted.map(({ weekdays }) => weekdays),
				);
				return converted.flatMap((row, index) => daysOf(row, { number: index + 1 }));
			},
		},
		list,
	);
