import {
	account,
	contact,
	CONTACT,
	operation,
	record,
	simplified,
	textsOf,
} from '../../../shared/vocabulary';

export const deleteCustomAttributes = operation({
	name: 'Delete Custom Attributes',
	action: 'Delete custom attributes of a contact',
	gives: 'The contact with the custom attributes that are left',
	request: 'POST /api/v1/accounts/{account_id}/contacts/{contact_id}/destroy_custom_attributes',
	path: [account(), contact()],
	body: [
		textsOf('custom_attributes', {
			label: 'Attribute Keys',
			hint: 'Keys of the attributes to remove, separated by commas',
		}),
	],
	reply: simplified(record('payload'), CONTACT),
});
