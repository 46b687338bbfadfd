import {
	actions,
	addedActions,
	addedConditions,
	conditions,
	flag,
	integer,
	pick,
	type Settings,
} from '../vocabulary';

/** @param settings such as another label: n8n lists a trigger's events by the first field named Event or Events */
export const event = (settings: Settings = {}) =>
	pick(
		'event_name',
		{
			conversation_created: 'Conversation Created',
			conversation_opened: 'Conversation Opened',
			conversation_resolved: 'Conversation Resolved',
			conversation_updated: 'Conversation Updated',
			message_created: 'Message Created',
		},
		{
			label: 'Event',
			hint: 'Message Created occurs for every message, including private notes',
			...settings,
		},
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

/** @param settings with `clear` the list may be empty */
export const newRuleActions = (settings: Settings = {}) =>
	actions('rule', { hint: ACTIONS, ...settings });

export const otherRuleActions = () =>
	addedActions('rule', { clear: [], hint: `${ACTIONS} Replaces all actions.` });

export const delay = (settings: Settings = {}) =>
	integer('execution_delay', {
		label: 'Delay',
		hint: 'Minutes until Chatwoot checks the conditions again and acts (up to five more)',
		range: [10, 43_200],
		since: '4.17',
		feature: 'delayed_automations',
		...settings,
	});
