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

/** A rule that somebody has switched off there stays off: it would act at once. */
export const copyToAccount = operation({
	name: 'Copy to Account',
	action: 'Copy an automation rule to another account',
	gives: 'The copy, with action: created, updated or unchanged',
	needs: { role: 'administrator' },
	description:
		'Agents (by e-mail address), teams, inboxes, labels, SLA policies and custom attributes must have the same names there, else nothing is copied. A rule of the same name there is updated. A file of send_attachment cannot be copied.',
	request: 'POST /api/v1/accounts/{target_account_id}/automation_rules',
	path: [targetAccount()],
	body: [
		fixed({}),
		optional(
			flag('active', {
				hint: 'Whether the copy is switched on. Not set: a new one as the original, one that is there stays as it is.',
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
