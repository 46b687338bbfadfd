import { BadInput } from '../../../shared/faults';
import {
	avatar,
	email,
	json,
	operation,
	optional,
	phone,
	secret,
	text,
} from '../../../shared/vocabulary';
import { options, reply } from './parts/reply';

/** In a form the service wants the key around each field, in JSON not. */
export const update = operation({
	name: 'Update',
	action: 'Update the own profile',
	gives: 'The user with the new values',
	description: 'A new password keeps the access token',
	request: 'PUT /api/v1/profile',
	body: [
		optional(
			text('name'),
			text('display_name', { hint: 'Name that customers see', clear: null }),
			email('email', {
				shown: false,
				hint: 'Counts once it is confirmed; until then the old one is shown',
			}),
			text('message_signature', {
				hint: 'Stands below the e-mail replies of the user',
				rows: 3,
				clear: null,
			}),
			phone('phone_number', { shown: 'custom_attributes.phone_number', clear: null }),
			secret('current_password', { hint: 'Needed with a new password, and only there' }),
			secret('password', {
				hint: 'New password: at least 6 characters, with a capital and a small letter, a digit and a special character',
			}),
			secret('password_confirmation', { hint: 'The new password again, may be left out' }),
			avatar('profile[avatar]'),
			json('ui_settings', {
				label: 'Dashboard Settings',
				hint: 'Preferences of the dashboard. Replaces all of them.',
				clear: {},
			}),
		),
	],
	options,
	reply: { ...reply, stored: true },
	run: async ({ values, records }) => {
		// Without a new password the service drops the current one and answers 200.
		if (values.current_password && !values.password)
			throw new BadInput('Current Password goes with a new Password only', ['current_password']);
		if (values.password && !values.current_password)
			throw new BadInput('Password needs Current Password beside it', ['password']);
		return await records();
	},
});
