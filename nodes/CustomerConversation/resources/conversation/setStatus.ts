import { snoozedUntil } from '../../../shared/parts/future';
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

/** If a bot hands off to agents, `success` is null although it worked. */
export const setStatus = operation({
	name: 'Set Status',
	action: 'Set the status of a conversation',
	gives: "Returns the conversation's ID and its new status",
	description:
		"If the token belongs to an agent (not an administrator), opening also assigns the conversation to that agent. On Chatwoot 4.16, opening with a user's token removes an assigned agent bot.",
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
				name: 'Snoozed Until Next Reply',
				parts: [fixed({ status: 'snoozed' })],
			},
			snoozed_until: {
				name: 'Snoozed Until Date',
				parts: [
					fixed({ status: 'snoozed' }),
					snoozedUntil({ hint: 'Date and time in the future, e.g. 2026-11-24T09:00' }),
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
