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

/** What the service does with an avatar URL. */
export const FETCHED =
	'JPEG, PNG or GIF. Chatwoot 4.16 or later also accepts WebP, but no URLs in private networks.';

/**
 * From 4.16 on, a company that is linked by its ID or by the domain of the email replaces
 * `company_name` with its name.
 */
export const additionalAttributes = (more = '') =>
	json('additional_attributes', {
		shown: false,
		hint: `Object, usually with company_name, city, country, country_code, description, social_profiles${more}`,
	});

/** If the feature is not enabled, the service answers 200 and drops it. */
export const companyId = (settings: Settings = {}) =>
	company('company_id', {
		edition: 'enterprise',
		feature: 'Companies',
		since: '4.14',
		hint: 'Company to link the contact to; its name replaces company_name',
		...settings,
	});

/** The fields that nearly everybody sets. */
export const person = () =>
	front(text('name', { max: 255 }), email('email'), phone('phone_number'));

/** The other fields of a contact. */
export const details = () => [
	identifier(),
	flag('blocked', { hint: 'Whether the contact is blocked' }),
	url('avatar_url', {
		shown: false,
		hint: `URL of an image that Chatwoot downloads. ${FETCHED}`,
	}),
	additionalAttributes(),
	customAttributes('contact_attribute'),
	companyId(),
];
