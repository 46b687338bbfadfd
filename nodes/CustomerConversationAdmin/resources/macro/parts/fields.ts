import { actions, addedActions, pick } from '../../../../shared/vocabulary';

export const visibility = (hint: string) =>
	pick(
		'visibility',
		{ global: 'Global (All Agents)', personal: 'Personal (Its Author)' },
		{ hint },
	);

const ACTIONS =
	'List of { action_name, action_params }, such as { "action_name": "add_label", "action_params": ["vip"] }. Names: send_message, add_private_note, send_attachment (blob_id of "File → Upload"), add_label, remove_label, assign_agent (ID, self, last_responding_agent or nil), assign_team (ID or nil), remove_assigned_team, change_status, change_priority (nil for none), resolve_conversation, snooze_conversation, mute_conversation, send_webhook_event, send_email_transcript. From 4.13 on remove_assigned_agent, too.';

export const newActions = () => actions('macro', { hint: ACTIONS });

export const otherActions = () =>
	addedActions('macro', { clear: [], hint: `${ACTIONS} Replaces all actions.` });
