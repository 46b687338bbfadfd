import {
	email,
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
	text,
} from '../../../shared/vocabulary';
import { USER } from './parts/simple';
import { password, userFor } from '../../tasks/users';
import { attributes } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create a user',
	gives: 'Returns the user, with action: created or found',
	description:
		'The user is confirmed immediately, without an email, and has no account yet. If a user with the email exists, returns that user unchanged, and the platform app can access them from then on.',
	request: 'POST /platform/api/v1/users',
	body: [
		text('name'),
		email('email', { hint: 'Email that the user signs in with' }),
		password(),
		optional(text('display_name'), attributes()),
	],
	options: [optional(includeSecrets())],
	reply: simplified(record(), { action: 'action', ...USER }),
	run: async ({ request, send }) => {
		const { action, user } = await userFor(send, request);
		return [{ action, ...user }];
	},
});
