import { fixed, integer, optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { fileNamed, operation } from '../../../shared/operation';

/** The offset, without which the service answers 500, changes a name in the first line alone. */
export const downloadConversationTraffic = operation({
	name: 'Download Conversation Traffic',
	action: 'Download new conversations by hour as CSV',
	description:
		'For administrators. Hours and days are UTC, without today; for other zones use "Get Time Series" by hour.',
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
	reply: fileNamed('conversation_traffic_reports.csv'),
});
