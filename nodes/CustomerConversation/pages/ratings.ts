import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { html, type Html } from '../../shared/formats/html';
import { at } from '../../shared/values';
import {
	bar,
	dataTable,
	lines,
	oneLine,
	paragraph,
	quiet,
	shortened,
	type PageStyle,
} from './document';
import { numberText } from './figures';

/** Customer satisfaction on a page. */

/** The texts of these parts that users can replace. */
export const RATING_TEXTS = ['Satisfaction', 'Rating', 'Count', 'of', 'rated'];

const LONGEST_COMMENT = 400;

const countOf = (metrics: IDataObject, rating: number): number =>
	Number(at(metrics, `ratings_count.${rating}`) ?? 0);

/** How many ratings there are. @param metrics of the service */
export const ratedIn = (metrics: IDataObject): number =>
	[1, 2, 3, 4, 5].reduce((sum, rating) => sum + countOf(metrics, rating), 0);

/** How many surveys were sent. */
export const sentIn = (metrics: IDataObject): number =>
	Number(metrics.total_sent_messages_count ?? 0);

/** The part of the ratings that is 4 or 5; null without ratings. */
export function satisfaction(metrics: IDataObject): number | null {
	const all = ratedIn(metrics);
	return all ? (countOf(metrics, 4) + countOf(metrics, 5)) / all : null;
}

/** How often each rating was given. */
export function ratingTable(style: PageStyle, metrics: IDataObject): Html {
	const { say, color } = style;
	const all = ratedIn(metrics);
	const rows = [5, 4, 3, 2, 1].map((rating) => {
		const count = countOf(metrics, rating);
		return [html`${rating}${bar(count / all, color)}`, numberText(style, count)];
	});
	return dataTable([{ title: say('Rating') }, { title: say('Count'), isNumber: true }], rows);
}

export const hasComment = ({ feedback_message: comment }: IDataObject): boolean => Boolean(comment);

/** The customers' words, in their order. @param answers that have some */
export function commentList({ locale, zone }: PageStyle, answers: IDataObject[]): Html {
	const comments = answers.map((answer) => {
		const date = DateTime.fromSeconds(Number(answer.created_at), { zone, locale });
		const about = [
			at(answer, 'contact.name'),
			at(answer, 'assigned_agent.name'),
			date.toLocaleString(DateTime.DATE_MED),
		];
		const comment = shortened(String(answer.feedback_message), LONGEST_COMMENT);
		const text = html`<b>${Number(answer.rating)}/5</b> ${lines(comment)}`;
		return html`<div style="margin:12px 0">${paragraph(text)}${quiet(
			about
				.map((part) => oneLine(part))
				.filter(Boolean)
				.join(' · '),
		)}</div>`;
	});
	return html`${comments}`;
}

/** The parts together. @param answers the newest with a comment */
export function ratingSection(
	style: PageStyle,
	metrics: IDataObject,
	answers: IDataObject[],
): Html {
	const { say } = style;
	const [all, sent] = [ratedIn(metrics), sentIn(metrics)];
	const summary = paragraph(
		`${numberText(style, all)} ${say('of')} ${numberText(style, sent)} ${say('rated')}`,
	);
	if (!all) return summary;
	return html`${summary}${ratingTable(style, metrics)}${commentList(style, answers)}`;
}
