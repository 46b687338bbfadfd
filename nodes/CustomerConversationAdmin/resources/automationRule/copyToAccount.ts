import {
	account,
	automationRule,
	fixed,
	flag,
	operation,
	optional,
	record,
	simplified,
	targetAccount,
} from '../../../shared/vocabulary';
import { copying } from '../../tasks/copies';

/** An existing copy that somebody disabled stays disabled, because it would act immediately. */
export const copyToAccount = operation({
	name: 'Copy to Account',
	action: 'Copy an automation rule to another account',
	gives: 'Returns the copy, with action: created, updated or unchanged',
	needs: { role: 'administrator' },
	description:
		'Agents (matched by email), teams, inboxes, labels, SLA policies and custom attributes must exist under the same names in the target account, otherwise nothing is copied. A rule with the same name is updated. Files of send_attachment cannot be copied.',
	request: 'POST /api/v1/accounts/{target_account_id}/automation_rules',
	path: [targetAccount()],
	body: [
		fixed({}),
		optional(
			flag('active', {
				hint: 'Whether the copy is enabled. If not set, a new copy is enabled if the original is, and an existing one does not change.',
			}),
		),
	],
	options: [account(), automationRule()],
	reply: simplified(record(), 'all'),
	run: copying(
		'automation rule',
		'automation_rule_id',
		['name', 'description', 'event_name'],
		['active'],
	),
});
