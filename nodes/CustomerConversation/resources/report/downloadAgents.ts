import { account, fileNamed, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { FILE, REPORT } from './parts/files';

export const downloadAgents = operation({
	name: 'Download Agent Report for a Period',
	action: 'Download an agent report for a period',
	gives: 'Returns one row per agent, or the CSV file',
	needs: { role: 'administrator' },
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/agents',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('agents_report.csv', REPORT),
});
