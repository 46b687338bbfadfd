import { labelsInActions, spellingLabels } from '../../../shared/tasks/labels';
import { calledBy, hintingUnreached } from '../../../shared/tasks/unreached';
import {
	account,
	includeSecrets,
	operation,
	optional,
	sendConditions,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { active, delay, event, newRuleActions, newConditions } from '../../../shared/parts/rules';

/** The reply is the rule itself; other operations return it under `payload`. */
export const create = operation({
	name: 'Create',
	action: 'Create an automation rule',
	gives: 'Returns the new rule',
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/automation_rules',
	path: [account()],
	body: [
		text('name'),
		event(),
		newConditions(),
		newRuleActions(),
		optional(text('description'), active(), delay()),
	],
	options: [optional(includeSecrets())],
	reply: simplified(stored('payload', ''), 'all'),
	run: hintingUnreached(
		calledBy,
		spellingLabels(labelsInActions, sendConditions('conditions', 'rule')),
	),
});
