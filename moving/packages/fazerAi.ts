import type { Field, Move, Package } from '../source';

const TYPE = '@fazer-ai/n8n-nodes-chatwoot';

const talk: Record<string, Field> = {
	conversationId: 'conversation_id',
	inboxId: { needless: 'No longer needed: the conversation already has an inbox.' },
};
const contact: Record<string, Field> = { contactId: 'contact_id' };
const FIRST_PAGE: Field = { only: [1] };

const message: Record<string, Field> = {
	...talk,
	content: 'content',
	replyToMessageId: 'additional_fields.in_reply_to',
	'additionalFields.is_reaction': {
		only: [false],
		why: 'reactions only exist in the Chatwoot of fazer.ai',
	},
	'additionalFields.wait_before_sending': { only: ['none'] },
};
const whole: Record<string, Field> = {
	...message,
	'additionalFields.split_message': { only: [false] },
};

const PUBLIC = { 'sendFileOptions.private': [false, undefined] };
const DATA = { additional_fields: { attachments: 'data' } };
const file: Move = {
	to: 'message.send',
	fields: {
		...talk,
		binaryPropertyName: 'additional_fields.attachments',
		fileCaption: 'content',
		isRecordedAudio: { only: [false] },
		'sendFileOptions.private': { only: [false] },
		'sendFileOptions.wait_before_sending': { only: ['none'] },
	},
};
/** A file without a text. */
const bare = { ...DATA, content_kind: 'none' };

const person: Record<string, Field> = { name: 'name', email: 'email', phoneNumber: 'phone_number' };
const changes: Record<string, Field> = {
	name: 'update_fields.name',
	email: 'update_fields.email',
	phoneNumber: 'update_fields.phone_number',
};

/** Attributes of a conversation, in the three ways of the old panel. */
const attributes = (to: string): Move[] => {
	const entered = (way: unknown[], fields: Move['fields']): Move => ({
		to,
		when: { specifyCustomAttributes: way },
		fields: { ...talk, ...fields },
		sets: { specify_custom_attributes: 'json' },
	});
	const rows = (name: string): Field => ({
		to: 'custom_attributes',
		rows: ['attributes', name, 'value'],
	});
	return [
		entered(['definition', undefined], { customAttributesDefinition: rows('key') }),
		entered(['keypair'], { customAttributesKeypair: rows('name') }),
		entered(['json'], { customAttributesJson: 'custom_attributes' }),
	];
};

const EVENTS = [
	'contact_created',
	'contact_updated',
	'conversation_created',
	'conversation_updated',
	'conversation_status_changed',
	'conversation_typing_on',
	'conversation_typing_off',
	'message_created',
	'message_updated',
	'webwidget_triggered',
];

/** What only the Chatwoot of this package's authors has: resources and events. */
const FORK = [
	'kanbanBoard',
	'kanbanProduct',
	'kanbanStep',
	'kanbanTask',
	'kanbanTaskProduct',
	'internalChatCategory',
	'internalChatChannel',
	'internalChatMember',
	'internalChatMessage',
	'scheduledMessage',
	'kanban_task_created',
	'kanban_task_deleted',
	'kanban_task_overdue',
	'kanban_task_updated',
	'internal_chat_channel_updated',
	'internal_chat_message_created',
	'internal_chat_message_deleted',
	'internal_chat_message_updated',
	'message_outgoing',
	'provider_event_received',
];
const ONLY_THERE = 'it only exists in the Chatwoot of fazer.ai';

/** Items are the service's whole replies; its own service's extras (Kanban, chats) have no equivalent. */
export const fazerAi: Package = {
	title: TYPE,
	nodes: [`${TYPE}.chatwoot`],
	triggers: {
		[`${TYPE}.chatwootTrigger`]: {
			events: {
				...Object.fromEntries(EVENTS.map((name) => [name, name])),
				message_incoming: 'customer_wrote',
			},
			fields: {
				accountId: 'account_id',
				inboxId: { to: 'filters.inbox_ids', none: ['all'] },
				verifySignature: {
					needless: 'No longer needed: the trigger checks the signature by itself.',
				},
			},
			sets: { simplify: false },
			remark:
				'Deactivate the old workflow first, so that it removes its webhook. Otherwise both workflows run.',
		},
	},
	gives: 'body',
	begins: {
		resource: 'conversation',
		operation: {
			conversation: 'list',
			contact: 'create',
			label: 'create',
			team: 'create',
			inbox: 'list',
			agent: 'list',
			profile: 'get',
			account: 'get',
			customAttribute: 'create',
		},
	},
	lacks: {
		...Object.fromEntries(FORK.map((name) => [name, ONLY_THERE])),
		'conversation.sendTemplate': 'choose Template as the content of Message → Send',
	},
	fields: { accountId: 'account_id' },
	operations: {
		'conversation.create': {
			to: 'conversation.create',
			fields: { ...contact, inboxId: 'inbox_id' },
		},
		'conversation.get': { to: 'conversation.get', fields: talk },
		'conversation.list': {
			to: 'conversation.getAll',
			fields: {
				inboxId: 'options.inbox_id',
				'filters.assignee_type': 'options.assignee_type',
				'filters.labels': 'options.labels',
				'filters.page': FIRST_PAGE,
				'filters.q': 'options.q',
				'filters.status': 'options.status',
				'filters.team_id': 'options.team_id',
			},
		},
		'conversation.sendMessage': [
			{
				to: 'message.createPrivateNote',
				when: { 'additionalFields.private': [true] },
				fields: { ...whole, 'additionalFields.private': { only: [true] } },
			},
			{
				to: 'message.reply',
				when: {
					'additionalFields.private': [false, undefined],
					'additionalFields.split_message': [true],
				},
				fields: {
					...message,
					replyToMessageId: { only: [] },
					'additionalFields.private': { only: [false] },
					'additionalFields.split_message': { only: [true] },
					'additionalFields.split_character': { only: ['\\n\\n', '\n\n'] },
				},
				sets: { options: { split_at: 'paragraphs' } },
				remark:
					'Send Bot Reply splits the text at empty lines. It sends nothing if an agent has replied in the meantime.',
			},
			{
				to: 'message.send',
				when: { 'additionalFields.private': [false, undefined] },
				fields: { ...whole, 'additionalFields.private': { only: [false] } },
			},
		],
		'conversation.sendFile': [
			{
				...file,
				when: { ...PUBLIC, isRecordedAudio: [true] },
				fields: {
					...file.fields,
					fileCaption: { needless: 'Not sent, as before: a voice message has no caption.' },
					isRecordedAudio: { only: [true] },
				},
				sets: { ...bare, additional_fields: { ...DATA.additional_fields, is_voice_message: true } },
			},
			{ ...file, when: { ...PUBLIC, fileCaption: [undefined] }, sets: bare },
			{ ...file, when: PUBLIC, sets: DATA },
		],
		'conversation.downloadAttachment': {
			to: 'message.downloadAttachments',
			when: { downloadMode: ['byUrl'] },
			fields: {
				attachmentUrl: 'data_url',
				allowExternalUrls: 'options.any_server',
				binaryPropertyName: 'options.binary_property',
			},
			sets: { download: 'url' },
		},
		'conversation.listMessages': {
			to: 'message.getAll',
			gives: 'rows',
			fields: { ...talk, fetchAtLeast: 'limit' },
			sets: { limit: 20 },
		},
		'conversation.deleteMessage': {
			to: 'message.delete',
			fields: { ...talk, messageId: 'message_id' },
		},
		'conversation.listAttachments': { to: 'conversation.getAttachments', fields: talk },
		'conversation.assignAgent': {
			to: 'conversation.assign',
			fields: { ...talk, agentId: 'assignee_id' },
		},
		'conversation.assignTeam': {
			to: 'conversation.assign',
			fields: { ...talk, teamId: 'team_id' },
			sets: { assign_to: 'team' },
		},
		'conversation.addLabels': {
			to: 'conversation.addLabels',
			fields: { ...talk, labels: 'labels' },
		},
		'conversation.removeLabels': {
			to: 'conversation.removeLabels',
			fields: { ...talk, labels: 'labels' },
		},
		'conversation.updateLabels': {
			to: 'conversation.replaceLabels',
			fields: { ...talk, labels: 'labels' },
		},
		'conversation.listLabels': { to: 'conversation.getLabels', gives: 'rows', fields: talk },
		'conversation.toggleStatus': [
			{
				to: 'conversation.setStatus',
				when: { snoozeUntil: [undefined] },
				fields: { ...talk, status: 'status' },
				sets: { status: 'resolved' },
			},
			{
				to: 'conversation.setStatus',
				when: { status: ['snoozed'] },
				fields: { ...talk, status: { only: ['snoozed'] }, snoozeUntil: 'snoozed_until' },
				sets: { status: 'snoozed_until' },
			},
		],
		'conversation.setPriority': {
			to: 'conversation.setPriority',
			fields: {
				...talk,
				priority: {
					to: 'priority',
					values: { null: 'none', low: 'low', medium: 'medium', high: 'high', urgent: 'urgent' },
				},
			},
			sets: { priority: 'none' },
		},
		'conversation.addCustomAttributes': attributes('conversation.setCustomAttributes'),
		'conversation.setCustomAttributes': attributes('conversation.replaceCustomAttributes'),
		'conversation.removeCustomAttributes': {
			to: 'conversation.deleteCustomAttributes',
			fields: { ...talk, customAttributeKeysToRemove: 'custom_attributes' },
		},
		'conversation.updateLastSeen': { to: 'conversation.markRead', fields: talk },
		'conversation.markUnread': { to: 'conversation.markUnread', fields: talk },
		'conversation.updatePresence': {
			to: 'conversation.setTyping',
			fields: { ...talk, typingStatus: 'typing_status', isPrivate: 'additional_fields.is_private' },
		},

		'contact.create': { to: 'contact.create', fields: person },
		'contact.get': { to: 'contact.get', fields: contact },
		'contact.update': { to: 'contact.update', fields: { ...contact, ...changes } },
		'contact.delete': { to: 'contact.delete', fields: contact },
		'contact.list': {
			to: 'contact.getAll',
			fields: { page: FIRST_PAGE },
			remark: 'The contacts are now sorted by name. Choose another order in Sort.',
		},
		'contact.search': {
			to: 'contact.search',
			fields: { searchQuery: 'q', page: FIRST_PAGE },
		},
		'contact.setCustomAttributes': [
			{
				to: 'contact.update',
				when: { specifyCustomAttributes: ['keypair', undefined] },
				fields: {
					...contact,
					customAttributesParameters: {
						to: 'update_fields.custom_attributes',
						rows: ['attributes', 'name', 'value'],
					},
				},
			},
			{
				to: 'contact.update',
				when: { specifyCustomAttributes: ['json'] },
				fields: {
					...contact,
					customAttributesJson: 'update_fields.custom_attributes',
				},
			},
		],
		'contact.destroyCustomAttributes': {
			to: 'contact.deleteCustomAttributes',
			fields: { ...contact, customAttributesToDestroy: 'custom_attributes' },
		},

		'label.create': {
			to: 'label.create',
			fields: {
				title: 'title',
				'additionalFields.color': 'additional_fields.color',
				'additionalFields.description': 'additional_fields.description',
				'additionalFields.show_on_sidebar': 'additional_fields.show_on_sidebar',
			},
		},
		'label.list': { to: 'label.getAll', gives: 'rows' },
		'label.update': {
			to: 'label.update',
			fields: {
				labelId: 'label_id',
				'additionalFields.color': 'update_fields.color',
				'additionalFields.description': 'update_fields.description',
				'additionalFields.show_on_sidebar': 'update_fields.show_on_sidebar',
				'additionalFields.title': 'update_fields.title',
			},
		},
		'label.delete': { to: 'label.delete', fields: { labelId: 'label_id' } },
		'inbox.list': { to: 'inbox.getAll' },
		'inbox.get': { to: 'inbox.get', fields: { inboxId: 'inbox_id' } },
		'agent.list': { to: 'agent.getAll', gives: 'rows' },
		'team.list': { to: 'team.getAll', gives: 'rows' },
		'team.create': {
			to: 'team.create',
			fields: {
				name: 'name',
				'additionalFields.description': 'additional_fields.description',
				'additionalFields.allow_auto_assign': 'additional_fields.allow_auto_assign',
			},
		},
		'team.delete': { to: 'team.delete', fields: { teamId: 'team_id' } },
		'team.getTeamMembers': { to: 'team.getMembers', gives: 'rows', fields: { teamId: 'team_id' } },
		'team.assignAgent': {
			to: 'team.addMembers',
			fields: { teamId: 'team_id', agentId: 'user_ids' },
		},
		'team.unassignAgent': {
			to: 'team.removeMembers',
			fields: { teamId: 'team_id', teamMemberId: 'user_ids' },
		},
		'profile.get': { to: 'profile.get' },
		'account.get': { to: 'account.get' },
		'customAttribute.create': {
			to: 'customAttribute.create',
			fields: {
				attributeModel: 'attribute_model',
				attributeDisplayName: 'attribute_display_name',
				attributeType: 'attribute_display_type',
				'additionalFields.attributeKey': 'attribute_key',
				'additionalFields.attributeDescription': 'additional_fields.attribute_description',
				'additionalFields.attributeValues': 'additional_fields.attribute_values',
				'additionalFields.regexPattern': 'additional_fields.regex_pattern',
				'additionalFields.regexCue': 'additional_fields.regex_cue',
			},
			remark: 'Fill in Key if it is empty: the old node made it of the name.',
		},
		'customAttribute.list': {
			to: 'customAttribute.getAll',
			gives: 'rows',
			fields: { attributeModel: 'options.attribute_model' },
			sets: { options: { attribute_model: 'contact_attribute' } },
		},
		...Object.fromEntries(
			['delete', 'remove'].map((name): [string, Move] => [
				`customAttribute.${name}`,
				{
					to: 'customAttribute.delete',
					fields: {
						attributeModel: { needless: 'No longer needed: the ID belongs to one attribute.' },
						attributeKeyToDelete: 'custom_attribute_id',
					},
				},
			]),
		),
	},
};
