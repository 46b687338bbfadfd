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
	gives: 'Returns the agent with the new values',
	needs: { role: 'administrator' },
	description: 'Removes the custom role unless you set it again',
	request: 'PATCH /api/v1/accounts/{account_id}/agents/{agent_id}',
	path: [account(), agent()],
	body: [
		optional(
			text('name', { hint: 'Changes in all accounts of the agent' }),
			...details('If not set, the custom role is removed'),
		),
	],
	reply: simplified(stored(), AGENT),
});
