import type { Field, Move, Package } from '../source';

const FIRST_PAGE: Field = { only: [1] };
const AS_TEXT: Field = {
	needless: 'The old node sent it as text, which stores no picture. Use Avatar or Avatar URL.',
};
const SENT_BLANK =
	'Empty fields are no longer sent. The old node sent them, and so emptied the stored values.';

const id = (to: string): Record<string, Field> => ({ id: to });
const members = (record: string): Record<string, Field> => ({
	[record]: record,
	user_ids: 'user_ids',
});

const person: Record<string, Field> = {
	name: 'name',
	email: 'email',
	phone_number: 'phone_number',
	avatar: AS_TEXT,
	avatar_url: 'additional_fields.avatar_url',
	identifier: 'additional_fields.identifier',
	custom_attributes: 'additional_fields.custom_attributes',
};

const changes = (...names: string[]): Record<string, Field> =>
	Object.fromEntries(names.map((name) => [name, `update_fields.${name}`]));
const more = (...names: string[]): Record<string, Field> =>
	Object.fromEntries(names.map((name) => [name, `additional_fields.${name}`]));

const filtered: Pick<Move, 'fields' | 'sets'> = {
	fields: { page: { only: [0, 1] }, payload: 'payload' },
	sets: { specify_payload: 'json' },
};

const message: Record<string, Field> = {
	conversation_id: 'conversation_id',
	content: 'content',
	content_type: { to: 'content_kind', values: { text: 'text', input_email: 'input_email' } },
	content_attributes: 'additional_fields.content_attributes',
	message_type: 'additional_fields.message_type',
};
/** It offers no plain text, so people wrote it as an expression, or left what was chosen. */
const note: Record<string, Field> = {
	...message,
	content_type: { only: ['text', 'cards'] },
	message_type: { only: ['outgoing'] },
};

const since: Record<string, Field> = { since: 'since', until: 'until' };
const scoped: Array<[string, string]> = [
	['agent', 'agent_id'],
	['inbox', 'inbox_id'],
	['label', 'label_id'],
	['team', 'team_id'],
];
const reports = (to: string, fields: Record<string, Field>): Move[] => [
	{
		to,
		when: { type: ['account', undefined] },
		fields: { ...fields, ...since, type: { only: ['account'] } },
		sets: { period: 'between' },
	},
	...scoped.map(([type, locator]) => ({
		to,
		when: { type: [type] },
		fields: { ...fields, ...since, type: 'scope' as Field, ...id(locator) },
		sets: { period: 'between' },
	})),
];
const SECONDS = 'Since and Until keep their values. Period also has presets such as Last Month.';

const bot: Record<string, Field> = {
	name: 'name',
	outgoing_url: 'outgoing_url',
	description: 'additional_fields.description',
};
const user: Record<string, Field> = { name: 'name', email: 'email', password: 'password' };
const where: Record<string, Field> = { inbox_identifier: 'inbox_identifier' };
const whose: Record<string, Field> = { ...where, contact_identifier: 'contact_identifier' };
const talk: Record<string, Field> = { ...whose, conversation_id: 'conversation_id' };

/** Made of an API description: resources and operations have its titles, items its whole replies. */
export const devlikeapro: Package = {
	title: '@devlikeapro/n8n-nodes-chatwoot',
	nodes: ['@devlikeapro/n8n-nodes-chatwoot.chatWoot'],
	gives: 'body',
	fields: { account_id: 'account_id' },
	operations: {
		'Conversations.Conversation List': {
			to: 'conversation.getAll',
			fields: {
				assignee_type: 'options.assignee_type',
				status: 'options.status',
				q: 'options.q',
				inbox_id: 'options.inbox_id',
				team_id: 'options.team_id',
				labels: 'options.labels',
				page: FIRST_PAGE,
			},
		},
		'Conversations.Conversation List Meta': {
			to: 'conversation.getCounts',
			fields: {
				status: 'options.status',
				q: { only: [] },
				inbox_id: 'options.inbox_id',
				team_id: 'options.team_id',
				labels: 'options.labels',
			},
		},
		'Conversations.Get Details Of A Conversation': {
			to: 'conversation.get',
			fields: { conversation_id: 'conversation_id' },
		},
		'Conversations.New Conversation': [
			{
				to: 'conversation.create',
				when: { contact_id: [undefined] },
				fields: {
					source_id: 'source_id',
					inbox_id: { needless: 'No longer needed, because a source ID belongs to one inbox.' },
					...more('additional_attributes', 'custom_attributes', 'status', 'assignee_id', 'team_id'),
				},
				sets: { create_for: 'source' },
			},
			{
				to: 'conversation.create',
				when: { source_id: [undefined] },
				fields: {
					contact_id: 'contact_id',
					inbox_id: 'inbox_id',
					...more('additional_attributes', 'custom_attributes', 'status', 'assignee_id', 'team_id'),
				},
			},
			{
				to: 'conversation.create',
				fields: {
					contact_id: 'contact_id',
					inbox_id: 'inbox_id',
					source_id: 'source_id',
					...more('additional_attributes', 'custom_attributes', 'status', 'assignee_id', 'team_id'),
				},
				sets: { create_for: 'contact_source' },
			},
		],
		'Conversations.Conversation Filter': { to: 'conversation.filter', ...filtered },
		'Conversations.Toggle Status Of A Conversation': {
			to: 'conversation.setStatus',
			fields: { conversation_id: 'conversation_id', status: 'status' },
		},
		'Conversations.Toggle Priority Of A Conversation': {
			to: 'conversation.setPriority',
			fields: { conversation_id: 'conversation_id', priority: 'priority' },
		},
		'Conversation Assignment.Assign A Conversation': [
			{
				to: 'conversation.assign',
				when: { assignee_id: [undefined] },
				fields: { conversation_id: 'conversation_id', team_id: 'team_id' },
				sets: { assign_to: 'team' },
				remark: 'Sets only the team. The old node removed the agent and set no team.',
			},
			{
				to: 'conversation.assign',
				fields: {
					conversation_id: 'conversation_id',
					assignee_id: 'assignee_id',
					team_id: {
						needless:
							'If both are sent, Chatwoot only assigns the agent. Use another node to set the team.',
					},
				},
			},
		],
		'Conversation Labels.List All Labels Of A Conversation': {
			to: 'conversation.getLabels',
			fields: { conversation_id: 'conversation_id' },
		},
		'Conversation Labels.Conversation Add Labels': {
			to: 'conversation.replaceLabels',
			fields: { conversation_id: 'conversation_id', labels: 'labels' },
			remark:
				'Replaces all labels, as the old node did despite its name. Add Labels keeps the others.',
		},

		'Messages.List All Messages': {
			to: 'message.getAll',
			fields: { conversation_id: 'conversation_id' },
		},
		'Messages.Create A New Message In A Conversation': [
			{
				to: 'message.send',
				when: { private: [false] },
				fields: message,
			},
			{
				to: 'message.createPrivateNote',
				when: { private: [true, undefined] },
				fields: note,
				remark:
					'Creates a private note, because Private was on. Choose Message → Send to answer the customer.',
			},
		],
		'Messages.Delete A Message': {
			to: 'message.delete',
			fields: { conversation_id: 'conversation_id', message_id: 'message_id' },
		},

		'Contacts.Contact List': { to: 'contact.getAll', fields: { sort: 'sort', page: FIRST_PAGE } },
		'Contacts.Contact Details': { to: 'contact.get', fields: id('contact_id') },
		'Contacts.Contact Search': {
			to: 'contact.search',
			fields: { q: 'q', sort: 'sort', page: FIRST_PAGE },
		},
		'Contacts.Contact Filter': { to: 'contact.filter', ...filtered },
		'Contacts.Contact Create': {
			to: 'contact.create',
			fields: { ...person, inbox_id: 'additional_fields.inbox_id' },
		},
		'Contacts.Contact Update': {
			to: 'contact.update',
			fields: {
				...id('contact_id'),
				...changes(
					'name',
					'email',
					'phone_number',
					'avatar_url',
					'identifier',
					'custom_attributes',
				),
				avatar: AS_TEXT,
			},
			remark: SENT_BLANK,
		},
		'Contacts.Contact Delete': { to: 'contact.delete', fields: id('contact_id') },
		'Contacts.Contact Conversations': { to: 'contact.getConversations', fields: id('contact_id') },
		'Contact.Contact Inbox Creation': {
			to: 'contact.createContactInbox',
			fields: { ...id('contact_id'), inbox_id: 'inbox_id', ...more('source_id') },
		},
		'Contact.Contactable Inboxes Get': {
			to: 'contact.getContactableInboxes',
			fields: id('contact_id'),
		},

		'Agents.Get Account Agents': { to: 'agent.getAll' },
		'Agents.Add New Agent To Account': {
			to: 'agent.create',
			fields: {
				name: 'name',
				email: 'email',
				...more('role', 'auto_offline'),
				availability_status: 'additional_fields.availability',
			},
		},
		'Agents.Update Agent In Account': {
			to: 'agent.update',
			fields: { ...id('agent_id'), ...changes('role', 'availability', 'auto_offline') },
		},
		'Agents.Delete Agent From Account': { to: 'agent.delete', fields: id('agent_id') },

		'Inboxes.List All Inboxes': { to: 'inbox.getAll' },
		'Inboxes.Get Inbox': { to: 'inbox.get', fields: id('inbox_id') },
		'Inboxes.Get Inbox Agent Bot': { to: 'inbox.getAgentBot', fields: id('inbox_id') },
		'Inboxes.Update Agent Bot': {
			to: 'inbox.setAgentBot',
			fields: { ...id('inbox_id'), agent_bot: 'agent_bot_id' },
		},
		'Inboxes.Get Inbox Members': { to: 'inbox.getMembers', fields: { inbox_id: 'inbox_id' } },
		'Inboxes.Add New Agent To Inbox': { to: 'inbox.addMembers', fields: members('inbox_id') },
		'Inboxes.Delete Agent In Inbox': { to: 'inbox.removeMembers', fields: members('inbox_id') },
		'Inboxes.Update Agents In Inbox': { to: 'inbox.replaceMembers', fields: members('inbox_id') },

		'Teams.List All Teams': { to: 'team.getAll' },
		'Teams.Create A Team': {
			to: 'team.create',
			fields: { name: 'name', ...more('description', 'allow_auto_assign') },
		},
		'Teams.Get Details Of A Single Team': { to: 'team.get', fields: { team_id: 'team_id' } },
		'Teams.Update A Team': {
			to: 'team.update',
			fields: { team_id: 'team_id', ...changes('name', 'description', 'allow_auto_assign') },
		},
		'Teams.Delete A Team': { to: 'team.delete', fields: { team_id: 'team_id' } },
		'Teams.Get Team Members': { to: 'team.getMembers', fields: { team_id: 'team_id' } },
		'Teams.Add New Agent To Team': { to: 'team.addMembers', fields: members('team_id') },
		'Teams.Delete Agent In Team': { to: 'team.removeMembers', fields: members('team_id') },
		'Teams.Update Agents In Team': { to: 'team.replaceMembers', fields: members('team_id') },

		'Canned Responses.Get Account Canned Response': { to: 'cannedResponse.getAll' },
		'Canned Responses.Add New Canned Response To Account': {
			to: 'cannedResponse.create',
			fields: { content: 'content', short_code: 'short_code' },
		},
		'Canned Response.Update Canned Response In Account': {
			to: 'cannedResponse.update',
			fields: { ...id('canned_response_id'), ...changes('content', 'short_code') },
		},
		'Canned Responses.Delete Canned Response From Account': {
			to: 'cannedResponse.delete',
			fields: id('canned_response_id'),
		},

		'Automation Rule.Get Account Automation Rule': {
			to: 'automationRule.getAll',
			fields: { page: FIRST_PAGE },
		},
		'Automation Rule.Get Details Of A Single Automation Rule': {
			to: 'automationRule.get',
			fields: id('automation_rule_id'),
		},
		'Automation Rule.Delete Automation Rule From Account': {
			to: 'automationRule.delete',
			fields: id('automation_rule_id'),
		},
		'Automation Rule.Update Automation Rule In Account': {
			to: 'automationRule.update',
			fields: {
				...id('automation_rule_id'),
				...changes('name', 'description', 'event_name', 'active', 'actions', 'conditions'),
			},
			remark: SENT_BLANK,
		},
		'Automation Rule.Add New Automation Rule To Account': {
			to: 'automationRule.create',
			fields: {
				name: 'name',
				event_name: 'event_name',
				...more('description', 'active'),
				actions: 'actions',
				conditions: 'conditions',
			},
			sets: { specify_actions: 'json', specify_conditions: 'json' },
		},

		'Custom Attributes.Get Account Custom Attribute': {
			to: 'customAttribute.getAll',
			fields: {
				attribute_model: {
					to: 'options.attribute_model',
					values: { 0: 'conversation_attribute', 1: 'contact_attribute' },
				},
			},
			sets: { 'options.attribute_model': 'conversation_attribute' },
		},
		'Custom Attributes.Get Details Of A Single Custom Attribute': {
			to: 'customAttribute.get',
			fields: id('custom_attribute_id'),
		},
		'Custom Attributes.Delete Custom Attribute From Account': {
			to: 'customAttribute.delete',
			fields: id('custom_attribute_id'),
		},
		'Custom Filters.List All Filters': {
			to: 'customFilter.getAll',
			fields: { filter_type: 'options.filter_type' },
		},
		'Custom Filters.Get Details Of A Single Custom Filter': {
			to: 'customFilter.get',
			fields: { custom_filter_id: 'custom_filter_id' },
		},
		'Custom Filters.Delete A Custom Filter': {
			to: 'customFilter.delete',
			fields: { custom_filter_id: 'custom_filter_id' },
		},

		'Account Agent Bots.List All Account Agent Bots': { to: 'agentBot.getAll' },
		'Account Agent Bots.Create An Account Agent Bot': { to: 'agentBot.create', fields: bot },
		'Account Agent Bots.Get Details Of A Single Account Agent Bot': {
			to: 'agentBot.get',
			fields: id('agent_bot_id'),
		},
		'Account Agent Bots.Update An Account Agent Bot': {
			to: 'agentBot.update',
			fields: { ...id('agent_bot_id'), ...changes('name', 'description', 'outgoing_url') },
		},
		'Account Agent Bots.Delete An Account Agent Bot': {
			to: 'agentBot.delete',
			fields: id('agent_bot_id'),
		},

		'Webhooks.List All Webhooks': { to: 'webhook.getAll' },
		'Webhooks.Create A Webhook': {
			to: 'webhook.create',
			fields: { url: 'url', ...more('subscriptions') },
		},
		'Webhooks.Update A Webhook': {
			to: 'webhook.update',
			fields: { webhook_id: 'webhook_id', ...changes('url', 'subscriptions') },
		},
		'Webhooks.Delete A Webhook': { to: 'webhook.delete', fields: { webhook_id: 'webhook_id' } },
		'Profile.Fetch Profile': { to: 'profile.get' },

		'Reports.List All Conversation Statistics': reports('report.getTimeSeries', {
			metric: 'metrics',
		}).map((move) => ({ ...move, remark: SECONDS })),
		'Reports.List All Conversation Statistics Summary': reports('report.getSummary', {}).map(
			(move) => ({ ...move, remark: SECONDS }),
		),
		'Reports.Get Account Conversation Metrics': {
			to: 'report.getConversationMetrics',
			fields: { type: { only: ['account'] } },
		},
		'Reports.Get Agent Conversation Metrics': {
			to: 'report.getAgentConversationMetrics',
			fields: { type: { only: ['agent'] }, user_id: { only: [] } },
		},

		'Accounts.Create An Account': { to: 'platform.account.create', fields: { name: 'name' } },
		'Accounts.Get Details Of An Account': { to: 'platform.account.get' },
		'Accounts.Update An Account': { to: 'platform.account.update', fields: changes('name') },
		'Accounts.Delete An Account': { to: 'platform.account.delete' },
		'Account Users.List All Account Users': { to: 'platform.account.getUsers' },
		'Account Users.Create An Account User': {
			to: 'platform.account.addUser',
			fields: { user_id: 'user_id', ...more('role') },
		},
		'Account Users.Delete An Account User': {
			to: 'platform.account.removeUser',
			fields: { user_id: 'user_id' },
		},
		'Users.Create A User': {
			to: 'platform.user.create',
			fields: { ...user, ...more('custom_attributes') },
		},
		'Users.Get Details Of A User': { to: 'platform.user.get', fields: id('user_id') },
		'Users.Update A User': {
			to: 'platform.user.update',
			fields: { ...id('user_id'), ...changes('name', 'email', 'password', 'custom_attributes') },
		},
		'Users.Delete A User': { to: 'platform.user.delete', fields: id('user_id') },
		'Users.Get Sso Url Of A User': { to: 'platform.user.getLoginLink', fields: id('user_id') },
		'Agent Bots.List All Agent Bots': { to: 'platform.agentBot.getAll' },
		'Agent Bots.Create An Agent Bot': { to: 'platform.agentBot.create', fields: bot },
		'Agent Bots.Get Details Of A Single Agent Bot': {
			to: 'platform.agentBot.get',
			fields: id('agent_bot_id'),
		},
		'Agent Bots.Update An Agent Bot': {
			to: 'platform.agentBot.update',
			fields: { ...id('agent_bot_id'), ...changes('name', 'description', 'outgoing_url') },
		},
		'Agent Bots.Delete An Agent Bot': {
			to: 'platform.agentBot.delete',
			fields: id('agent_bot_id'),
		},

		'Inbox API.Get Details Of A Inbox': { to: 'public.inbox.get', fields: where },
		'Contacts API.Create A Contact': {
			to: 'public.contact.create',
			fields: {
				...where,
				name: 'name',
				email: 'email',
				phone_number: 'phone_number',
				...more('identifier', 'identifier_hash', 'avatar_url', 'custom_attributes'),
			},
		},
		'Contacts API.Get Details Of A Contact': { to: 'public.contact.get', fields: whose },
		'Contacts API.Update A Contact': {
			to: 'public.contact.update',
			fields: {
				...whose,
				...changes('identifier', 'identifier_hash', 'email', 'name', 'phone_number'),
				...changes('avatar_url', 'custom_attributes'),
			},
		},
		'Conversations API.List All Contact Conversations': {
			to: 'public.conversation.getAll',
			fields: whose,
		},
		'Conversations API.Create A Conversation': {
			to: 'public.conversation.create',
			fields: { ...whose, ...more('custom_attributes') },
		},
		'Messages API.List All Converation Messages': { to: 'public.message.getAll', fields: talk },
		'Messages API.Create A Message': {
			to: 'public.message.send',
			fields: { ...talk, content: 'content', ...more('echo_id') },
		},
	},
};
