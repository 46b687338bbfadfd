import { labelsInActions, spellingLabels } from '../../../shared/tasks/labels';
import { calledBy, hintingUnreached } from '../../../shared/tasks/unreached';
import {
	account,
	automationRule,
	includeSecrets,
	operation,
	optional,
	sendConditions,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import {
	active,
	delay,
	event,
	otherRuleActions,
	otherConditions,
} from '../../../shared/parts/rules';

/** Conditions that are sent replace all conditions of the rule; the same is true for actions. */
export const update = operation({
	name: 'Update',
	action: 'Update an automation rule',
	gives: 'Returns the rule with its new values',
	needs: { role: 'administrator' },
	request: 'PATCH /api/v1/accounts/{account_id}/automation_rules/{automation_rule_id}',
	path: [account(), automationRule()],
	body: [
		optional(
			text('name'),
			text('description', { clear: null }),
			event(),
			active(),
			delay({ clear: null }),
			...otherConditions(),
			...otherRuleActions(),
		),
	],
	options: [optional(includeSecrets())],
	reply: simplified(stored('payload'), 'all'),
	run: hintingUnreached(
		calledBy,
		spellingLabels(labelsInActions, sendConditions('conditions', 'rule')),
	),
});
