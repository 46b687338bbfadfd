import { account, fileNamed, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { FILE, REPORT } from './parts/files';

/** Texts follow the language of the account, durations too. */
export const downloadAgents = operation({
	name: 'Download Agent Report',
	action: 'Download the report of all agents as rows or a CSV file',
	gives: 'One row for each agent, with times as text, or the CSV file',
	needs: { role: 'administrator' },
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/agents',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('agents_report.csv', REPORT),
});
