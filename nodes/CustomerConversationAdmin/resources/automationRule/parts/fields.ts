import {
	actions,
	addedActions,
	addedConditions,
	conditions,
	flag,
	pick,
} from '../../../../shared/vocabulary';

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

const CONDITIONS =
	'One of contacts needs custom_attribute_type contact_attribute, attribute_changed takes { from, to } as values. What has no value never matches, not with not_equal_to or does_not_contain either. private_note needs 4.13, company_name 4.14 or newer.';

/** None: always. */
export const newConditions = () =>
	conditions('conditions', 'rule', { clear: [], hint: `${CONDITIONS} Empty: always.` });

export const otherConditions = () =>
	addedConditions('conditions', 'rule', {
		clear: [],
		hint: `${CONDITIONS} Replaces all conditions.`,
	});

const ACTIONS =
	'List of { action_name, action_params }, such as { "action_name": "add_label", "action_params": ["vip"] }. Names: send_message, add_private_note, send_attachment (blob_id of "File → Upload"), add_label, remove_label, assign_agent (ID, last_responding_agent or nil), assign_team (ID or nil), change_status, change_priority (nil for none), resolve_conversation, open_conversation, snooze_conversation, mute_conversation, send_webhook_event, send_email_transcript, send_email_to_team ({ team_ids, message }), add_sla. From 4.13 on remove_assigned_agent, remove_assigned_team and pending_conversation, too.';

export const newActions = () => actions('rule', { hint: ACTIONS });

export const otherActions = () =>
	addedActions('rule', { clear: [], hint: `${ACTIONS} Replaces all actions.` });
