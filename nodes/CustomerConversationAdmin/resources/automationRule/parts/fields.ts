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
		{ label: 'Event', hint: 'Message Created occurs for every message, including private notes' },
	);

export const active = () => flag('active', { hint: 'Whether the rule is enabled', default: true });

const CONDITIONS =
	'A custom attribute of contacts needs custom_attribute_type; attribute_changed needs from and to. An attribute without a value never matches, not even with not_equal_to or does_not_contain. private_note requires Chatwoot 4.13, company_name 4.14.';

/** A rule without conditions always applies. */
export const newConditions = () =>
	conditions('conditions', 'rule', {
		clear: [],
		hint: `${CONDITIONS} If empty, the rule always applies.`,
	});

export const otherConditions = () =>
	addedConditions('conditions', 'rule', {
		clear: [],
		hint: `${CONDITIONS} Replaces all conditions.`,
	});

const ACTIONS =
	'send_attachment needs the blob_id that File → Upload returns. Chatwoot 4.13 added remove_assigned_agent, remove_assigned_team and pending_conversation, which have no parameters.';

export const newActions = () => actions('rule', { hint: ACTIONS });

export const otherActions = () =>
	addedActions('rule', { clear: [], hint: `${ACTIONS} Replaces all actions.` });
