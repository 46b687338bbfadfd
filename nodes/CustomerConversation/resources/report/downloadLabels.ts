import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { fileNamed, operation } from '../../../shared/operation';
import { businessHours, period } from '../../../shared/period';
import { FILE, REPORT } from './files';

/** Averages cover conversations created in the period. */
export const downloadLabels = operation({
	name: 'Download Label Report',
	action: 'Download the report of all labels as rows or a CSV file',
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/labels',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('labels_report.csv', REPORT),
});
