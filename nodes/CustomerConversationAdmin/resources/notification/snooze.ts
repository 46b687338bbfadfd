import { BadInput } from '../../../shared/faults';
import {
	account,
	notification,
	operation,
	optional,
	record,
	simplified,
	unix,
	zone,
	type Field,
} from '../../../shared/vocabulary';
import { CHANGED } from './parts/simple';

/** A moment that has passed hides the notification, too, and nothing brings it back. */
const snoozedUntil = (): Field => {
	const moment = unix('snoozed_until', { hint: 'Date and time in the future' });
	return {
		...moment,
		convert: (value, reading) => {
			const until = moment.convert(value, reading);
			if (Number(until) <= reading.now) throw new BadInput('must be in the future');
			return until;
		},
	};
};

export const snooze = operation({
	name: 'Snooze',
	action: 'Snooze a notification',
	gives: 'The notification with the end of its pause',
	description: 'Cannot be taken back; until then Get Many shows it with Include alone',
	request: 'POST /api/v1/accounts/{account_id}/notifications/{notification_id}/snooze',
	path: [account(), notification()],
	body: [snoozedUntil()],
	options: [optional(zone())],
	reply: simplified(record(), CHANGED),
});
