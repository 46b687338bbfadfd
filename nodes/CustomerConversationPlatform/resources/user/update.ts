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
	gives: 'Returns the user with the new values',
	description: 'A new email or password takes effect immediately, without confirmation',
	request: 'PATCH /platform/api/v1/users/{user_id}',
	path: [userId()],
	body: [
		optional(
			text('name'),
			text('display_name', { clear: null }),
			email('email', { hint: 'Email that the user signs in with' }),
			password(),
			attributes(),
		),
	],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), USER),
});
