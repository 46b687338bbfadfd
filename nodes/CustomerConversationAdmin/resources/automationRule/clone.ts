import {
	account,
	automationRule,
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const clone = operation({
	name: 'Clone',
	action: 'Clone an automation rule',
	gives: 'Returns the copy of the rule',
	needs: { role: 'administrator' },
	description: 'Files of its actions are not copied: send_attachment does nothing in the copy',
	request: 'POST /api/v1/accounts/{account_id}/automation_rules/{automation_rule_id}/clone',
	path: [account(), automationRule()],
	options: [optional(includeSecrets())],
	reply: simplified(record('payload'), 'all'),
});
