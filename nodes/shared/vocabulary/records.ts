/** What "Simplify" keeps of the records that many operations give: paths in the record. */

export const CONTACT = [
	...['id', 'name', 'email', 'phone_number', 'identifier', 'blocked', 'thumbnail'],
	...['additional_attributes', 'custom_attributes', 'company_id', 'last_activity_at'],
	'created_at',
];

export const CONVERSATION = [
	...['id', 'inbox_id', 'status', 'priority', 'labels', 'snoozed_until', 'can_reply', 'muted'],
	...['unread_count', 'waiting_since', 'first_reply_created_at', 'last_activity_at'],
	...['created_at', 'updated_at', 'additional_attributes', 'custom_attributes'],
	...['id', 'name', 'email', 'phone_number', 'identifier'].map((key) => `meta.sender.${key}`),
	...['id', 'name', 'email'].map((key) => `meta.assignee.${key}`),
	...['id', 'name'].map((key) => `meta.team.${key}`),
	'meta.channel',
];

export const MESSAGE = [
	...['id', 'content', 'message_type', 'content_type', 'content_attributes', 'private', 'status'],
	...['source_id', 'inbox_id', 'conversation_id', 'created_at', 'echo_id', 'attachments'],
	...['id', 'name', 'type', 'email'].map((key) => `sender.${key}`),
];

export const INBOX = [
	...['id', 'name', 'channel_type', 'channel_id', 'phone_number', 'email', 'website_url'],
	...[
		'website_token',
		'web_widget_script',
		'inbox_identifier',
		'webhook_url',
		'provider',
		'timezone',
		'working_hours_enabled',
	],
	...['greeting_enabled', 'csat_survey_enabled', 'enable_auto_assignment'],
	...['allow_messages_after_resolved', 'lock_to_single_conversation'],
];

export const PROFILE = [
	...['id', 'name', 'display_name', 'available_name', 'email', 'role', 'account_id'],
	...['id', 'name', 'role', 'status', 'availability'].map((key) => `accounts.${key}`),
];

/** What a contact is known by, the surest first. Each belongs to one contact of the account alone. */
export const CONTACT_KEYS = ['identifier', 'email', 'phone_number'];
