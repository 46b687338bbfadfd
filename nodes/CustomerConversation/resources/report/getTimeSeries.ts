import type { IDataObject } from 'n8n-workflow';
import { isoOf, type Span } from '../../../shared/time/calendar';
import { sideBySide } from '../../../shared/transport/run';
import {
	account,
	fixed,
	operation,
	optional,
	period,
	pick,
	picks,
	zone as zoneField,
} from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { AVERAGES, isAverage, listOf, withTexts } from './parts/figures';
import { METRICS } from './parts/metrics';
import { scope } from './parts/scope';
import {
	addUp,
	buckets,
	differences,
	stretches,
	wholes,
	within,
	type Hour,
	type Interval,
	type Total,
} from './parts/series';

/** The keys that a metric adds to a row. */
const column = (metric: string, { sum, count }: Total): IDataObject =>
	isAverage(metric)
		? { ...withTexts({ [metric]: count ? sum / count : null }), [`${metric}_count`]: count }
		: { [metric]: sum };

/**
 * Whether the value depends on the whole period of the request: since 4.16 the service leaves out the
 * resolutions of conversations that a bot handed off at any time in it.
 */
const isOfThePeriod = (metric: string): boolean => metric === 'bot_resolutions_count';

/**
 * The service's days, weeks and months are wrong in most time zones: so hours are requested and added
 * up. For an unknown metric the service would answer 200 with nothing.
 */
export const getTimeSeries = operation({
	name: 'Get Time Series for a Period',
	action: 'Get a time series for a period',
	gives: 'Returns one item per hour, day, week, month, quarter or year',
	needs: { role: 'administrator' },
	description: AVERAGES,
	request: 'GET /api/v2/accounts/{account_id}/reports',
	path: [account()],
	query: [
		picks('metrics', METRICS, {
			as: 'metric',
			hint: 'Each becomes a column; averages also get a count and a readable duration. Private notes count as outgoing messages.',
			default: ['conversations_count'],
		}),
		scope(),
		...period(),
		fixed({ group_by: 'hour' }),
		optional(businessHours()),
	],
	options: [
		pick(
			'interval',
			{
				hour: 'Hour',
				day: 'Day',
				week: 'Week',
				month: 'Month',
				quarter: 'Quarter',
				year: 'Year',
			},
			{
				hint: 'Follows the option Time Zone. The first and last interval only cover their part of the period.',
				default: 'day',
			},
		),
		optional(zoneField()),
	],
	run: async ({ values, request, send, ...calendar }) => {
		const { zone } = calendar;
		const span = request.query as unknown as Span;
		const metrics = [...new Set(values.metrics as string[])];
		const queries = metrics.flatMap((metric) =>
			(isOfThePeriod(metric) ? wholes : stretches)(span, zone).map((stretch) => ({
				metric,
				stretch,
			})),
		);
		const replies = await sideBySide(queries.length, queries.length, async (index) => {
			const { metric, stretch } = queries[index];
			const query = { ...request.query, ...stretch, metric };
			return within(stretch, listOf<Hour>(await send({ ...request, query })));
		});
		const rows = buckets(span, values.interval as Interval, calendar);
		const columns = metrics.map((metric) => {
			const ofMetric = replies.filter((_, index) => queries[index].metric === metric);
			const totals = isOfThePeriod(metric)
				? differences(rows, ofMetric)
				: addUp(rows, ofMetric.flat());
			return totals.map((total) => column(metric, total));
		});
		return rows.map(({ date, timestamp }, index) => {
			const row = { date, timestamp: isoOf(timestamp, zone) };
			return Object.assign(row, ...columns.map((totals) => totals[index])) as IDataObject;
		});
	},
});
