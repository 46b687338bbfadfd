import type { IDataObject } from 'n8n-workflow';
import { BadInput, badInput } from '../shared/faults';
import { flag, integer, pick, rows, type Field } from '../shared/vocabulary';
import { LONGEST } from './watched/silences';
import type { SilenceSettings } from './watched/watched';

/** How long somebody must be silent: the fields of the events for silences. */

const MINUTES: Record<string, number> = { minutes: 1, hours: 60, days: 1440 };

/** `90 minutes`, `1 hour`, `2 days`. */
function inWords(minutes: number): string {
	const [unit, size] = Object.entries(MINUTES).findLast(([, one]) => minutes % one === 0) ?? [
		'',
		1,
	];
	const count = minutes / size;
	return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

interface Time {
	amount: number;
	unit: string;
}

const typed = rows(
	'silent_for',
	[
		integer('amount', { range: [1, LONGEST] }),
		pick('unit', { minutes: 'Minutes', hours: 'Hours', days: 'Days' }, { default: 'hours' }),
	],
	{
		entries: 'times',
		placeholder: 'Add Time',
		hint: 'A silence gives one item for each time, such as after 10 minutes, 5 hours and 1 day. A message from the other side ends it.',
	},
);

const silentFor: Field = {
	...typed,
	property: { ...typed.property, default: { times: [{ amount: 1, unit: 'hours' }] } },
	convert: (value, reading) => {
		const times = (typed.convert(value, reading) as Time[])
			.map(({ amount, unit }) => amount * MINUTES[unit])
			.sort((one, other) => one - other);
		const longest = Math.max(...times);
		if (longest > LONGEST)
			throw new BadInput(`has ${inWords(longest)}; the longest time is ${inWords(LONGEST)}`);
		const twice = times.find((minutes, index) => times.indexOf(minutes) !== index);
		if (twice !== undefined) throw new BadInput(`has ${inWords(twice)} twice: remove one of them`);
		return times;
	},
};

const openHoursOnly = flag('open_hours_only', {
	label: 'Count Opening Hours Only',
	hint: "Whether to count only the inbox's working hours, in its time zone. An inbox without working hours is always open.",
});

export const silenceFields = [silentFor, openHoursOnly];

/** Minutes between two polls, by n8n's mode of the Poll Times. A cron expression has no fixed pace. */
const PACES: Record<string, (time: IDataObject) => number> = {
	everyMinute: () => 1,
	everyHour: () => 60,
	everyDay: () => 1440,
	everyWeek: () => 7 * 1440,
	everyMonth: () => 28 * 1440,
	everyX: ({ value, unit }) => Number(value) * MINUTES[String(unit)],
};

/**
 * Refuses times that pass more than once between two polls.
 * @param pollTimes of the node
 * @throws BadInput
 */
export function checkPace({ times: [shortest] }: SilenceSettings, pollTimes: unknown): void {
	const { item = [] } = (pollTimes ?? {}) as { item?: IDataObject[] };
	const pace = Math.min(...item.map((time) => PACES[String(time.mode)]?.(time) ?? 0));
	if (Number.isFinite(pace) && shortest < pace)
		throw badInput(
			`Silent For has ${inWords(shortest)}, but the Poll Times are ${inWords(pace)} apart: poll more often, or choose a longer time`,
			['silent_for', 'pollTimes'],
		);
}
