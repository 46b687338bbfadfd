import { BadInput } from '../../../shared/faults';
import { before } from '../../../shared/time/calendar';
import {
	account,
	asIs,
	byPage,
	fixed,
	inside,
	NEWEST_FIRST,
	operation,
	optional,
	period,
	pick,
	records,
	simplified,
	urlOf,
	zone,
	type Reading,
	type Shape,
} from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { METRICS } from './parts/metrics';
import { scope } from './parts/scope';

/** Rows of a page: the maximum of the service, which limits the rate of these requests. */
const PAGE = 100;

/**
 * The service returns the records of one unit from the start of the period, and none after its end. A
 * unit that is at least as long as the period gives exactly the period, whatever zone the service guesses.
 */
function unitOf({ values: { since, until } }: Reading): string | undefined {
	if (since === undefined || until === undefined) return undefined;
	const unit = (['day', 'week', 'month', 'year'] as const).find(
		(one) => before(Number(since), one, -1, 'UTC') >= Number(until),
	);
	if (unit) return unit;
	throw new BadInput('Period is longer than a year: choose a shorter one', ['period']);
}

/** Deleted messages and their conversations are null. */
const ROW: Shape = {
	...asIs('record_type', 'event_name', 'metric_value', 'occurred_at'),
	conversation_id: 'conversation.display_id',
	...inside('conversation', {
		...asIs('contact_id', 'contact_name', 'inbox_id', 'inbox_name', 'assignee_id', 'assignee_name'),
		...asIs('status', 'created_at', 'last_activity_at'),
	}),
	message_id: 'message.id',
	...inside('message', asIs('message_type', 'content', 'sender_name')),
	...urlOf('conversation'),
};

export const getDrilldown = operation({
	name: 'Get Metric Drilldown for a Period',
	action: 'Get a metric drilldown for a period',
	gives: 'Returns one item per conversation, message or event, newest first',
	needs: { role: 'administrator', since: '4.16' },
	description:
		'Lists the records that a summary or time series counts in the period, at most one year. metric_value is in seconds.',
	request: 'GET /api/v2/accounts/{account_id}/reports/drilldown',
	path: [account()],
	query: [
		pick('metric', METRICS),
		scope(),
		...period(),
		fixed({
			bucket_timestamp: ({ values }: Reading) => values.since,
			group_by: unitOf,
			per_page: PAGE,
		}),
		optional(businessHours()),
	],
	options: [optional(zone())],
	reply: simplified(
		records('payload', byPage(PAGE, NEWEST_FIRST, { total: 'meta.total_count' })),
		ROW,
	),
});
