import type { Field, Move, Package } from '../source';

const TYPE = '@renatoascencio/n8n-nodes-chatwoot';

const talk: Record<string, Field> = { conversationId: 'conversation_id' };
const contact: Record<string, Field> = { contactId: 'contact_id' };
const counted: Record<string, Field> = { returnAll: 'returnAll', limit: 'limit' };

const inside = (
	collection: string,
	newCollection: string,
	...names: string[]
): Record<string, Field> =>
	Object.fromEntries(names.map((name) => [`${collection}.${name}`, `${newCollection}.${name}`]));
const more = (...names: string[]) => inside('additionalFields', 'additional_fields', ...names);
const changes = (...names: string[]) => inside('updateFields', 'update_fields', ...names);

/** A change of a record that is named by its id. */
const record = (resource: string, oldField: string, newField: string, ...names: string[]) => ({
	[`${resource}.update`]: {
		to: `${resource}.update`,
		fields: { [oldField]: newField, ...changes(...names) },
	},
	[`${resource}.delete`]: { to: `${resource}.delete`, fields: { [oldField]: newField } },
});
const readOne = (resource: string, oldField: string, newField: string): Record<string, Move> => ({
	[`${resource}.get`]: { to: `${resource}.get`, fields: { [oldField]: newField } },
});

const members = (record: string, oldField: string): Record<string, Field> => ({
	[oldField]: record,
	userIds: 'user_ids',
});

const message: Record<string, Field> = {
	...talk,
	content: 'content',
	'options.message_type': 'additional_fields.message_type',
	'options.content_attributes': 'additional_fields.content_attributes',
	'options.content_type': {
		to: 'content_kind',
		values: { text: 'text', input_email: 'input_email' },
	},
	'options.private': { only: [false] },
};

const since: Record<string, Field> = {
	since: 'since',
	until: 'until',
	'options.business_hours': 'options.business_hours',
};
const between = { period: 'between' };
const report = (to: string, fields: Record<string, Field> = {}): Move => ({
	to,
	fields: { ...since, ...fields },
	sets: between,
});
const account: Field = { only: ['account'] };

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
	'inbox_created',
	'inbox_updated',
];

const whose: Record<string, Field> = { contactIdentifier: 'contact_identifier' };
const conversationFields: Record<string, Field> = { ...whose, ...talk };

/** One account a credential; lists are an item a row, what is changed is the service's whole reply. */
export const renatoAscencio: Package = {
	title: TYPE,
	nodes: [`${TYPE}.chatwoot`, 'n8n-nodes-chatwoot.chatwoot'],
	triggers: {
		[`${TYPE}.chatwootTrigger`]: {
			events: Object.fromEntries(EVENTS.map((name) => [name, name])),
			sets: { simplify: false },
			remark:
				'Delete the old webhook in Chatwoot, because the old node does not. Otherwise both workflows run.',
		},
	},
	gives: 'body',
	begins: {
		resource: 'conversation',
		operation: {
			conversation: 'getAll',
			contact: 'getAll',
			message: 'create',
			label: 'getAll',
			agent: 'getAll',
			team: 'getAll',
			inbox: 'getAll',
			cannedResponse: 'getAll',
			webhook: 'getAll',
			account: 'get',
			profile: 'fetch',
		},
	},
	operations: {
		'conversation.get': { to: 'conversation.get', fields: talk },
		'conversation.getAll': {
			to: 'conversation.getAll',
			gives: 'rows',
			fields: {
				...counted,
				...inside(
					'filters',
					'options',
					'status',
					'assignee_type',
					'inbox_id',
					'team_id',
					'labels',
					'q',
				),
			},
			remark: 'Returns conversations. On Chatwoot 4.10 and newer the old node returned none.',
		},
		'conversation.filter': {
			to: 'conversation.filter',
			gives: 'rows',
			fields: { ...counted, filterPayload: 'payload' },
			sets: { specify_payload: 'json' },
		},
		'conversation.search': {
			to: 'conversation.search',
			gives: 'rows',
			fields: { ...counted, query: 'q' },
		},
		'conversation.create': [
			{
				to: 'conversation.create',
				when: { 'additionalFields.contact_id': [undefined] },
				fields: {
					sourceId: 'source_id',
					inboxId: { needless: 'No longer needed, because a source ID belongs to one inbox.' },
					...more('status', 'assignee_id', 'team_id', 'custom_attributes'),
				},
				sets: { create_for: 'source' },
			},
			{
				to: 'conversation.create',
				fields: {
					sourceId: 'source_id',
					inboxId: 'inbox_id',
					'additionalFields.contact_id': 'contact_id',
					...more('status', 'assignee_id', 'team_id', 'custom_attributes'),
				},
				sets: { create_for: 'contact_source' },
			},
		],
		'conversation.updateStatus': [
			{
				to: 'conversation.setStatus',
				when: { snoozed_until: [undefined] },
				fields: { ...talk, status: 'status' },
				sets: { status: 'open' },
			},
			{
				to: 'conversation.setStatus',
				when: { status: ['snoozed'] },
				fields: { ...talk, status: { only: ['snoozed'] }, snoozed_until: 'snoozed_until' },
				sets: { status: 'snoozed_until' },
			},
		],
		'conversation.assign': [
			{
				to: 'conversation.assign',
				when: { assignmentType: ['agent', undefined] },
				fields: { ...talk, assignmentType: { only: ['agent'] }, assigneeId: 'assignee_id' },
			},
			{
				to: 'conversation.assign',
				when: { assignmentType: ['team'] },
				fields: { ...talk, assignmentType: { only: ['team'] }, teamId: 'team_id' },
				sets: { assign_to: 'team' },
			},
			{
				to: 'conversation.assign',
				when: { assignmentType: ['unassign'] },
				fields: { ...talk, assignmentType: { only: ['unassign'] } },
				sets: { assign_to: 'no_agent' },
			},
		],
		'conversation.addLabels': {
			to: 'conversation.replaceLabels',
			fields: { ...talk, labels: 'labels' },
			remark:
				'Replaces all labels, as the old node did despite its name. Add Labels keeps the others.',
		},
		'conversation.listLabels': { to: 'conversation.getLabels', fields: talk },
		'conversation.togglePriority': {
			to: 'conversation.setPriority',
			fields: { ...talk, priority: 'priority' },
			sets: { priority: 'none' },
		},
		'conversation.updateCustomAttributes': {
			to: 'conversation.setCustomAttributes',
			fields: { ...talk, customAttributes: 'custom_attributes' },
			sets: { specify_custom_attributes: 'json' },
			remark:
				'Sets these and keeps the others. On Chatwoot 4.10 and newer the old node changed nothing.',
		},
		'conversation.getMeta': {
			to: 'conversation.getCounts',
			fields: inside('filters', 'options', 'status', 'inbox_id'),
		},
		'conversation.mute': { to: 'conversation.mute', fields: talk },
		'conversation.unmute': { to: 'conversation.unmute', fields: talk },
		'conversation.delete': { to: 'conversation.delete', fields: talk },
		'conversation.transcript': {
			to: 'conversation.sendTranscript',
			fields: { ...talk, email: 'email' },
		},
		'conversation.toggleTyping': {
			to: 'conversation.setTyping',
			fields: { ...talk, typingStatus: 'typing_status' },
		},
		'conversationParticipant.getAll': { to: 'conversation.getParticipants', fields: talk },
		'conversationParticipant.add': {
			to: 'conversation.addParticipants',
			fields: { ...talk, userIds: 'user_ids' },
		},
		'conversationParticipant.remove': {
			to: 'conversation.removeParticipants',
			fields: { ...talk, userIds: 'user_ids' },
		},

		'message.create': [
			{
				to: 'message.createPrivateNote',
				when: { 'options.private': [true] },
				fields: {
					...message,
					'options.private': { only: [true] },
					'options.message_type': { only: ['outgoing'] },
					'options.content_type': { only: ['text'] },
				},
			},
			{
				to: 'message.send',
				when: { 'options.private': [false, undefined] },
				fields: message,
			},
		],
		'message.getAll': {
			to: 'message.getAll',
			gives: 'rows',
			fields: { ...talk, ...counted },
			remark: 'Returns each message once. The old node repeated messages.',
		},
		'message.delete': { to: 'message.delete', fields: { ...talk, messageId: 'message_id' } },

		'contact.create': {
			to: 'contact.create',
			fields: {
				name: 'name',
				'additionalFields.email': 'email',
				'additionalFields.phone_number': 'phone_number',
				...more('inbox_id', 'identifier', 'custom_attributes'),
				inboxId: 'additional_fields.inbox_id',
			},
		},
		'contact.get': { to: 'contact.get', fields: contact },
		'contact.getAll': {
			to: 'contact.getAll',
			gives: 'rows',
			fields: { ...counted, 'options.sort': 'sort' },
		},
		'contact.search': {
			to: 'contact.search',
			gives: 'rows',
			fields: { ...counted, query: 'q', 'options.sort': 'sort' },
		},
		'contact.filter': {
			to: 'contact.filter',
			gives: 'rows',
			fields: { ...counted, filterPayload: 'payload' },
			sets: { specify_payload: 'json' },
		},
		...record(
			'contact',
			'contactId',
			'contact_id',
			'name',
			'email',
			'phone_number',
			'identifier',
			'avatar_url',
			'blocked',
			'custom_attributes',
		),
		'contact.getConversations': { to: 'contact.getConversations', gives: 'rows', fields: contact },
		'contact.merge': {
			to: 'contact.merge',
			fields: { baseContactId: 'base_contact_id', mergeeContactId: 'mergee_contact_id' },
		},
		'contact.addLabels': {
			to: 'contact.replaceLabels',
			fields: { ...contact, labels: 'labels' },
			remark:
				'Replaces all labels, as the old node did despite its name. Add Labels keeps the others.',
		},
		'contact.listLabels': { to: 'contact.getLabels', fields: contact },
		'contact.import': { to: 'contact.import', fields: { binaryPropertyName: 'import_file' } },
		'contact.contactableInboxes': { to: 'contact.getContactableInboxes', fields: contact },
		'contactNote.getAll': { to: 'contact.getNotes', fields: contact },
		'contactNote.create': { to: 'contact.createNote', fields: { ...contact, content: 'content' } },
		'contactNote.update': {
			to: 'contact.updateNote',
			fields: { ...contact, noteId: 'note_id', content: 'content' },
		},
		'contactNote.delete': { to: 'contact.deleteNote', fields: { ...contact, noteId: 'note_id' } },

		'agent.getAll': { to: 'agent.getAll' },
		'agent.create': {
			to: 'agent.create',
			fields: {
				name: 'name',
				email: 'email',
				role: 'additional_fields.role',
				...more('auto_offline'),
				'additionalFields.availability_status': 'additional_fields.availability',
			},
		},
		...record('agent', 'agentId', 'agent_id', 'name', 'role', 'auto_offline'),
		'team.getAll': { to: 'team.getAll' },
		...readOne('team', 'teamId', 'team_id'),
		'team.create': {
			to: 'team.create',
			fields: { name: 'name', ...more('description', 'allow_auto_assign') },
		},
		...record('team', 'teamId', 'team_id', 'name', 'description', 'allow_auto_assign'),
		'team.getMembers': { to: 'team.getMembers', fields: { teamId: 'team_id' } },
		'team.addAgent': { to: 'team.addMembers', fields: members('team_id', 'teamId') },
		'team.deleteAgent': { to: 'team.removeMembers', fields: members('team_id', 'teamId') },
		'team.updateAgents': { to: 'team.replaceMembers', fields: members('team_id', 'teamId') },
		'inbox.getAll': { to: 'inbox.getAll', gives: 'rows' },
		...readOne('inbox', 'inboxId', 'inbox_id'),
		'inbox.getMembers': { to: 'inbox.getMembers', fields: { inboxId: 'inbox_id' } },
		'inbox.addAgent': { to: 'inbox.addMembers', fields: members('inbox_id', 'inboxId') },
		'inbox.deleteAgent': { to: 'inbox.removeMembers', fields: members('inbox_id', 'inboxId') },
		'inbox.getAgentBot': { to: 'inbox.getAgentBot', fields: { inboxId: 'inbox_id' } },
		'label.getAll': { to: 'label.getAll', gives: 'rows' },
		'label.create': {
			to: 'label.create',
			fields: { title: 'title', ...more('description', 'color', 'show_on_sidebar') },
		},
		...record('label', 'labelId', 'label_id', 'title', 'description', 'color', 'show_on_sidebar'),
		'cannedResponse.getAll': {
			to: 'cannedResponse.getAll',
			fields: inside('options', 'options', 'search'),
		},
		'cannedResponse.create': {
			to: 'cannedResponse.create',
			fields: { shortCode: 'short_code', content: 'content' },
		},
		...record('cannedResponse', 'cannedResponseId', 'canned_response_id', 'short_code', 'content'),
		'webhook.getAll': { to: 'webhook.getAll' },
		'webhook.create': {
			to: 'webhook.create',
			fields: { url: 'url', subscriptions: 'additional_fields.subscriptions' },
		},
		...record('webhook', 'webhookId', 'webhook_id', 'url', 'subscriptions'),
		'agentBot.getAll': { to: 'agentBot.getAll' },
		...readOne('agentBot', 'agentBotId', 'agent_bot_id'),
		'agentBot.create': {
			to: 'agentBot.create',
			fields: {
				name: 'name',
				'additionalFields.outgoing_url': 'outgoing_url',
				...more('description'),
			},
		},
		...record('agentBot', 'agentBotId', 'agent_bot_id', 'name', 'description', 'outgoing_url'),
		'automationRule.getAll': { to: 'automationRule.getAll' },
		...readOne('automationRule', 'automationRuleId', 'automation_rule_id'),
		...record(
			'automationRule',
			'automationRuleId',
			'automation_rule_id',
			'name',
			'description',
			'active',
			'conditions',
			'actions',
		),
		'customAttribute.getAll': {
			to: 'customAttribute.getAll',
			fields: {
				attributeModel: {
					to: 'options.attribute_model',
					values: {
						0: 'conversation_attribute',
						1: 'contact_attribute',
						conversation_attribute: 'conversation_attribute',
						contact_attribute: 'contact_attribute',
					},
				},
			},
		},
		...readOne('customAttribute', 'customAttributeId', 'custom_attribute_id'),
		'customAttribute.delete': {
			to: 'customAttribute.delete',
			fields: { customAttributeId: 'custom_attribute_id' },
		},
		'customFilter.getAll': {
			to: 'customFilter.getAll',
			fields: { filterType: 'options.filter_type' },
		},
		...readOne('customFilter', 'customFilterId', 'custom_filter_id'),
		'customFilter.delete': {
			to: 'customFilter.delete',
			fields: { customFilterId: 'custom_filter_id' },
		},
		'macro.getAll': { to: 'macro.getAll' },
		...readOne('macro', 'macroId', 'macro_id'),
		'macro.delete': { to: 'macro.delete', fields: { macroId: 'macro_id' } },
		'macro.execute': {
			to: 'conversation.runMacro',
			fields: { macroId: 'macro_id', conversationId: 'conversation_ids' },
		},
		'account.get': { to: 'account.get' },
		'account.update': {
			to: 'account.update',
			fields: {
				...changes('name', 'locale', 'domain', 'support_email'),
				'updateFields.auto_resolve_duration': {
					needless: 'Chatwoot never stored it. Use Auto Resolve After, in minutes.',
				},
			},
		},
		'profile.fetch': { to: 'profile.get' },
		'profile.availability': {
			to: 'profile.setAvailability',
			fields: { availability: 'availability' },
		},
		'notification.getAll': {
			to: 'notification.getAll',
			gives: 'rows',
			fields: { ...counted, 'options.sort_order': 'options.sort_order' },
		},
		'notification.markRead': {
			to: 'notification.markRead',
			fields: { notificationId: 'notification_id' },
		},
		'notification.unreadCount': { to: 'notification.getUnreadCount' },

		'report.accountSummary': report('report.getSummary', { type: account }),
		'report.timeseries': report('report.getTimeSeries', { type: account, metric: 'metrics' }),
		'report.conversationStatistics': {
			to: 'report.getConversationMetrics',
			fields: { conversationType: account },
		},
		'report.conversationCounts': { to: 'conversation.getCounts' },
		...Object.fromEntries(
			['Agent', 'Team', 'Inbox', 'Label'].map((name): [string, Move] => [
				`summaryReport.${name.toLowerCase()}`,
				report(`report.get${name}Summary`),
			]),
		),

		'summaryReport.channel': {
			to: 'report.getChannelSummary',
			fields: { since: 'since', until: 'until' },
			sets: between,
		},

		'platformAccount.create': { to: 'platform.account.create', fields: { name: 'name' } },
		'platformAccount.get': { to: 'platform.account.get', fields: { accountId: 'account_id' } },
		'platformAccount.update': {
			to: 'platform.account.update',
			fields: { accountId: 'account_id', ...changes('name') },
		},
		'platformAccount.delete': {
			to: 'platform.account.delete',
			fields: { accountId: 'account_id' },
		},
		'platformUser.create': {
			to: 'platform.user.create',
			fields: {
				name: 'name',
				email: 'email',
				'additionalFields.password': 'password',
				...more('custom_attributes'),
			},
		},
		'platformUser.get': { to: 'platform.user.get', fields: { userId: 'user_id' } },
		'platformUser.update': {
			to: 'platform.user.update',
			fields: { userId: 'user_id', ...changes('name', 'email', 'password', 'custom_attributes') },
		},
		'platformUser.delete': { to: 'platform.user.delete', fields: { userId: 'user_id' } },
		'platformUser.getSsoUrl': { to: 'platform.user.getLoginLink', fields: { userId: 'user_id' } },
		'accountUser.getAll': { to: 'platform.account.getUsers', fields: { accountId: 'account_id' } },
		'accountUser.create': {
			to: 'platform.account.addUser',
			fields: { accountId: 'account_id', userId: 'user_id', role: 'additional_fields.role' },
		},
		'accountUser.delete': {
			to: 'platform.account.removeUser',
			fields: { accountId: 'account_id', userId: 'user_id' },
		},

		'publicContact.create': {
			to: 'public.contact.create',
			fields: {
				'additionalFields.name': 'name',
				'additionalFields.email': 'email',
				'additionalFields.phone_number': 'phone_number',
				...more('identifier', 'avatar_url', 'custom_attributes'),
			},
		},
		'publicContact.get': { to: 'public.contact.get', fields: whose },
		'publicContact.update': {
			to: 'public.contact.update',
			fields: {
				...whose,
				...changes('name', 'email', 'phone_number', 'avatar_url', 'custom_attributes'),
			},
		},
		'publicConversation.create': {
			to: 'public.conversation.create',
			fields: { ...whose, ...more('custom_attributes') },
		},
		'publicConversation.get': { to: 'public.conversation.get', fields: conversationFields },
		'publicConversation.getAll': { to: 'public.conversation.getAll', fields: whose },
		'publicConversation.resolve': { to: 'public.conversation.resolve', fields: conversationFields },
		'publicConversation.toggleTyping': {
			to: 'public.conversation.setTyping',
			fields: { ...conversationFields, typingStatus: 'typing_status' },
		},
		'publicConversation.updateLastSeen': {
			to: 'public.conversation.markRead',
			fields: conversationFields,
		},
		'publicMessage.create': {
			to: 'public.message.send',
			fields: { ...conversationFields, content: 'content', ...more('echo_id') },
		},
		'publicMessage.getAll': { to: 'public.message.getAll', fields: conversationFields },
	},
};
