import {
	account,
	avatar,
	contact,
	CONTACT,
	email,
	flag,
	operation,
	optional,
	phone,
	simplified,
	stored,
	text,
	url,
} from '../../../shared/vocabulary';
import { customAttributes, mappedAttributes } from '../../../shared/parts/attributes';
import { additionalAttributes, companyId, FETCHED } from './parts/fields';
import { withFindable } from '../../tasks/findable';

/** Null is sent instead of an empty text, which would be stored as a value that only one contact can have. */
export const update = operation({
	name: 'Update',
	action: 'Update a contact',
	gives: 'Returns the contact with its new values',
	request: 'PUT /api/v1/accounts/{account_id}/contacts/{contact_id}',
	path: [account(), contact()],
	body: [
		mappedAttributes('contact_attribute', 'Empty attributes keep their value'),
		optional(
			text('name', { max: 255, clear: null }),
			email('email', { clear: null }),
			phone('phone_number', { clear: null }),
			text('identifier', {
				hint: 'ID of the contact in another system, unique in the account',
				clear: null,
			}),
			flag('blocked', { hint: 'Whether the contact is blocked' }),
			...avatar(),
			url('avatar_url', {
				shown: false,
				hint: `URL of an image that Chatwoot downloads, at most once a minute. ${FETCHED}`,
			}),
			additionalAttributes('. Merged with the existing keys; null clears a key.'),
			customAttributes(
				'contact_attribute',
				'. Merged with the existing ones; Delete Custom Attributes removes keys.',
			),
			companyId({ clear: null }),
		),
	],
	reply: simplified(stored('payload'), CONTACT),
	run: withFindable,
});
