import {
	account,
	conversation,
	operation,
	record,
	simplified,
	textsOf,
} from '../../../shared/vocabulary';

export const deleteCustomAttributes = operation({
	name: 'Delete Custom Attributes',
	action: 'Delete custom attributes of a conversation',
	gives: "Returns the conversation's ID and its remaining custom attributes",
	needs: { since: '4.17' },
	description:
		'Also available on some 4.16.2 builds. On older servers, use Replace Custom Attributes without the keys you want to delete.',
	request:
		'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/destroy_custom_attributes',
	path: [account(), conversation()],
	body: [
		textsOf('custom_attributes', {
			label: 'Attribute Keys',
			hint: 'Keys of the attributes to delete, separated by commas',
			placeholder: 'e.g. plan, renewal_date',
		}),
	],
	reply: simplified(record(), 'all'),
});
