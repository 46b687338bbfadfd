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
	hint: 'Why the delivery failed. Only with the status Failed.',
});

export const updateStatus = operation({
	name: 'Update Status',
	action: 'Update the status of a message',
	gives: 'Returns the message with its new delivery status',
	needs: { since: '4.2' },
	description: 'Only works in API inboxes',
	request:
		'PATCH /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{message_id}',
	path: [account(), conversation(), message()],
	body: [
		pick('status', { delivered: 'Delivered', failed: 'Failed', read: 'Read', sent: 'Sent' }),
		optional({
			...reason,
			convert: (value, reading) => {
				if (reading.values.status !== 'failed')
					throw new BadInput('is only allowed with the status Failed');
				return reason.convert(value, reading);
			},
		}),
	],
	reply: simplified(record(), MESSAGE),
	run: async ({ values, records }) => {
		const updated = await records();
		// For a step back, e.g. from read to delivered, the service answers 200 and changes nothing.
		const { status } = updated[0];
		if (status !== values.status)
			throw new ServiceError(`Chatwoot left the status at ${worded(status)}`, {
				status: 200,
				fields: ['status'],
				hint: 'The status only moves forward: from sent to delivered to read.',
			});
		return updated;
	},
});
