import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import type { Html } from '../../../shared/formats/html';
import type { Span } from '../../../shared/time/calendar';
import { sideBySide } from '../../../shared/transport/run';
import {
	account,
	CSAT_ANSWERS,
	fixed,
	integer,
	methodAndPath,
	operation,
	optional,
	period,
	pick,
	picks,
	webPage,
	zone,
	type Call,
	type Operation,
	type Request,
} from '../../../shared/vocabulary';
import { section } from '../../pages/document';
import { periodPage } from '../../pages/periodPage';
import { hasComment, ratingSection } from '../../pages/ratings';
import { styleFields, styleOf } from '../../pages/wording';
import { businessHours } from '../../time/businessHours';
import { getMetrics } from '../csat/getMetrics';
import { getAgentSummary } from './getAgentSummary';
import { getInboxSummary } from './getInboxSummary';
import { getLabelSummary } from './getLabelSummary';
import { getTeamSummary } from './getTeamSummary';
import { getTimeSeries } from './getTimeSeries';
import { compareWith, earlier } from './parts/compare';
import {
	busiestHours,
	keyFigures,
	leftOutNote,
	overTime,
	summaryTable,
	TEXTS,
} from './parts/pageSections';
import { summary } from './parts/summary';
import { without } from '../../../shared/values';

const SECTIONS = {
	figures: 'Key Figures',
	series: 'Over Time',
	agents: 'By Agent',
	teams: 'By Team',
	inboxes: 'By Inbox',
	labels: 'By Label',
	hours: 'Busiest Hours',
	csat: 'Customer Satisfaction',
};

type Section = keyof typeof SECTIONS;

const SUMMARIES = {
	agents: { of: getAgentSummary, name: 'agent_name' },
	teams: { of: getTeamSummary, name: 'team_name' },
	inboxes: { of: getInboxSummary, name: 'inbox_name' },
	labels: { of: getLabelSummary, name: 'name' },
};

const DAY = 86_400;

/** The interval with which a period has at most about thirty rows. */
function intervalOf({ since, until }: Span): string {
	const days = (until - since) / DAY;
	if (days <= 32) return 'day';
	if (days <= 190) return 'week';
	return days <= 1100 ? 'month' : 'year';
}

/** Writes a section with at most so many rows. */
type Writing = (rows: number) => Html;

/** Why a token cannot read a section: only this leaves it out. */
const REFUSALS = [401, 403, 404];

/** Reads what each section needs. Every figure is that of the operation that returns it as an item. */
function reading(call: Call, figures: IDataObject) {
	const { values, send, host } = call;
	const style = styleOf(call);
	const span = call.request.query as unknown as Span;
	const query = without(call.request.query as IDataObject, 'type');
	const requestOf = (definition: Operation, more: IDataObject = {}): Request => {
		const { method, path } = methodAndPath(definition);
		return {
			method,
			path: path.replace('{account_id}', String(values.account_id)),
			query: { ...query, ...more },
			needs: definition.needs,
		};
	};
	const itemsOf = async (definition: Operation, set: IDataObject, more?: IDataObject) => {
		const rows = definition.run?.({
			...call,
			request: requestOf(definition, more),
			values: { ...without(values, 'compare_with'), ...set },
		});
		return (await rows) as IDataObject[];
	};
	const seriesOf = async (metrics: string[], interval: string) =>
		await itemsOf(getTimeSeries, { metrics, interval }, { type: 'account', group_by: 'hour' });
	const metrics = async ({ since, until }: Span) =>
		(await send({ ...requestOf(getMetrics), query: { since, until } })) as IDataObject;
	/** The metrics are in two sections. */
	let present: Promise<IDataObject> | undefined;
	const ratings = async () => await (present ??= metrics(span));
	const before = earlier(call);
	const most = Number(values.rows ?? 10);
	const summaryOf = (key: keyof typeof SUMMARIES) => async (): Promise<Writing> => {
		const { of, name } = SUMMARIES[key];
		const rows = await itemsOf(of, {});
		return (count) => summaryTable(style, rows, name, count);
	};
	const sections: Record<Section, () => Promise<Writing>> = {
		figures: async () => {
			const both = [ratings, async () => (before ? await metrics(before) : {})];
			const found = await sideBySide(2, 2, async (index) => await both[index]()).catch(ifRefused);
			const html = keyFigures(style, figures, found);
			return () => html;
		},
		series: async () => {
			const interval = String(values.interval ?? intervalOf(span));
			const rows = await seriesOf(['conversations_count', 'resolutions_count'], interval);
			const html = overTime(style, interval, rows);
			return () => html;
		},
		agents: summaryOf('agents'),
		teams: summaryOf('teams'),
		inboxes: summaryOf('inboxes'),
		labels: summaryOf('labels'),
		hours: async () => {
			const rows = await seriesOf(['incoming_messages_count'], 'hour');
			const html = busiestHours(style, rows, call.weekStart);
			return () => html;
		},
		csat: async () => {
			const found = await ratings();
			let count = 0;
			const { since, until } = span;
			const list = {
				method: 'GET',
				path: requestOf(getMetrics).path.replace(/\/metrics$/, ''),
				query: { since, until, sort: '-created_at' },
			};
			const answers = await call.list(list, CSAT_ANSWERS, (answer) => {
				if (hasComment(answer)) count++;
				return count >= most;
			});
			const comments = answers.filter(hasComment);
			return (rows) => ratingSection(style, found, comments.slice(0, rows));
		},
	};
	const wanted = (values.sections ?? Object.keys(SECTIONS)) as Section[];
	const chosen = (Object.keys(SECTIONS) as Section[]).filter((key) => wanted.includes(key));
	return {
		style,
		most,
		read: async () =>
			await sideBySide(chosen.length, host.places, async (index) => {
				const key = chosen[index];
				const title = style.say(SECTIONS[key]);
				return { title, write: await sections[key]().catch(ifRefused) };
			}),
	};
}

/** @throws any other error */
function ifRefused(error: unknown): undefined {
	if (error instanceof ServiceError && REFUSALS.includes(Number(error.status))) return undefined;
	throw error;
}

export const createPage = operation({
	name: 'Create Report Page for a Period',
	action: 'Create a report page for a period',
	gives: 'Returns one item with a web page of figures, for an email and as a file',
	needs: { role: 'administrator' },
	description:
		'Its HTML is the body of an email, at most 100 kB, and the file is the same page. What the token may not read is left out, and the page and left_out say so.',
	request: 'GET /api/v2/accounts/{account_id}/reports/summary',
	path: [account()],
	query: [fixed({ type: 'account' }), ...period(), optional(businessHours())],
	options: [
		picks('sections', SECTIONS, {
			hint: 'Parts of the page, in this order',
			default: Object.keys(SECTIONS),
		}),
		optional(
			...styleFields(TEXTS, { hint: 'Default: Report' }),
			integer('rows', {
				label: 'Rows per Table',
				hint: 'Of agents, teams, inboxes, labels and comments, the largest or newest first. Default: 10.',
				range: [1, 50],
				default: 10,
			}),
			pick(
				'interval',
				{ day: 'Day', week: 'Week', month: 'Month', year: 'Year' },
				{ hint: 'Of Over Time. Default: one that fits the period.' },
			),
			compareWith(),
			zone(),
		),
	],
	reply: webPage,
	run: async (call) => {
		const compared = { ...call, values: { compare_with: 'period_before', ...call.values } };
		const [figures] = await summary(compared);
		const { style, most, read } = reading(compared, figures);
		const sections = await read();
		const leftOut = sections.filter(({ write }) => !write).map(({ title }) => title);
		const content = (rows: number) => [
			...sections.flatMap(({ title, write }) =>
				write ? [section(style, title, write(rows))] : [],
			),
			...leftOutNote(style, leftOut),
		];
		return [
			{ ...periodPage(compared, style, 'report', 'Report', most, content), left_out: leftOut },
		];
	},
});
