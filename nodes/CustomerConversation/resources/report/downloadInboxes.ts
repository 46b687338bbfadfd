import { account, fileNamed, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { FILE, REPORT } from './parts/files';

/** The service's header lacks the last two names: they are those of the team report. */
export const downloadInboxes = operation({
	name: 'Download Inbox Report for a Period',
	action: 'Download an inbox report for a period',
	gives: 'Returns one row per inbox, or the CSV file',
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
