import { zone } from '../../../shared/dates';
import { optional, pick } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation, records } from '../../../shared/operation';
import { businessHours, period } from '../../../shared/period';
import { scope } from './scope';

/** Hours that zones differ from UTC. Others the service takes for UTC, 0 for British time. */
const OFFSETS = [
	...[-12, -11, -10, -9, -8, -7, -6, -5, -4, -3.5, -3, -2.5, -2, -1, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5],
	...[5.75, 6, 6.5, 7, 8, 9, 9.5, 10, 10.5, 11, 12, 12.75, 13, 13.75],
];

/** 5.5 → UTC+5:30. */
const offsetName = (offset: number): string => {
	const minutes = (Math.abs(offset) % 1) * 60;
	const hours = Math.floor(Math.abs(offset));
	return `UTC${offset < 0 ? '-' : '+'}${hours}${minutes ? `:${minutes}` : ''}`;
};

/** An unknown metric would be answered with 200 and nothing, an unknown interval with days. */
export const getTimeSeries = operation({
	name: 'Get Time Series',
	action: 'Get a time series of a figure',
	description: 'For administrators. Averages are seconds; a value with count 0 means no data.',
	request: 'GET /api/v2/accounts/{account_id}/reports',
	path: [account()],
	query: [
		pick('metric', {
			conversations_count: 'Conversations',
			incoming_messages_count: 'Incoming Messages',
			outgoing_messages_count: 'Outgoing Messages',
			resolutions_count: 'Resolutions',
			avg_first_response_time: 'Average First Response Time',
			avg_resolution_time: 'Average Resolution Time',
			reply_time: 'Average Reply Time',
			bot_resolutions_count: 'Bot Resolutions',
			bot_handoffs_count: 'Bot Handoffs',
		}),
		scope(),
		...period(),
		optional(
			pick(
				'group_by',
				{ hour: 'Hour', day: 'Day', week: 'Week', month: 'Month', year: 'Year' },
				{ label: 'Interval', hint: 'Default: day. Weeks begin on Sunday.', default: 'day' },
			),
			pick(
				'timezone_offset',
				Object.fromEntries(OFFSETS.map((offset) => [String(offset), offsetName(offset)])),
				{
					label: 'Time Zone of Intervals',
					hint: 'Default: UTC. The service takes the first zone that has this offset today, with its summer time: for exact days ask by hour without it.',
				},
			),
			businessHours(),
		),
	],
	options: [optional(zone())],
	reply: records(),
});
