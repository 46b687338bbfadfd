import { account, fileNamed, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { FILE, REPORT } from './parts/files';

/** Texts follow the language of the account, durations too. */
export const downloadTeams = operation({
	name: 'Download Team Report',
	action: 'Download the report of all teams as rows or a CSV file',
	gives: 'One row for each team, with times as text, or the CSV file',
	needs: { role: 'administrator' },
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/teams',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('teams_report.csv', REPORT),
});
