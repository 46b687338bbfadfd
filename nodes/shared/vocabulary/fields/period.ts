import { BadInput } from '../../faults';
import { PRESETS, presetSpan } from '../../time/calendar';
import { unix } from './dates';
import { choice, fixed, type Field, type Part, type Reading } from './fields';

/** If the end is not after the start, Chatwoot returns zeros or nothing. */
function until(hint: string): Field {
	const end = unix('until', { hint });
	return {
		...end,
		convert: (value, reading) => {
			const moment = end.convert(value, reading);
			if (Number(reading.values.since) >= Number(moment))
				throw new BadInput('must be later than Since');
			return moment;
		},
	};
}

/** Always both bounds: with only one, Chatwoot returns zeros, nothing or 500. */
const spans = (subject: string): Record<string, { name: string; parts: Part[] }> => ({
	...Object.fromEntries(
		Object.entries(PRESETS).map(([key, preset]) => [
			key,
			{
				name: preset.name,
				parts: [
					fixed({
						since: (reading: Reading) => presetSpan(preset, reading).since,
						until: (reading: Reading) => presetSpan(preset, reading).until,
					}),
				],
			},
		]),
	),
	between: {
		name: 'Between Two Dates',
		parts: [
			unix('since', { hint: `Start of the ${subject} (inclusive)` }),
			until(`End of the ${subject} (exclusive)`),
		],
	},
});

const hint =
	'"Last" means complete days, weeks or months before the current one; "This" means up to now. Days follow the option Time Zone.';

export const period = (subject = 'report'): Part[] => [
	choice('period', spans(subject), { hint, default: 'last_month' }),
];

/** For an export of everything, unless somebody chooses a period. */
export const allTimeOrPeriod = (): Part[] => [
	choice(
		'period',
		{
			all: {
				name: 'All Time',
				parts: [fixed({ since: () => 0, until: (reading: Reading) => reading.now + 1 })],
			},
			...spans('export'),
		},
		{ hint, default: 'all' },
	),
];

/** For lists that ignore a single bound. */
export const anyTimeOrPeriod = (): Part[] => [
	choice('period', { any: { name: 'Any Time', parts: [] }, ...spans('period') }, { hint }),
];
