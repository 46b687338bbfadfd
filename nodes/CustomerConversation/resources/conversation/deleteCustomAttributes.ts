import { account, conversation, operation, textsOf } from '../../../shared/vocabulary';

export const deleteCustomAttributes = operation({
	name: 'Delete Custom Attributes',
	action: 'Delete custom attributes of a conversation',
	description:
		'On Chatwoot 4.17 or newer, and on some servers that call themselves 4.16.2; on older ones "Replace Custom Attributes" leaves keys out',
	request:
		'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/destroy_custom_attributes',
	path: [account(), conversation()],
	body: [
		textsOf('custom_attributes', {
			label: 'Attribute Keys',
			hint: 'Keys of the attributes to remove, separated by commas',
		}),
	],
});
