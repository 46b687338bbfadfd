import type { IDataObject } from 'n8n-workflow';
import { html, type Html } from '../../../shared/formats/html';
import { sideBySide } from '../../../shared/transport/run';
import { at, without } from '../../../shared/values';
import {
	account,
	CSAT_ANSWERS,
	fixed,
	integer,
	operation,
	optional,
	period,
	webPage,
	zone,
} from '../../../shared/vocabulary';
import {
	bar,
	dataTable,
	figureTable,
	oneLine,
	quiet,
	section,
	type PageStyle,
} from '../../pages/document';
import { comparedFigure, numberText, percent } from '../../pages/figures';
import { periodPage } from '../../pages/periodPage';
import {
	commentList,
	hasComment,
	ratedIn,
	ratingTable,
	RATING_TEXTS,
	satisfaction,
	sentIn,
} from '../../pages/ratings';
import { styleFields, styleOf } from '../../pages/wording';
import { compareWith, earlier } from '../report/parts/compare';
import { filters } from './parts/filters';

/** The texts of the page. */
export const TEXTS = [
	'Customer Satisfaction',
	'Key Figures',
	'Ratings',
	'By Agent',
	'Comments',
	'Surveys Sent',
	'Response Rate',
	'before',
	'more',
	'Name',
	'Average',
	'Nobody',
	...RATING_TEXTS,
];

/** Ratings of each agent, the most rated first. */
function agentTable(style: PageStyle, answers: IDataObject[], most: number): Html {
	const { say, color, locale } = style;
	const agents = new Map<unknown, { name: string; ratings: number[] }>();
	for (const answer of answers) {
		const id = at(answer, 'assigned_agent.id') ?? null;
		const name = oneLine(at(answer, 'assigned_agent.name')) || say('Nobody');
		const agent = agents.get(id) ?? { name, ratings: [] };
		agent.ratings.push(Number(answer.rating));
		agents.set(id, agent);
	}
	const sorted = [...agents.values()].sort(
		(one, other) =>
			other.ratings.length - one.ratings.length || one.name.localeCompare(other.name, locale),
	);
	const rows = sorted.slice(0, most).map(({ name, ratings }) => {
		const average = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
		const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
		return [
			html`${name}${bar(average / 5, color)}`,
			numberText(style, average, digits),
			numberText(style, ratings.length),
		];
	});
	const table = dataTable(
		[
			{ title: say('Name') },
			{ title: say('Average'), isNumber: true },
			{ title: say('Count'), isNumber: true },
		],
		rows,
	);
	const more = sorted.length - most;
	return more > 0 ? html`${table}${quiet(`+ ${numberText(style, more)} ${say('more')}`)}` : table;
}

/** @param metrics of the period and of the one before; @param isWhole whether no filter is set */
function keyFigures(style: PageStyle, metrics: IDataObject[], isWhole: boolean): Html {
	const count = (value: unknown) => numberText(style, Number(value));
	const rate = (value: unknown) => percent(style, value as number | null);
	const responseRate = (one: IDataObject) => (sentIn(one) ? ratedIn(one) / sentIn(one) : null);
	return figureTable([
		comparedFigure(style, 'Satisfaction', metrics.map(satisfaction), rate, 'more'),
		comparedFigure(style, 'Ratings', metrics.map(ratedIn), count),
		// The service counts sent surveys without regard to filters.
		...(isWhole
			? [
					comparedFigure(style, 'Surveys Sent', metrics.map(sentIn), count),
					comparedFigure(style, 'Response Rate', metrics.map(responseRate), rate, 'more'),
				]
			: []),
	]);
}

const MOST_ROWS = 20;

export const createPage = operation({
	name: 'Create Page for a Period',
	action: 'Create a CSAT page for a period',
	gives: 'Returns one item with a web page of ratings, for an email and as a file',
	needs: { role: 'administrator' },
	description:
		"Shows the ratings, each agent and the customers' words. The HTML is the body of an email, at most 100 kB, and the file is the same page.",
	request: 'GET /api/v1/accounts/{account_id}/csat_survey_responses',
	path: [account()],
	query: [...period(), fixed({ sort: '-created_at' }), optional(...filters())],
	options: [
		optional(
			...styleFields(TEXTS, { hint: 'Default: Customer Satisfaction' }),
			integer('rows', {
				label: 'Rows per Table',
				hint: `Maximum number of agents, and of comments, the newest first. Default: ${MOST_ROWS}.`,
				range: [1, 200],
				default: MOST_ROWS,
			}),
			compareWith(),
			zone(),
		),
	],
	reply: webPage,
	run: async (call) => {
		const compared = { ...call, values: { compare_with: 'period_before', ...call.values } };
		const style = styleOf(call);
		const query = without(call.request.query as IDataObject, 'sort');
		const others = without(query, 'since', 'until');
		const metricsOf = async (of: IDataObject) =>
			(await call.send({
				method: 'GET',
				path: `${call.request.path}/metrics`,
				query: of,
			})) as IDataObject;
		let answers: IDataObject[] = [];
		const bounds = earlier(compared);
		const [, ...metrics] = await sideBySide(3, call.host.places, async (index) => {
			if (index) return await metricsOf(index === 1 ? query : { ...query, ...bounds });
			answers = await call.list(call.request, CSAT_ANSWERS);
			return {};
		});
		const content = (rows: number): Html[] => {
			const parts: Array<[title: string, content: Html]> = [
				['Key Figures', keyFigures(style, metrics, !Object.keys(others).length)],
				['Ratings', ratingTable(style, metrics[0])],
				['By Agent', agentTable(style, answers, rows)],
				['Comments', commentList(style, answers.filter(hasComment).slice(0, rows))],
			];
			const known = answers.length ? parts : parts.slice(0, 1);
			return known.map(([title, part]) => section(style, style.say(title), part));
		};
		const most = Number(call.values.rows ?? MOST_ROWS);
		return [
			{
				...periodPage(compared, style, 'csat', 'Customer Satisfaction', most, content),
				ratings_count: answers.length,
			},
		];
	},
});
