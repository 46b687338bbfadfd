import { account, fileNamed, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { FILE, REPORT } from './parts/files';

export const downloadConversations = operation({
	name: 'Download Conversation Report for a Period',
	action: 'Download a conversation report for a period',
	gives: 'Returns one row for all conversations, or the CSV file',
	needs: { role: 'administrator', since: '4.10' },
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/conversations_summary',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('conversations_summary_report.csv', REPORT),
});
