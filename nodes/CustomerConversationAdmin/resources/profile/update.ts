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

/** In a form, unlike in JSON, the service expects a wrapper key around each field. */
export const update = operation({
	name: 'Update',
	action: 'Update your profile',
	gives: 'Returns the user with the new values',
	description: 'A new password does not change the access token',
	request: 'PUT /api/v1/profile',
	body: [
		optional(
			text('name'),
			text('display_name', { hint: 'Name that customers see', clear: null }),
			email('email', {
				shown: false,
				hint: 'The old email stays until you confirm the new one',
			}),
			text('message_signature', {
				hint: 'Shown below your email replies',
				rows: 3,
				clear: null,
			}),
			phone('phone_number', { shown: 'custom_attributes.phone_number', clear: null }),
			secret('current_password', { hint: 'Required to set a new password' }),
			secret('password', {
				hint: 'At least 6 characters, with an uppercase letter, a lowercase letter, a digit and a special character',
			}),
			secret('password_confirmation', { hint: 'The new password again (optional)' }),
			...avatar('profile[avatar]'),
			json('ui_settings', {
				label: 'Dashboard Settings',
				hint: 'Preferences of the dashboard. Replaces all current ones.',
				clear: {},
			}),
		),
	],
	options,
	reply: { ...reply, stored: true },
	run: async ({ values, records }) => {
		// Without a new password the service drops the current one and answers 200.
		if (values.current_password && !values.password)
			throw new BadInput(
				'Current Password is only needed to set a new Password: set Password, or remove Current Password',
				['current_password'],
			);
		if (values.password && !values.current_password)
			throw new BadInput('Password also needs Current Password', ['password']);
		return await records();
	},
});
