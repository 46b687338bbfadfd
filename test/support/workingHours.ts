import type { IDataObject } from 'n8n-workflow';

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
export const inbox = (timezone: string | null, week: string[]): IDataObject => ({
	timezone,
	working_hours_enabled: true,
	working_hours: week.flatMap((hours, day) => (hours ? [row(day, hours)] : [])),
});

/** A week for `inbox`. */
export const fromMondayToFriday = (hours: string): string[] => [
	'closed',
	...Array<string>(5).fill(hours),
	'closed',
];
