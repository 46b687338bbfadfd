import type { Field, Package } from '../source';

const TYPED: Field = {
	needless:
		'The node had its own URL and token: create a credential with them, and change the token in Chatwoot if you shared the file.',
};

const account: Record<string, Field> = { accountId: 'account_id' };
const contact: Record<string, Field> = { ...account, contactId: 'contact_id' };
const source: Record<string, Field> = { sourceId: 'contact_identifier' };
const talk: Record<string, Field> = { ...source, conversationId: 'conversation_id' };
const ATTRIBUTES: [string, string, string] = ['attribute', 'key', 'value'];

/** The first package on npm; it shares its name with others. Items are the service's whole replies. */
export const sufficit: Package = {
	title: 'n8n-nodes-chatwoot',
	nodes: ['n8n-nodes-chatwoot.chatwoot'],
	sharesType: true,
	gives: 'body',
	begins: {
		resource: 'public',
		operation: {
			public: 'messages',
			contact: 'contactDetails',
			account: 'accountInformation',
		},
	},
	fields: {
		authentication: { only: ['parametersCredentialType', 'predefinedCredentialType'] },
		baseUrl: TYPED,
		accessToken: TYPED,
		inboxIdentifier: 'inbox_identifier',
	},
	operations: {
		'account.accountInformation': { to: 'account.get', fields: account },
		'contact.contactDetails': { to: 'contact.get', fields: contact },
		'contact.contactSearch': {
			to: 'contact.search',
			fields: { ...account, contactSearchQuery: 'q' },
		},
		'contact.contactCreate': {
			to: 'contact.create',
			fields: {
				...account,
				name: 'name',
				email: 'email',
				phoneNumber: 'phone_number',
				contactIdentifier: 'additional_fields.identifier',
				inboxId: 'additional_fields.inbox_id',
				sourceId: 'additional_fields.source_id',
				customAttributes: { to: 'additional_fields.custom_attributes', rows: ATTRIBUTES },
			},
		},
		'contact.contactUpdate': {
			to: 'contact.update',
			fields: {
				...contact,
				name: 'update_fields.name',
				email: 'update_fields.email',
				phoneNumber: 'update_fields.phone_number',
				contactIdentifier: 'update_fields.identifier',
				inboxId: { needless: 'Chatwoot ignores it in an update.' },
				sourceId: { needless: 'Chatwoot ignores it in an update.' },
				customAttributes: { to: 'update_fields.custom_attributes', rows: ATTRIBUTES },
			},
			remark:
				'Empty fields are no longer sent. The old node sent them, and so emptied the stored values.',
		},
		'public.publicContactCreate': {
			to: 'public.contact.create',
			fields: {
				name: 'name',
				email: 'email',
				phoneNumber: 'phone_number',
				sourceId: 'additional_fields.source_id',
				inboxId: { needless: 'No longer needed: the inbox identifier names the inbox.' },
				customAttributes: { to: 'additional_fields.custom_attributes', rows: ATTRIBUTES },
			},
		},
		'public.contact': { to: 'public.contact.get', fields: source },
		'public.messageCreate': {
			to: 'public.message.send',
			fields: { ...talk, content: 'content' },
		},
		'public.messages': { to: 'public.message.getAll', fields: talk },
	},
};
