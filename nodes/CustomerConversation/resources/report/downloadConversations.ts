import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { fileNamed, operation } from '../../../shared/operation';
import { businessHours, period } from '../../../shared/period';
import { FILE, REPORT } from './files';

/** One row; "Get Summary" gives the same as numbers. */
export const downloadConversations = operation({
	name: 'Download Conversation Report',
	action: 'Download the report of all conversations as rows or a CSV file',
	description: FILE,
	request: 'GET /api/v2/accounts/{account_id}/reports/conversations_summary',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: fileNamed('conversations_summary_report.csv', REPORT),
});
