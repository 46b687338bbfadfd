import { snoozedUntil } from '../../../shared/parts/snooze';
import {
	account,
	choice,
	conversation,
	fixed,
	operation,
	optional,
	record,
	simplified,
	zone,
} from '../../../shared/vocabulary';

/** For a bot that hands over to agents `success` is null, although it worked. */
export const setStatus = operation({
	name: 'Set Status',
	action: 'Set the status of a conversation',
	gives: "The conversation's ID and new status",
	description:
		'With the token of an agent who is no administrator, opening also assigns it to them. On Chatwoot 4.16 opening by a person takes an assigned agent bot away.',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/toggle_status',
	path: [account(), conversation()],
	body: [
		// Without a status the service toggles it.
		fixed({}),
		choice('status', {
			open: { name: 'Open', parts: [fixed({ status: 'open' })] },
			resolved: { name: 'Resolved', parts: [fixed({ status: 'resolved' })] },
			pending: { name: 'Pending', parts: [fixed({ status: 'pending' })] },
			snoozed: {
				name: 'Snoozed Until Next Message',
				parts: [fixed({ status: 'snoozed' })],
			},
			snoozed_until: {
				name: 'Snoozed Until Date',
				parts: [
					fixed({ status: 'snoozed' }),
					snoozedUntil({ hint: 'Date and time in the future' }),
				],
			},
			toggle: { name: 'Toggle (Open to Resolved, Others to Open)', parts: [] },
		}),
	],
	options: [optional(zone())],
	reply: simplified(record('payload'), {
		status: 'current_status',
		snoozed_until: 'snoozed_until',
	}),
});
