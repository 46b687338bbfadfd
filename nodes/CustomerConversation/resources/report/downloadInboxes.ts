import { account, fileNamed, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { FILE, REPORT } from './parts/files';

/** The header of the service lacks the last two names, which are those of the team report. */
export const downloadInboxes = operation({
	name: 'Download Inbox Report',
	action: 'Download the report of all inboxes as rows or a CSV file',
	gives: 'One row for each inbox, with times as text, or the CSV file',
	needs: { role: 'administrator' },
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/inboxes',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('inboxes_report.csv', {
		...REPORT,
		columns: [
			'Inbox name',
			'Inbox type',
			'No. of conversations',
			'Avg first response time',
			'Avg resolution time',
			'Avg customer waiting time',
			'Resolution Count',
		],
	}),
});
