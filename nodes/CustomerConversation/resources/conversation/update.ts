import {
	account,
	conversation,
	CONVERSATION,
	operation,
	optional,
	simplified,
	slaPolicy,
	stored,
} from '../../../shared/vocabulary';
import { priority } from './parts/priority';

/** The service silently drops everything else. */
export const update = operation({
	name: 'Update',
	action: 'Update a conversation',
	gives: 'Returns the conversation with its new priority or SLA policy',
	description: 'Status, assignment and labels are set by other operations',
	request: 'PATCH /api/v1/accounts/{account_id}/conversations/{conversation_id}',
	path: [account(), conversation()],
	body: [
		optional(
			priority({ clear: null }),
			slaPolicy('sla_policy_id', {
				edition: 'enterprise',
				hint: 'Once set, it cannot be changed or removed',
			}),
		),
	],
	reply: simplified(stored(''), CONVERSATION),
});
