import { account, fileNamed, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { FILE, REPORT } from './parts/files';

/** One row; "Get Summary" gives the same as numbers. */
export const downloadConversations = operation({
	name: 'Download Conversation Report',
	action: 'Download the report of all conversations as rows or a CSV file',
	gives: 'One row for all conversations, with times as text, or the CSV file',
	needs: { role: 'administrator', since: '4.10' },
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/conversations_summary',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('conversations_summary_report.csv', REPORT),
});
