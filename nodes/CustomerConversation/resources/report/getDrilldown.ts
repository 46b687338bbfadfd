import { BadInput } from '../../../shared/faults';
import { before } from '../../../shared/time/calendar';
import {
	account,
	byPage,
	fixed,
	inside,
	NEWEST_FIRST,
	operation,
	optional,
	own,
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

/** Rows of a page: the most that the service gives, because it lets few requests through. */
const PAGE = 100;

/**
 * The bar is one unit from its start on, and ends with the period at the latest: any unit does that is
 * long enough. So its days, weeks and months are ours, not those of a zone that the service guesses.
 */
function unitOf({ values: { since, until } }: Reading): string | undefined {
	if (since === undefined || until === undefined) return undefined;
	const unit = (['day', 'week', 'month', 'year'] as const).find(
		(one) => before(Number(since), one, -1, 'UTC') >= Number(until),
	);
	if (unit) return unit;
	throw new BadInput('Period is longer than a year: choose a shorter one', ['period']);
}

/** Messages that are gone, and their conversations, are null. */
const ROW: Shape = {
	...own('record_type', 'event_name', 'metric_value', 'occurred_at'),
	conversation_id: 'conversation.display_id',
	...inside('conversation', {
		...own('contact_id', 'contact_name', 'inbox_id', 'inbox_name', 'assignee_id', 'assignee_name'),
		...own('status', 'created_at', 'last_activity_at'),
	}),
	message_id: 'message.id',
	...inside('message', own('message_type', 'content', 'sender_name')),
	...urlOf('conversation'),
};

export const getDrilldown = operation({
	name: 'Get Drilldown',
	action: 'Get the conversations and messages behind a figure',
	gives: 'One item for each conversation, message or event, newest first',
	needs: { role: 'administrator', since: '4.16' },
	description:
		'What Get Summary or Get Time Series counts in the period, at most a year. metric_value is in seconds.',
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
