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
import { isAverage, listOf, withTexts } from './parts/figures';
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
 * Since 4.16 the service leaves out the resolutions of conversations that a bot handed off anywhere
 * in the period that it is asked for.
 */
const isOfThePeriod = (metric: string): boolean => metric === 'bot_resolutions_count';

/**
 * The service's own days, weeks and months are wrong in most time zones: it is asked by hour. An
 * unknown metric would be answered with 200 and nothing.
 */
export const getTimeSeries = operation({
	name: 'Get Time Series',
	action: 'Get a report as a time series',
	gives: 'One item for each hour, day, week, month, quarter or year',
	needs: { role: 'administrator' },
	description:
		'Intervals are those of the chosen time zone. Averages are seconds, null without data.',
	request: 'GET /api/v2/accounts/{account_id}/reports',
	path: [account()],
	query: [
		picks('metrics', METRICS, {
			as: 'metric',
			hint: 'Each becomes a column; averages also have their number of events and a text. Private notes are outgoing messages.',
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
				hint: 'Of the time zone. The first and the last one hold only what lies in the period.',
				default: 'day',
			},
		),
		optional(zoneField()),
	],
	run: async ({ values, request, send, ...calendar }) => {
		const { zone } = calendar;
		const span = request.query as unknown as Span;
		const metrics = [...new Set(values.metrics as string[])];
		const asked = metrics.flatMap((metric) =>
			(isOfThePeriod(metric) ? wholes : stretches)(span, zone).map((stretch) => ({
				metric,
				stretch,
			})),
		);
		const replies = await sideBySide(asked.length, asked.length, async (index) => {
			const { metric, stretch } = asked[index];
			const query = { ...request.query, ...stretch, metric };
			return within(stretch, listOf<Hour>(await send({ ...request, query })));
		});
		const rows = buckets(span, values.interval as Interval, calendar);
		const columns = metrics.map((metric) => {
			const own = replies.filter((_, index) => asked[index].metric === metric);
			const totals = isOfThePeriod(metric) ? differences(rows, own) : addUp(rows, own.flat());
			return totals.map((total) => column(metric, total));
		});
		return rows.map(({ date, timestamp }, index) => {
			const row = { date, timestamp: isoOf(timestamp, zone) };
			return Object.assign(row, ...columns.map((totals) => totals[index])) as IDataObject;
		});
	},
});
