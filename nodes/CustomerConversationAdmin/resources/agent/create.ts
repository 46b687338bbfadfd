import {
	account,
	AGENT,
	email,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { details } from './parts/fields';

/** A person who already has a user on this server is added unchanged. */
export const create = operation({
	name: 'Create',
	action: 'Create an agent',
	gives: 'Returns the new agent',
	needs: { role: 'administrator' },
	description: 'Invites the person by email. Limited to 100 per day per account.',
	request: 'POST /api/v1/accounts/{account_id}/agents',
	path: [account()],
	body: [
		email('email'),
		text('name', {
			shown: false,
			hint: 'Ignored if a user with this email exists',
		}),
		optional(...details()),
	],
	reply: simplified(stored(), AGENT),
});
