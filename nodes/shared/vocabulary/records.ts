import type { IDataObject } from 'n8n-workflow';
import { at } from '../values';
import { CONVERSATION_STATE } from './lastMessage';
import { PAGES } from './paths';
import type { Shape, WebPage } from './reply';

/**
 * Shapes that "Simplify" gives to records of many operations. Operations, exports and triggers use the
 * same keys: related records are flat, such as `assignee_id` and `assignee_name`.
 */

/** Keys that are named as in Chatwoot's record. */
export const asIs = (...names: string[]): Shape =>
	Object.fromEntries(names.map((name) => [name, name]));

/** The shape of a record that is inside another one, at this path. */
export const inside = (path: string, shape: Shape): Shape =>
	Object.fromEntries(Object.entries(shape).map(([key, from]) => [key, fromInside(path, from)]));

function fromInside(path: string, from: Shape[string]): Shape[string] {
	if (typeof from === 'string') return `${path}.${from}`;
	if (Array.isArray(from)) return [`${path}.${from[0]}`, from[1]];
	if ('page' in from) return from;
	return { computed: (record) => from.computed((at(record, path) ?? {}) as IDataObject) };
}

/** The URL of the record's page in the dashboard or the help center. */
export const urlOf = (kind: keyof typeof PAGES): { url: WebPage } => ({
	url: { page: PAGES[kind] },
});

export const CONTACT: Shape = {
	...asIs('id'),
	contact_id: 'id',
	...asIs('name', 'email', 'phone_number', 'identifier', 'blocked'),
	...inside('additional_attributes', asIs('company_name', 'city', 'country')),
	...asIs('custom_attributes'),
	avatar_url: 'thumbnail',
	...asIs('company_id', 'created_at', 'last_activity_at'),
	...urlOf('contact'),
};

/** The contact of another record. @param path of the contact in that record */
export const contactOf = (path: string): Shape => ({
	contact_id: `${path}.id`,
	contact_name: `${path}.name`,
	contact_email: `${path}.email`,
	contact_phone: `${path}.phone_number`,
});

/** Assignees that are no agents, by Chatwoot's names. An agent, a bot and an assistant may have the same id. */
const ASSIGNEE_TYPES: Record<string, string> = {
	AgentBot: 'agent_bot',
	'Captain::Assistant': 'captain_assistant',
};

/** @param chatwootType as in a conversation; older releases only have it for bots */
export const assigneeTypeOf = (chatwootType: unknown): string =>
	ASSIGNEE_TYPES[String(chatwootType)] ?? 'user';

/** The assignee and the team of a conversation. @param path in front of both */
export const assignmentOf = (path: '' | 'meta.'): Shape => ({
	assignee_id: `${path}assignee.id`,
	assignee_name: `${path}assignee.name`,
	assignee_type: {
		computed: (record) =>
			at(record, `${path}assignee`) ? assigneeTypeOf(at(record, `${path}assignee_type`)) : null,
	},
	team_id: `${path}team.id`,
	team_name: `${path}team.name`,
});

export const CONVERSATION: Shape = {
	...asIs('id'),
	conversation_id: 'id',
	...asIs('inbox_id', 'status', 'priority', 'labels'),
	...contactOf('meta.sender'),
	...assignmentOf('meta.'),
	// Community editions do not have it.
	sla_policy_id: 'sla_policy_id?',
	...asIs('custom_attributes', 'additional_attributes', 'created_at', 'last_activity_at'),
	...CONVERSATION_STATE,
	...urlOf('conversation'),
};

/** The sender of a message. */
export const senderOf = (path: string): Shape => ({
	sender_id: `${path}.id`,
	sender_name: `${path}.name`,
	sender_type: `${path}.type`,
});

/** Attachments of a message. Voice messages may have a transcript; a location has coordinates and no file. */
export const withFiles: Shape = {
	attachments: [
		'attachments',
		{
			...asIs('id', 'file_type', 'data_url', 'file_size'),
			transcribed_text: 'transcribed_text?',
			fallback_title: 'fallback_title?',
			coordinates_lat: 'coordinates_lat?',
			coordinates_long: 'coordinates_long?',
		},
	],
};

export const MESSAGE: Shape = {
	...asIs('id', 'conversation_id', 'inbox_id', 'message_type', 'content', 'private', 'status'),
	...senderOf('sender'),
	...asIs('content_type', 'content_attributes', 'source_id'),
	...withFiles,
	...asIs('created_at'),
	...urlOf('message'),
};

/** An entry of a list of attachments. */
export const ATTACHMENT: Shape = {
	...asIs('id', 'conversation_id', 'message_id', 'file_type', 'extension', 'file_size'),
	...asIs('data_url', 'thumb_url'),
	...senderOf('sender'),
	...asIs('created_at'),
};

/** A note about a contact. */
export const NOTE: Shape = {
	...asIs('id', 'content'),
	user_id: 'user.id',
	user_name: 'user.name',
	...asIs('created_at', 'updated_at'),
};

/** An agent of an account, an inbox or a team. */
export const AGENT: Shape = {
	...asIs('id', 'name', 'available_name', 'email', 'role', 'availability_status', 'auto_offline'),
	...asIs('confirmed', 'custom_role_id'),
	avatar_url: 'thumbnail',
};

// prettier-ignore
export const INBOX = asIs(
	'id', 'name', 'channel_type', 'phone_number', 'email', 'website_url', 'website_token',
	'web_widget_script', 'inbox_identifier', 'webhook_url', 'provider', 'timezone',
	'working_hours_enabled', 'greeting_enabled', 'enable_auto_assignment', 'avatar_url',
);

export const CAMPAIGN: Shape = {
	...asIs('id', 'title', 'description', 'message', 'campaign_type', 'campaign_status', 'enabled'),
	inbox_id: 'inbox.id',
	inbox_name: 'inbox.name',
	sender_id: 'sender.id',
	sender_name: 'sender.name',
	...inside('trigger_rules', asIs('url', 'time_on_page')),
	...asIs('trigger_only_during_business_hours', 'scheduled_at'),
	// Since Chatwoot 4.17, for campaigns that are sent once.
	started_at: 'started_at?',
	completed_at: 'completed_at?',
	...asIs('audience'),
	template_name: 'template_params.name',
	...asIs('created_at', 'updated_at'),
};

export const PROFILE: Shape = {
	...asIs('id', 'name', 'display_name', 'available_name', 'email', 'role', 'account_id'),
	...asIs('avatar_url'),
	accounts: ['accounts', asIs('id', 'name', 'role', 'status', 'availability')],
};

/** Keys that identify a contact, the most reliable first. Each value belongs to only one contact of an account. */
export const CONTACT_KEYS = ['identifier', 'email', 'phone_number'];
