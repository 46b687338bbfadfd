import {
	email,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { USER } from './parts/simple';
import { password, userId } from '../../tasks/users';
import { attributes } from './parts/fields';

export const update = operation({
	name: 'Update',
	action: 'Update a user',
	gives: 'The user with the new values',
	description: 'A new e-mail address or password holds at once, without a confirmation',
	request: 'PATCH /platform/api/v1/users/{user_id}',
	path: [userId()],
	body: [
		optional(
			text('name'),
			text('display_name', { clear: null }),
			email('email', { hint: 'The user signs in with it' }),
			password(),
			attributes(),
		),
	],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), USER),
});
