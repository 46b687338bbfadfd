import { account, fileNamed, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { FILE, REPORT } from './parts/files';

/** Averages cover conversations created in the period. */
export const downloadLabels = operation({
	name: 'Download Label Report for a Period',
	action: 'Download a label report for a period',
	gives: 'Returns one row per label, or the CSV file',
	needs: { role: 'administrator' },
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/labels',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('labels_report.csv', REPORT),
});
