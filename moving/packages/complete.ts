import type { Field, Package } from '../source';

const talk: Record<string, Field> = { conversationId: 'conversation_id' };
const contact: Record<string, Field> = { contactId: 'contact_id' };
const counted: Record<string, Field> = { returnAll: 'returnAll', limit: 'limit' };

const inside = (collection: string, to: string, names: string[]): Record<string, Field> =>
	Object.fromEntries(names.map((name) => [`${collection}.${name}`, to ? `${to}.${name}` : name]));

const PERSON = ['name', 'email', 'phone_number'];
const DETAILS = ['avatar_url', 'identifier', 'custom_attributes'];

const message: Record<string, Field> = {
	...talk,
	content: 'content',
	messageType: 'additional_fields.message_type',
	'additionalFields.content_type': { only: ['text'] },
	'additionalFields.content_attributes': 'additional_fields.content_attributes',
	'additionalFields.private': { only: [false] },
};

/** One account a credential; an item is a row, or what is in Chatwoot's payload. */
export const complete: Package = {
	title: 'n8n-nodes-chatwoot-complete',
	nodes: ['n8n-nodes-chatwoot-complete.chatwoot'],
	gives: 'rows',
	begins: {
		resource: 'contact',
		operation: { contact: 'getAll', conversation: 'getAll', message: 'create' },
	},
	fields: { apiType: { only: ['application'] } },
	operations: {
		'contact.get': { to: 'contact.get', fields: contact },
		'contact.getAll': { to: 'contact.getAll', fields: { ...counted, 'options.sort': 'sort' } },
		'contact.search': {
			to: 'contact.search',
			fields: { query: 'q', 'options.sort': 'sort', 'options.page': { only: [1] } },
		},
		'contact.create': {
			to: 'contact.create',
			fields: {
				inboxId: 'additional_fields.inbox_id',
				...inside('additionalFields', '', PERSON),
				...inside('additionalFields', 'additional_fields', DETAILS),
			},
			remark: 'The item is the contact itself: leave out “contact” where it is read.',
		},
		'contact.update': {
			to: 'contact.update',
			fields: {
				...contact,
				...inside('updateFields', 'update_fields', [...PERSON, ...DETAILS]),
			},
		},
		'contact.delete': { to: 'contact.delete', fields: contact },
		'conversation.get': { to: 'conversation.get', fields: talk },
		'conversation.getAll': {
			to: 'conversation.getAll',
			fields: {
				...counted,
				...inside('filters', 'options', ['status', 'inbox_id', 'team_id', 'assignee_type']),
			},
		},
		'conversation.create': {
			to: 'conversation.create',
			fields: {
				contactId: 'contact_id',
				inboxId: 'inbox_id',
				...inside('additionalFields', 'additional_fields', [
					'status',
					'assignee_id',
					'team_id',
					'message',
				]),
			},
		},
		'conversation.toggleStatus': {
			to: 'conversation.setStatus',
			fields: { ...talk, status: 'status' },
			sets: { status: 'open' },
		},
		'message.create': [
			{
				to: 'message.createPrivateNote',
				gives: 'body',
				when: { 'additionalFields.private': [true] },
				fields: {
					...message,
					messageType: { only: ['outgoing'] },
					'additionalFields.private': { only: [true] },
				},
			},
			{
				to: 'message.send',
				gives: 'body',
				when: { 'additionalFields.private': [false, undefined] },
				fields: message,
			},
		],
		'message.getAll': { to: 'message.getAll', fields: { ...talk, ...counted } },
		'message.delete': { to: 'message.delete', fields: { ...talk, messageId: 'message_id' } },
	},
};
