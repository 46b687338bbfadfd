import { account, fileNamed, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { FILE, REPORT } from './parts/files';

/** Averages cover conversations created in the period. */
export const downloadLabels = operation({
	name: 'Download Label Report',
	action: 'Download the report of all labels as rows or a CSV file',
	gives: 'One row for each label, with times as text, or the CSV file',
	needs: { role: 'administrator' },
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/labels',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('labels_report.csv', REPORT),
});
