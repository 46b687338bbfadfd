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

/** Whoever has an account on this server is attached as he is. */
export const create = operation({
	name: 'Create',
	action: 'Create an agent',
	gives: 'The new agent',
	needs: { role: 'administrator' },
	description: 'Invites the person by e-mail. The service takes 100 a day of an account.',
	request: 'POST /api/v1/accounts/{account_id}/agents',
	path: [account()],
	body: [
		email('email'),
		text('name', {
			shown: false,
			hint: 'Ignored where the e-mail address belongs to a known user',
		}),
		optional(...details()),
	],
	reply: simplified(stored(), AGENT),
});
