import { callers, TRIGGER } from '../ours';
import type { Field, Move, Package } from '../source';

const inFront = (...names: string[]): Record<string, Field> =>
	Object.fromEntries(names.map((name) => [`additional_fields.${name}`, name]));
const person = inFront('name', 'email', 'phone_number');
const author: Record<string, Field> = {
	agent_bot_id: 'additional_fields.agent_bot_id',
	send_as: { needless: '' },
};

const create: Move[] = [
	{
		to: 'message.createPrivateNote',
		when: { 'additional_fields.private': [true], content_kind: ['text', undefined] },
		fields: {
			...author,
			'additional_fields.private': { needless: '' },
			content_kind: { needless: '' },
		},
	},
	{
		to: 'message.send',
		when: { 'additional_fields.private': [false, undefined] },
		fields: { ...author, 'additional_fields.private': { needless: '' } },
	},
];

/** Export without Return All was the first 50. */
const exported = (name: string, outputs?: Record<string, string>): Record<string, Move> => ({
	[`account.export.${name}`]: { to: `export.${name}`, sets: { returnAll: false }, outputs },
});

const sortedContacts = Object.fromEntries(
	['filter', 'getAll', 'getActive', 'search'].map((name): [string, Move] => [
		`account.contact.${name}`,
		{ to: `contact.${name}` },
	]),
);

/** What stood in a part of the trigger's item, now beside its ids. */
const flat = (part: string, prefix: string, ...names: string[]): Record<string, string> =>
	Object.fromEntries(names.map((name) => [`${part}.${name}`, prefix + name]));

const inIso = { since: 'since', until: 'until', since_iso: 'since', until_iso: 'until' };

/** Our own release 0.1: types and credentials stay, names of nodes, resources and fields do not. */
export const release01: Package = {
	name: 'n8n-nodes-customer-conversation',
	title: 'release 0.1 of this package',
	own: true,
	nodes: callers,
	triggers: {
		[TRIGGER]: {
			events: {},
			outputs: {
				...flat('contact', 'contact_', 'id', 'name', 'email', 'identifier', 'custom_attributes'),
				'contact.phone_number': 'contact_phone',
				'contact.additional_attributes.company_name': 'contact_company_name',
				'contact.additional_attributes.city': 'contact_city',
				'contact.additional_attributes.country': 'contact_country',
				...flat('conversation', '', 'status', 'priority', 'labels', 'custom_attributes'),
				...flat('conversation', '', 'additional_attributes', 'channel', 'can_reply'),
				...flat('conversation.assignee', 'assignee_', 'id', 'name', 'type'),
				...flat('conversation.team', 'team_', 'id', 'name'),
				'message.id': 'message_id',
				'message.text': 'content',
				...flat('message', '', 'content', 'message_type', 'private', 'content_type'),
				...flat('message', '', 'content_attributes', 'source_id', 'attachments'),
				...flat('sender', 'sender_', 'id', 'name', 'email', 'type'),
			},
		},
	},
	gives: 'record',
	resources: {
		agent_bot: 'agentBot',
		automation_rule: 'automationRule',
		canned_response: 'cannedResponse',
		csat_survey: 'csatSurvey',
		custom_attribute: 'customAttribute',
		custom_filter: 'customFilter',
		help_center: 'helpCenter',
	},
	begins: {
		resource: 'contact',
		operation: {
			'account.contact': 'addLabels',
			'account.conversation': 'addLabels',
			'account.message': 'create',
			'account.inbox': 'addMembers',
			'account.report': 'downloadAgents',
			'account.search': 'all',
			'account.export': 'contacts',
			'account.agent': 'create',
			'account.team': 'addMembers',
			'account.label': 'create',
			'account.canned_response': 'create',
			'account.csat': 'download',
			'account.automation_rule': 'clone',
			'account.macro': 'create',
			'account.custom_attribute': 'create',
			'account.custom_filter': 'create',
			'account.agent_bot': 'create',
			'account.webhook': 'create',
			'account.portal': 'update',
			'account.file': 'upload',
			'account.account': 'get',
			'account.profile': 'deleteAvatar',
			'platform.account': 'addUser',
			'platform.user': 'create',
			'platform.agent_bot': 'create',
			'public.conversation': 'create',
			'public.message': 'answerForm',
			'public.contact': 'create',
			'public.csat_survey': 'get',
			'public.help_center': 'getArticle',
			'public.inbox': 'get',
		},
	},
	operations: {
		'account.message.create': create,
		'public.message.create': { to: 'public.message.send' },
		'account.macro.execute': { to: 'conversation.runMacro' },
		'account.contact.create': { to: 'contact.create', fields: person },
		'account.contact.upsert': { to: 'contact.upsert', fields: person },
		'public.contact.create': { to: 'public.contact.create', fields: person },
		'account.agentBot.create': { to: 'agentBot.create', fields: inFront('outgoing_url') },
		'platform.agentBot.create': { to: 'platform.agentBot.create', fields: inFront('outgoing_url') },
		'account.conversation.resolveWithMessage': [
			{
				to: 'conversation.resolveWithMessage',
				when: { 'additional_fields.private': [false, undefined] },
				fields: { 'additional_fields.private': { needless: '' } },
			},
			{
				to: 'conversation.handOver',
				when: { 'additional_fields.private': [true] },
				fields: {
					content: 'additional_fields.note',
					'additional_fields.private': { needless: '' },
				},
				sets: { 'additional_fields.status': 'resolved' },
			},
		],
		...sortedContacts,
		'account.search.contacts': { to: 'search.contacts' },
		...exported('conversations'),
		...exported('messages', { direction: 'message_type' }),
		...exported('contacts', { phone: 'phone_number', company: 'company_name' }),
		...exported('csat', { feedback: 'feedback_message', review_notes: 'csat_review_notes' }),
		'account.conversation.downloadAttachment': {
			to: 'message.downloadAttachments',
			sets: { download: 'url' },
		},
		'account.message.sendToContact': {
			to: 'message.sendToContact',
			outputs: {
				'contact.id': 'contact_id',
				'contact.name': 'contact_name',
				'conversation.id': 'conversation_id',
				'conversation.status': 'conversation_status',
				'message.id': 'id',
				'message.content': 'content',
			},
		},
		'platform.account.provision': {
			to: 'platform.account.provision',
			outputs: {
				'account.id': 'account_id',
				'account.name': 'account_name',
				'user.id': 'user_id',
				'user.name': 'user_name',
				'user.email': 'user_email',
				'user.access_token': 'access_token',
				'account_user.role': 'role',
			},
		},
		'account.report.getSummary': { to: 'report.getSummary', outputs: inIso },
		'account.report.getBotSummary': { to: 'report.getBotSummary', outputs: inIso },
	},
};
