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
	gives: "The conversation's ID and the custom attributes that are left",
	needs: { since: '4.17' },
	description:
		'Some servers that call themselves 4.16.2 have it, too. On older ones "Replace Custom Attributes" leaves keys out.',
	request:
		'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/destroy_custom_attributes',
	path: [account(), conversation()],
	body: [
		textsOf('custom_attributes', {
			label: 'Attribute Keys',
			hint: 'Keys of the attributes to remove, separated by commas',
		}),
	],
	reply: simplified(record(), 'all'),
});
