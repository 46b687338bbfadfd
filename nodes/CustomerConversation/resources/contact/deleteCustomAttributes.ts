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
	gives: 'Returns the contact with its remaining custom attributes',
	request: 'POST /api/v1/accounts/{account_id}/contacts/{contact_id}/destroy_custom_attributes',
	path: [account(), contact()],
	body: [
		textsOf('custom_attributes', {
			label: 'Attribute Keys',
			hint: 'Keys of the attributes to delete, separated by commas',
			placeholder: 'e.g. plan, renewal_date',
		}),
	],
	reply: simplified(record('payload'), CONTACT),
});
