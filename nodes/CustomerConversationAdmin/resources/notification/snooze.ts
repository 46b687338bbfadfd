import { snoozedUntil } from '../../../shared/parts/future';
import {
	account,
	notification,
	operation,
	optional,
	record,
	simplified,
	zone,
} from '../../../shared/vocabulary';
import { CHANGED } from './parts/simple';

export const snooze = operation({
	name: 'Snooze',
	action: 'Snooze a notification',
	gives: 'Returns the notification with the time when it will reappear',
	description: 'Cannot be undone. Until it reappears, Get Many only returns it if you use Include.',
	request: 'POST /api/v1/accounts/{account_id}/notifications/{notification_id}/snooze',
	path: [account(), notification()],
	body: [snoozedUntil({ hint: 'Date and time in the future' })],
	options: [optional(zone())],
	reply: simplified(record(), CHANGED),
});
