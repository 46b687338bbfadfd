import { email, flag, json, phone, text, url } from '../../../shared/fields';
import { identifier } from '../../../shared/people';

/** What is known of a contact. */
export const details = () => [
	text('name', { max: 255 }),
	email('email'),
	phone('phone_number'),
	identifier(),
	flag('blocked', { hint: 'Whether the contact is blocked' }),
	url('avatar_url', { hint: 'Address of a picture that the service fetches' }),
	json('additional_attributes', {
		hint: 'Object with free keys, usually company_name, city, country, country_code, description, social_profiles',
	}),
	json('custom_attributes', { hint: 'Object of custom attribute keys and values' }),
];
