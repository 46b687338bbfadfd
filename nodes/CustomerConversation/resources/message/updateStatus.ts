import { BadInput, ServiceError } from '../../../shared/faults';
import { worded } from '../../../shared/values';
import {
	account,
	conversation,
	message,
	MESSAGE,
	operation,
	optional,
	pick,
	record,
	simplified,
	text,
} from '../../../shared/vocabulary';

const reason = text('external_error', {
	label: 'Error',
	hint: 'Why the delivery failed; with status Failed only',
});

export const updateStatus = operation({
	name: 'Update Status',
	action: 'Update the delivery status of a message',
	gives: 'The message with its new delivery status',
	needs: { since: '4.2' },
	description: 'In API inboxes only',
	request:
		'PATCH /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{message_id}',
	path: [account(), conversation(), message()],
	body: [
		pick('status', { delivered: 'Delivered', failed: 'Failed', read: 'Read', sent: 'Sent' }),
		optional({
			...reason,
			convert: (value, reading) => {
				if (reading.values.status !== 'failed')
					throw new BadInput('is kept with status Failed only');
				return reason.convert(value, reading);
			},
		}),
	],
	reply: simplified(record(), MESSAGE),
	run: async ({ values, records }) => {
		const updated = await records();
		// Back from read to delivered the service answers 200 and changes nothing.
		const { status } = updated[0];
		if (status !== values.status)
			throw new ServiceError(`The service left the status at ${worded(status)}`, {
				status: 200,
				fields: ['status'],
				hint: 'It goes from sent to delivered to read, and not back.',
			});
		return updated;
	},
});
