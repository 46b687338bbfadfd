import {
	account,
	automationRule,
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const get = operation({
	name: 'Get',
	action: 'Get an automation rule',
	gives: 'Returns the rule with its conditions and actions',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/automation_rules/{automation_rule_id}',
	path: [account(), automationRule()],
	options: [optional(includeSecrets())],
	reply: simplified(record('payload'), 'all'),
});
