import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { html, type Html } from '../../../../shared/formats/html';
import { at } from '../../../../shared/values';
import {
	bar,
	dataTable,
	figureTable,
	heatMap,
	oneLine,
	quiet,
	type PageStyle,
} from '../../../pages/document';
import { comparedFigure, percent, timeText, numberText } from '../../../pages/figures';
import { RATING_TEXTS, satisfaction } from '../../../pages/ratings';

/** The parts of a report page, each made of the items of other operations. */

/** The texts of the page. */
export const TEXTS = [
	'Report',
	'Key Figures',
	'Over Time',
	'By Agent',
	'By Team',
	'By Inbox',
	'By Label',
	'Busiest Hours',
	'Customer Satisfaction',
	'Conversations',
	'Incoming Messages',
	'Outgoing Messages',
	'Resolved',
	'First Response',
	'Resolution',
	'Customer Waiting Time',
	'before',
	'Time',
	'Name',
	'New',
	'more',
	'Nothing in this period',
	'Not shown',
	'messages from customers by hour',
	'in thousands',
	...RATING_TEXTS,
];

/** @param summary with `previous`; @param ratings CSAT metrics of the period and of the one before, if known */
export function keyFigures(style: PageStyle, summary: IDataObject, ratings?: IDataObject[]): Html {
	const both = (key: string) => [summary[key], at(summary, `previous.${key}`)];
	const count = (value: unknown) => numberText(style, Number(value));
	const rate = (value: unknown) => percent(style, value as number | null);
	return figureTable([
		comparedFigure(style, 'Conversations', both('conversations_count'), count),
		comparedFigure(style, 'Resolved', both('resolutions_count'), count),
		comparedFigure(style, 'Incoming Messages', both('incoming_messages_count'), count),
		comparedFigure(style, 'Outgoing Messages', both('outgoing_messages_count'), count),
		comparedFigure(style, 'First Response', both('avg_first_response_time'), timeText, 'less'),
		comparedFigure(style, 'Resolution', both('avg_resolution_time'), timeText, 'less'),
		comparedFigure(style, 'Customer Waiting Time', both('reply_time'), timeText, 'less'),
		...(ratings
			? [comparedFigure(style, 'Satisfaction', ratings.map(satisfaction), rate, 'more')]
			: []),
	]);
}

/** The names of intervals, in the page's language. */
function intervalName({ locale }: PageStyle, interval: string, date: string): string {
	const day = DateTime.fromISO(date, { locale });
	if (interval === 'year') return day.toFormat('yyyy');
	if (interval === 'month') return day.toLocaleString({ month: 'short', year: 'numeric' });
	return day.toLocaleString({
		...(interval === 'day' ? { weekday: 'short' } : {}),
		day: 'numeric',
		month: 'short',
	});
}

/** @param rows of the time series: conversations and resolutions */
export function overTime(style: PageStyle, interval: string, rows: IDataObject[]): Html {
	const { say, color } = style;
	const most = Math.max(1, ...rows.map((row) => Number(row.conversations_count)));
	return dataTable(
		[
			{ title: say('Time') },
			{ title: say('New'), isNumber: true },
			{ title: say('Resolved'), isNumber: true },
		],
		rows.map((row) => [
			html`${intervalName(style, interval, String(row.date))}${bar(Number(row.conversations_count) / most, color)}`,
			numberText(style, Number(row.conversations_count)),
			numberText(style, Number(row.resolutions_count)),
		]),
	);
}

/** The largest rows of a summary. @param name of a row: the key that has it */
export function summaryTable(
	style: PageStyle,
	rows: IDataObject[],
	name: string,
	most: number,
): Html {
	const { say, color } = style;
	const count = (row: IDataObject) => Number(row.conversations_count);
	const named = rows.map((row) => ({ ...row, name: String(row[name] ?? `ID ${String(row.id)}`) }));
	const sorted = named.sort(
		(one, other) => count(other) - count(one) || one.name.localeCompare(other.name, style.locale),
	);
	if (!sorted.length) return quiet(say('Nothing in this period'));
	const largest = Math.max(1, count(sorted[0]));
	const table = dataTable(
		[
			{ title: say('Name') },
			...['New', 'Resolved', 'First Response', 'Resolution'].map((title) => ({
				title: say(title),
				isNumber: true,
			})),
		],
		sorted
			.slice(0, most)
			.map((row: IDataObject & { name: string }) => [
				html`${oneLine(row.name)}${bar(count(row) / largest, color)}`,
				numberText(style, count(row)),
				numberText(style, Number(row.resolved_conversations_count)),
				timeText(row.avg_first_response_time),
				timeText(row.avg_resolution_time),
			]),
	);
	const more = sorted.length - most;
	return more > 0 ? html`${table}${quiet(`+ ${numberText(style, more)} ${say('more')}`)}` : table;
}

/** @param rows of the time series by hour: messages of customers */
export function busiestHours(style: PageStyle, rows: IDataObject[], weekStart: number): Html {
	const days = [0, 1, 2, 3, 4, 5, 6].map((index) => ((weekStart - 1 + index) % 7) + 1);
	const counts = Array.from({ length: 24 }, () => days.map(() => 0));
	for (const row of rows) {
		const { hour, weekday } = DateTime.fromISO(String(row.timestamp), { setZone: true });
		counts[hour][days.indexOf(weekday)] += Number(row.incoming_messages_count);
	}
	// 2024 began on a Monday.
	const names = days.map((day) =>
		DateTime.utc(2024, 1, day, { locale: style.locale }).toLocaleString({ weekday: 'short' }),
	);
	// On a phone, a cell has space for four digits.
	const isLarge = Math.max(...counts.flat()) >= 10_000;
	const full = (value: number) => numberText(style, value);
	const thousands = (value: number) => (value < 500 ? '<1' : full(Math.round(value / 1000)));
	const map = heatMap(
		style,
		names,
		counts.map((numbers, hour) => ({ name: `${hour}:00`, numbers })),
		isLarge ? thousands : full,
	);
	const unit = isLarge ? `, ${style.say('in thousands')}` : '';
	const about = `${style.say('messages from customers by hour')}${unit}, ${style.zone}`;
	return html`${quiet(about)}${map}`;
}

/** What is not on the page. */
export const leftOutNote = ({ say }: PageStyle, leftOut: string[]): Html[] =>
	leftOut.length ? [quiet(`${say('Not shown')}: ${leftOut.join('; ')}`)] : [];
