import { account, automationRule, operation, record, simplified } from '../../../shared/vocabulary';

export const get = operation({
	name: 'Get',
	action: 'Get an automation rule',
	gives: 'The rule with its conditions and actions',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/automation_rules/{automation_rule_id}',
	path: [account(), automationRule()],
	reply: simplified(record('payload'), 'all'),
});
