import { account, automationRule, operation } from '../../../shared/vocabulary';

export const deleteAutomationRule = operation({
	name: 'Delete',
	action: 'Delete an automation rule',
	gives: 'Returns the ID of the deleted rule',
	needs: { role: 'administrator' },
	request: 'DELETE /api/v1/accounts/{account_id}/automation_rules/{automation_rule_id}',
	path: [account(), automationRule()],
});
