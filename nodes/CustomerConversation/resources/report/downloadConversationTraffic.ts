import {
	account,
	fileNamed,
	fixed,
	integer,
	operation,
	optional,
} from '../../../shared/vocabulary';
import { REPORT } from './parts/files';

/** The offset, without which the service answers 500, changes a name in the first line alone. */
export const downloadConversationTraffic = operation({
	name: 'Download Conversation Traffic',
	action: 'Download new conversations by hour as rows or a CSV file',
	gives: 'One row for each hour, a column for each day, or the CSV file',
	needs: { role: 'administrator' },
	description:
		'Without today. Hours and days are UTC, whatever zone the file as sent names; for other zones use "Get Time Series" by hour.',
	request: 'GET /api/v2/accounts/{account_id}/reports/conversation_traffic',
	path: [account()],
	query: [
		fixed({ timezone_offset: 0 }),
		optional(
			integer('days_before', {
				label: 'Days',
				hint: 'Number of full days before today',
				range: [1, Infinity],
				default: 6,
			}),
		),
	],
	reply: fileNamed('conversation_traffic_reports.csv', REPORT),
});
