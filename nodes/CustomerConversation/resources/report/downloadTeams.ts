import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { fileNamed, operation } from '../../../shared/operation';
import { businessHours, period } from '../../../shared/period';
import { FILE, REPORT } from './files';

/** Texts follow the language of the account, durations too. */
export const downloadTeams = operation({
	name: 'Download Team Report',
	action: 'Download the report of all teams as rows or a CSV file',
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/teams',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('teams_report.csv', REPORT),
});
