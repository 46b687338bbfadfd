import {
	account,
	fileNamed,
	fixed,
	integer,
	operation,
	optional,
} from '../../../shared/vocabulary';
import { REPORT } from './parts/files';

/** Without an offset the service answers 500. It only changes the name of the zone in the first line. */
export const downloadConversationTraffic = operation({
	name: 'Download Conversation Traffic of Recent Days',
	action: 'Download conversation traffic of recent days',
	gives: 'Returns one row per hour with a column per day, or the CSV file',
	needs: { role: 'administrator' },
	description:
		'Counts new conversations, not including today. Hours and days are in UTC, even if the file names another zone. For other zones, use a time series by hour.',
	request: 'GET /api/v2/accounts/{account_id}/reports/conversation_traffic',
	path: [account()],
	query: [
		fixed({ timezone_offset: 0 }),
		optional(
			integer('days_before', {
				label: 'Days',
				hint: 'Number of complete days before today',
				range: [1, Infinity],
				default: 6,
			}),
		),
	],
	reply: fileNamed('conversation_traffic_reports.csv', REPORT),
});
