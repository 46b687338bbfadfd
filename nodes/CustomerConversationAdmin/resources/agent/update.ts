import {
	account,
	agent,
	AGENT,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { details } from './parts/fields';

export const update = operation({
	name: 'Update',
	action: 'Update an agent',
	gives: 'The agent with the new values',
	needs: { role: 'administrator' },
	description: 'Takes away a custom role that is not sent along',
	request: 'PATCH /api/v1/accounts/{account_id}/agents/{agent_id}',
	path: [account(), agent()],
	body: [
		optional(
			text('name', { hint: 'Changes in all accounts of this person' }),
			...details('Left out, a custom role is taken away'),
		),
	],
	reply: simplified(stored(), AGENT),
});
