import { unix, zone } from '../../../shared/dates';
import { flag, optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { fileNamed, operation } from '../../../shared/operation';

/** Texts follow the language of the account, durations too. */
export const downloadAgents = operation({
	name: 'Download Agent Report',
	action: 'Download the report of all agents as CSV',
	description: 'For administrators',
	request: 'GET /api/v2/accounts/{account_id}/reports/agents',
	path: [account()],
	// Both always: with one alone the service answers 500.
	query: [
		unix('since', { hint: 'Start of the report, included' }),
		unix('until', { hint: 'End of the report, excluded' }),
		optional(flag('business_hours', { hint: 'Whether averages count opening hours only' })),
	],
	options: [optional(zone())],
	reply: fileNamed('agents_report.csv'),
});
