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

/** The service drops everything else without a word. */
export const update = operation({
	name: 'Update',
	action: 'Update a conversation',
	gives: 'The conversation with its new priority or SLA policy',
	description: 'Other operations set status, assignment and labels',
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
