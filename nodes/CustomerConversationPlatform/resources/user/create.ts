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
	gives: 'The user, with action: created or found',
	description:
		'Confirmed at once, without an e-mail and without an account. The user of a known e-mail address is handed over unchanged, and comes within reach of the platform app.',
	request: 'POST /platform/api/v1/users',
	body: [
		text('name'),
		email('email', { hint: 'The user signs in with it' }),
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
