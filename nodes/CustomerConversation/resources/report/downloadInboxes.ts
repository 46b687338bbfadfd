import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { fileNamed, operation } from '../../../shared/operation';
import { businessHours, period } from '../../../shared/period';
import { FILE } from './files';

/** The last two columns have no header: average waiting time and number of resolutions. */
export const downloadInboxes = operation({
	name: 'Download Inbox Report',
	action: 'Download the report of all inboxes as CSV',
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/inboxes',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('inboxes_report.csv'),
});
