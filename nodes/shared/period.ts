import { unix } from './dates';
import { choice, flag, type Field, type Part } from './fields';
import { BadInput } from './transport/errors';

/** With an end that is not later the service answers zeros or nothing. */
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

/** Both always: with one alone the service answers zeros, nothing or 500. */
export const period = (what = 'report'): Part[] => [
	unix('since', { hint: `Start of the ${what}, included` }),
	until(`End of the ${what}, excluded`),
];

/** For lists that ignore one alone. */
export const anyTimeOrPeriod = (): Part =>
	choice('period', {
		any: { name: 'Any Time', parts: [] },
		between: { name: 'Between Two Dates', parts: period('period') },
	});

export const businessHours = (): Field =>
	flag('business_hours', { hint: 'Whether averages count opening hours only' });
