import type { Field, Move, Package } from '../source';

const contact: Record<string, Field> = { contactId: 'contact_id' };
const talk: Record<string, Field> = { conversationId: 'conversation_id' };
const FIRST_PAGE: Field = { only: [1] };

const optional = (to: string, names: Record<string, string>): Record<string, Field> =>
	Object.fromEntries(
		Object.entries(names).map(([old, name]) => [`additionalOptions.${old}`, `${to}.${name}`]),
	);

/** Their fields, unless the whole body was written as JSON. */
const typed = (fields: Record<string, Field>): Pick<Move, 'when' | 'fields'> => ({
	when: { sendMode: ['fields', undefined] },
	fields: { ...fields, sendMode: { only: ['fields'] } },
});

const DETAILS = {
	additionalAttributes: 'additional_attributes',
	avatarUrl: 'avatar_url',
	blocked: 'blocked',
	customAttributes: 'custom_attributes',
	identifier: 'identifier',
};

/** One account a credential; lists are an item a row. */
export const pixelinfinito: Package = {
	title: '@pixelinfinito/n8n-nodes-chatwoot',
	nodes: ['@pixelinfinito/n8n-nodes-chatwoot.chatwoot'],
	gives: 'body',
	begins: {
		resource: 'contact',
		operation: {
			account: 'get',
			cannedResponse: 'get',
			contact: 'get',
			conversation: 'get',
			inbox: 'get',
			label: 'get',
			message: 'get',
			team: 'get',
			webhook: 'get',
		},
	},
	fields: {
		// Early releases had it in each node.
		accountId: 'account_id',
		debugLogging: { needless: 'No longer needed: n8n shows what the node returned.' },
	},
	operations: {
		'account.get': { to: 'account.get' },
		'contact.get': { to: 'contact.get', fields: contact },
		'contact.getAll': {
			to: 'contact.getAll',
			gives: 'rows',
			fields: { 'additionalOptions.page': FIRST_PAGE, 'additionalOptions.sort': 'sort' },
		},
		'contact.search': {
			to: 'contact.search',
			gives: 'rows',
			fields: {
				searchQuery: 'q',
				'additionalOptions.page': FIRST_PAGE,
				'additionalOptions.sort': 'sort',
			},
		},
		'contact.create': {
			to: 'contact.create',
			...typed({
				'additionalOptions.name': 'name',
				'additionalOptions.email': 'email',
				'additionalOptions.phoneNumber': 'phone_number',
				...optional('additional_fields', { ...DETAILS, inboxId: 'inbox_id' }),
			}),
		},
		'contact.update': {
			to: 'contact.update',
			...typed({
				...contact,
				...optional('update_fields', {
					...DETAILS,
					name: 'name',
					email: 'email',
					phoneNumber: 'phone_number',
				}),
				'additionalOptions.inboxId': { needless: 'Chatwoot ignores it in an update.' },
			}),
		},
		'contact.delete': { to: 'contact.delete', fields: contact },
		'contact.addLabels': {
			to: 'contact.replaceLabels',
			fields: { ...contact, labels: 'labels' },
			remark:
				'Replaces all labels, as the old node did despite its name. Add Labels keeps the others.',
		},
		'conversation.get': { to: 'conversation.get', fields: talk },
		'conversation.getAll': {
			to: 'conversation.getAll',
			gives: 'rows',
			fields: {
				'additionalOptions.page': FIRST_PAGE,
				...optional('options', {
					assigneeType: 'assignee_type',
					inboxId: 'inbox_id',
					labels: 'labels',
					q: 'q',
					status: 'status',
					teamId: 'team_id',
				}),
			},
			remark: 'Returns conversations. The old node failed: it did not find them in the reply.',
		},
		'conversation.create': {
			to: 'conversation.create',
			...typed({
				sourceId: 'source_id',
				inboxId: 'inbox_id',
				initialMessage: 'additional_fields.message',
				'additionalOptions.contactId': 'contact_id',
				...optional('additional_fields', {
					additionalAttributes: 'additional_attributes',
					assigneeId: 'assignee_id',
					customAttributes: 'custom_attributes',
					snoozedUntil: 'snoozed_until',
					status: 'status',
					teamId: 'team_id',
				}),
			}),
			sets: { create_for: 'contact_source' },
		},
		'conversation.updateStatus': {
			to: 'conversation.setStatus',
			fields: { ...talk, status: 'status' },
			sets: { status: 'open' },
			remark: 'Sets the status. The old node changed nothing: Chatwoot takes no status there.',
		},
		'conversation.addLabels': {
			to: 'conversation.replaceLabels',
			fields: { ...talk, labels: 'labels' },
			remark:
				'Replaces all labels, as the old node did despite its name. Add Labels keeps the others.',
		},
		'conversation.updateCustomAttributes': {
			to: 'conversation.replaceCustomAttributes',
			fields: { ...talk, customAttributes: 'custom_attributes' },
			sets: { specify_custom_attributes: 'json' },
			remark:
				'Replaces all attributes, as the old node did. Set Custom Attributes keeps the others.',
		},
		'message.getAll': { to: 'message.getAll', gives: 'rows', fields: talk },
		'message.create': [
			{
				to: 'message.createPrivateNote',
				when: {
					sendMode: ['fields', undefined],
					messageType: ['text', undefined],
					'additionalOptions.private': [true],
				},
				fields: { ...talk, content: 'content', 'additionalOptions.private': { only: [true] } },
			},
			{
				to: 'message.send',
				when: {
					sendMode: ['fields', undefined],
					messageType: ['text', undefined],
					'additionalOptions.private': [false, undefined],
				},
				fields: { ...talk, content: 'content', 'additionalOptions.private': { only: [false] } },
			},
		],
		'message.delete': { to: 'message.delete', fields: { ...talk, messageId: 'message_id' } },
		'inbox.get': { to: 'inbox.get', fields: { inboxId: 'inbox_id' } },
		'inbox.getAll': { to: 'inbox.getAll', gives: 'rows' },
		'team.get': { to: 'team.get', fields: { teamId: 'team_id' } },
		'team.getAll': { to: 'team.getAll', gives: 'rows' },
		'label.getAll': { to: 'label.getAll', gives: 'rows' },
		'cannedResponse.getAll': { to: 'cannedResponse.getAll', gives: 'rows' },
		'cannedResponse.create': {
			to: 'cannedResponse.create',
			fields: { shortCode: 'short_code', content: 'content' },
		},
		'cannedResponse.delete': {
			to: 'cannedResponse.delete',
			fields: { cannedResponseId: 'canned_response_id' },
		},
		'webhook.getAll': { to: 'webhook.getAll', gives: 'rows' },
		'webhook.delete': { to: 'webhook.delete', fields: { webhookId: 'webhook_id' } },
	},
};
