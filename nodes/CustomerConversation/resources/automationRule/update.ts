import { action, condition } from '../../../shared/checks';
import { flag, jsonList, optional, pick, text } from '../../../shared/fields';
import { account, automationRule } from '../../../shared/locators';
import { operation, record } from '../../../shared/operation';

/** Conditions and actions are replaced as a whole when they are sent. */
export const update = operation({
	name: 'Update',
	action: 'Update an automation rule',
	description: 'For administrators',
	request: 'PATCH /api/v1/accounts/{account_id}/automation_rules/{automation_rule_id}',
	path: [account(), automationRule()],
	body: [
		optional(
			text('name'),
			text('description', { clear: null }),
			pick('event_name', {
				conversation_created: 'Conversation Created',
				conversation_opened: 'Conversation Opened',
				conversation_resolved: 'Conversation Resolved',
				conversation_updated: 'Conversation Updated',
				message_created: 'Message Created',
			}),
			flag('active', { hint: 'Whether the rule is switched on' }),
			jsonList('conditions', {
				check: condition,
				hint: 'List of { attribute_key, filter_operator, values, query_operator }. AND or OR joins with the next entry, the last has null. Replaces all conditions.',
				clear: [],
			}),
			jsonList('actions', {
				check: action,
				hint: 'List of { action_name, action_params }, such as { "action_name": "add_label", "action_params": ["vip"] }. Replaces all actions.',
				clear: [],
			}),
		),
	],
	reply: record('payload'),
});
