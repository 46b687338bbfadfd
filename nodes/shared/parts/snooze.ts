import { BadInput } from '../faults';
import { unix, type Field, type Settings } from '../vocabulary';

/** The end of a snooze in Unix seconds. The service takes a moment in the past, too, and never ends it then. */
export const snoozedUntil = (settings: Settings = {}): Field => {
	const moment = unix('snoozed_until', settings);
	return {
		...moment,
		convert: (value, reading) => {
			const until = moment.convert(value, reading);
			if (Number(until) <= reading.now) throw new BadInput('must be in the future');
			return until;
		},
	};
};
