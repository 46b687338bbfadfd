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

/** An empty text would be stored as a value that only one contact can have: null goes out. */
export const update = operation({
	name: 'Update',
	action: 'Update a contact',
	gives: 'The contact with its new values',
	request: 'PUT /api/v1/accounts/{account_id}/contacts/{contact_id}',
	path: [account(), contact()],
	body: [
		mappedAttributes('contact_attribute', 'What is left empty keeps its value'),
		optional(
			text('name', { max: 255, clear: null }),
			email('email', { clear: null }),
			phone('phone_number', { clear: null }),
			text('identifier', {
				hint: 'ID of the contact in another system, unique in the account',
				clear: null,
			}),
			flag('blocked', { hint: 'Whether the contact is blocked' }),
			avatar(),
			url('avatar_url', {
				shown: false,
				hint: `Address of a picture that the service fetches, at most once a minute. ${FETCHED}`,
			}),
			additionalAttributes(' Merged with what is there; null empties a key.'),
			customAttributes('. Merged with what is there; "Delete Custom Attributes" removes keys.'),
			companyId({ clear: null }),
		),
	],
	reply: simplified(stored('payload'), CONTACT),
});
