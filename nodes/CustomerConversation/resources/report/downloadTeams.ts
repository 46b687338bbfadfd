import { account, fileNamed, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { FILE, REPORT } from './parts/files';

export const downloadTeams = operation({
	name: 'Download Team Report for a Period',
	action: 'Download a team report for a period',
	gives: 'Returns one row per team, or the CSV file',
	needs: { role: 'administrator' },
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/teams',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('teams_report.csv', REPORT),
});
