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
	'A custom attribute of contacts needs custom_attribute_type, attribute_changed takes from and to. What has no value never matches, not with not_equal_to or does_not_contain either. private_note needs 4.13, company_name 4.14 or newer.';

/** None: always. */
export const newConditions = () =>
	conditions('conditions', 'rule', { clear: [], hint: `${CONDITIONS} Empty: always.` });

export const otherConditions = () =>
	addedConditions('conditions', 'rule', {
		clear: [],
		hint: `${CONDITIONS} Replaces all conditions.`,
	});

const ACTIONS =
	'send_attachment takes the blob_id that "File → Upload" gives. From 4.13 on there are remove_assigned_agent, remove_assigned_team and pending_conversation, too, without parameters.';

export const newActions = () => actions('rule', { hint: ACTIONS });

export const otherActions = () =>
	addedActions('rule', { clear: [], hint: `${ACTIONS} Replaces all actions.` });
