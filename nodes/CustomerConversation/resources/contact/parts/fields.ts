import {
	company,
	email,
	flag,
	front,
	json,
	phone,
	text,
	url,
	type Settings,
} from '../../../../shared/vocabulary';
import { customAttributes } from '../../../../shared/parts/attributes';
import { identifier } from '../../../tasks/people';

/** What the service does with the address of a picture. */
export const FETCHED =
	'JPEG, PNG or GIF, from Chatwoot 4.16 on WebP too; that fetches nothing from private networks.';

/** A company that gets linked, by its ID or by the domain of the e-mail address, replaces `company_name`. */
export const additionalAttributes = (more = '') =>
	json('additional_attributes', {
		shown: false,
		hint: `Object with free keys, usually company_name, city, country, country_code, description, social_profiles.${more} Where Chatwoot 4.16 links the contact with a company, its name replaces company_name.`,
	});

/** Without the feature the service drops it with 200. */
export const companyId = (settings: Settings = {}) =>
	company('company_id', {
		edition: 'enterprise',
		feature: 'Companies',
		since: '4.14',
		hint: 'Company to link the contact with',
		...settings,
	});

/** What nearly everybody knows of a contact. */
export const person = () =>
	front(text('name', { max: 255 }), email('email'), phone('phone_number'));

/** What else is known of it. */
export const details = () => [
	identifier(),
	flag('blocked', { hint: 'Whether the contact is blocked' }),
	url('avatar_url', {
		shown: false,
		hint: `Address of a picture that the service fetches. ${FETCHED}`,
	}),
	additionalAttributes(),
	customAttributes(),
	companyId(),
];
