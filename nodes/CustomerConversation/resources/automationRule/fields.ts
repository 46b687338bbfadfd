import { action, CONDITIONS_HINT, ruleCondition } from '../../../shared/checks';
import { flag, jsonList, pick, type Settings } from '../../../shared/fields';

export const event = () =>
	pick(
		'event_name',
		{
			conversation_created: 'Conversation Created',
			conversation_opened: 'Conversation Opened',
			conversation_resolved: 'Conversation Resolved',
			conversation_updated: 'Conversation Updated',
			message_created: 'Message Created',
		},
		{ label: 'Event', hint: 'Message Created comes with every message, private notes too' },
	);

export const active = () =>
	flag('active', { hint: 'Whether the rule is switched on', default: true });

export const conditions = (more: string, settings: Settings = {}) =>
	jsonList('conditions', {
		check: ruleCondition,
		hint: `${CONDITIONS_HINT} Keys: status, priority, assignee_id, team_id, inbox_id, labels, message_type, content, email, phone_number, country_code, city, company, browser_language, conversation_language, mail_subject, referer and custom attributes. One of contacts needs custom_attribute_type contact_attribute, attribute_changed takes { from, to } as values. ${more}`,
		...settings,
	});

export const actions = (more = '', settings: Settings = {}) =>
	jsonList('actions', {
		check: action,
		hint: `List of { action_name, action_params }, such as { "action_name": "add_label", "action_params": ["vip"] }. Names: send_message, add_private_note, send_attachment (blob_id of "File → Upload"), add_label, remove_label, assign_agent and assign_team (ID or nil), change_status, change_priority (nil for none), resolve_conversation, open_conversation, snooze_conversation, mute_conversation, send_webhook_event, send_email_transcript, send_email_to_team ({ team_ids, message }), add_sla.${more}`,
		...settings,
	});
