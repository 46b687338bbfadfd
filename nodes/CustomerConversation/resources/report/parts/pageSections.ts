import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { at } from '../../../../shared/values';
import {
	bar,
	dataTable,
	figureTable,
	heatMap,
	line,
	lines,
	paragraph,
	quiet,
	type Figure,
	type Html,
	type PageStyle,
} from '../../../pages/document';
import { duration } from '../../../time/duration';

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
	'Waiting',
	'Satisfaction',
	'Ratings',
	'before',
	'Time',
	'Name',
	'New',
	'Rating',
	'Count',
	'of',
	'rated',
	'more',
	'Nothing in this period',
	'Not shown',
	'messages from customers by hour',
] as const;

const show = (
	{ locale }: PageStyle,
	value: number,
	options: Intl.NumberFormatOptions = {},
): string => new Intl.NumberFormat(locale, options).format(value);

const time = (value: unknown): string => (value === null ? '–' : duration(Number(value)));

const percent = (style: PageStyle, part: number): string =>
	show(style, part, { style: 'percent', maximumFractionDigits: 0 });

const nothing = ({ say }: PageStyle): Html => quiet(say('Nothing in this period'));

/** What the CSAT metrics say. @returns the part that is satisfied: a rating of 4 or 5; null without ratings */
function satisfaction(metrics: IDataObject): number | null {
	const [all, good] = [
		[1, 2, 3, 4, 5],
		[4, 5],
	].map((ratings) =>
		ratings.reduce((sum, rating) => sum + Number(at(metrics, `ratings_count.${rating}`) ?? 0), 0),
	);
	return all ? good / all : null;
}

/** Values of the period and of the one before, and what is better. */
function compared(
	style: PageStyle,
	name: string,
	[now, before]: unknown[],
	write: (value: unknown) => string,
	better?: 'more' | 'less',
): Figure {
	const figure = { name: style.say(name), value: write(now) };
	const isKnown = typeof now === 'number' && typeof before === 'number';
	if (before === null || before === undefined) return { ...figure, change: '' };
	const earlier = `${style.say('before')}: ${write(before)}`;
	if (!isKnown || now === before || before === 0) return { ...figure, change: earlier };
	const part = (now - before) / before;
	const sign = part > 0 ? '▲' : '▼';
	return {
		...figure,
		change: `${sign} ${percent(style, Math.abs(part))}, ${earlier}`,
		...(better ? { isBetter: better === 'more' ? part > 0 : part < 0 } : {}),
	};
}

/** @param summary with `previous`; @param ratings CSAT metrics of the period and of the one before, if known */
export function keyFigures(style: PageStyle, summary: IDataObject, ratings?: IDataObject[]): Html {
	const both = (key: string) => [summary[key], at(summary, `previous.${key}`)];
	const count = (value: unknown) => show(style, Number(value));
	const rate = (value: unknown) => (value === null ? '–' : percent(style, Number(value)));
	return figureTable([
		compared(style, 'Conversations', both('conversations_count'), count),
		compared(style, 'Resolved', both('resolutions_count'), count),
		compared(style, 'Incoming Messages', both('incoming_messages_count'), count),
		compared(style, 'Outgoing Messages', both('outgoing_messages_count'), count),
		compared(style, 'First Response', both('avg_first_response_time'), time, 'less'),
		compared(style, 'Resolution', both('avg_resolution_time'), time, 'less'),
		compared(style, 'Waiting', both('reply_time'), time, 'less'),
		...(ratings ? [compared(style, 'Satisfaction', ratings.map(satisfaction), rate, 'more')] : []),
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
			line(intervalName(style, interval, String(row.date))) +
				bar(Number(row.conversations_count) / most, color),
			show(style, Number(row.conversations_count)),
			show(style, Number(row.resolutions_count)),
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
	if (!sorted.length) return nothing(style);
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
				line(row.name) + bar(count(row) / largest, color),
				show(style, count(row)),
				show(style, Number(row.resolved_conversations_count)),
				time(row.avg_first_response_time),
				time(row.avg_resolution_time),
			]),
	);
	const more = sorted.length - most;
	return more > 0 ? table + quiet(`+ ${show(style, more)} ${say('more')}`) : table;
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
	const map = heatMap(
		style,
		names,
		counts.map((numbers, hour) => ({ name: `${hour}:00`, numbers })),
		(value) => show(style, value),
	);
	return quiet(`${style.say('messages from customers by hour')}, ${escapedZone(style)}`) + map;
}

const escapedZone = ({ zone }: PageStyle): Html => line(zone);

/** @param answers the newest with words */
export function ratingSection(
	style: PageStyle,
	metrics: IDataObject,
	answers: IDataObject[],
): Html {
	const { say, color, locale, zone } = style;
	const counts = [5, 4, 3, 2, 1].map((rating) => ({
		rating,
		count: Number(at(metrics, `ratings_count.${rating}`) ?? 0),
	}));
	const all = counts.reduce((sum, { count }) => sum + count, 0);
	const sent = Number(metrics.total_sent_messages_count ?? 0);
	const summary = paragraph(
		`${show(style, all)} ${say('of')} ${show(style, sent)} ${line(say('rated'))}`,
	);
	if (!all) return summary;
	const table = dataTable(
		[{ title: say('Rating') }, { title: say('Count'), isNumber: true }],
		counts.map(({ rating, count }) => [`${rating}${bar(count / all, color)}`, show(style, count)]),
	);
	const words = answers.map((answer) => {
		const date = DateTime.fromSeconds(Number(answer.created_at), { zone, locale });
		const who = [at(answer, 'contact.name'), at(answer, 'assigned_agent.name')];
		const about = [...who.filter(Boolean), date.toLocaleString(DateTime.DATE_MED)];
		return `<div dir="auto" style="margin:12px 0">${paragraph(`<b>${Number(answer.rating)}/5</b> ${lines([...String(answer.feedback_message)].slice(0, 400).join(''))}`)}${quiet(about.map((one) => line(one)).join(' · '))}</div>`;
	});
	return summary + table + words.join('');
}

/** What is not on the page, and why. */
export const leftOutNote = ({ say }: PageStyle, leftOut: string[]): Html =>
	leftOut.length
		? quiet(`${line(say('Not shown'))}: ${leftOut.map((one) => line(one, 200)).join('; ')}`)
		: '';
