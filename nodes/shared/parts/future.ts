import { BadInput } from '../faults';
import { unix, type Field, type Settings } from '../vocabulary';

/** A time in the future. */
export const future = (name: string, settings: Settings = {}): Field => {
	const moment = unix(name, settings);
	return {
		...moment,
		convert: (value, reading) => {
			const until = moment.convert(value, reading);
			if (Number(until) <= reading.now) throw new BadInput('must be in the future');
			return until;
		},
	};
};

/** The end of a snooze. Chatwoot also accepts a time in the past, but then the snooze never ends. */
export const snoozedUntil = (settings: Settings = {}): Field => future('snoozed_until', settings);
