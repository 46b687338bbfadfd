import type { Release } from '../../truth/recordings';
import { figuresOf, seconds, type Query } from './happenings';
import { listen, type Answer } from './server';

export const HOSTILE = '<script>alert("x")</script> & <img src=x onerror=alert(1)> \' "';

/** Names in many scripts. */
const NAMES = ['Jörg Ärger', '渡辺 花子', 'محمد العربي', '👩🏽‍💻 Zoë', HOSTILE, 'A'.repeat(300), ''];

/** What the service knows. */
export interface Figures {
	/** So many agents, and teams, inboxes and labels with the same names. */
	agents?: number;
	/** Of agents and customers, in turn. */
	names?: string[];
	/** Names that are not those of the agents. */
	others?: Partial<Record<'team' | 'inbox' | 'label', string[]>>;
	/** So many ratings. */
	answers?: number;
	/** In turn. */
	ratings?: number[];
	/** Comments, in turn; one of three has none. Default: the names. */
	words?: string[];
	/** Counts of an hour since 1970, and averages of a period by its first hour, instead of those recorded. */
	figure?: (metric: string, hour: number) => number;
	/** Answers one path differently. */
	instead?: (path: string) => Answer | undefined;
}

const json = (body: unknown, status = 200): Answer => ({
	status,
	headers: { 'content-type': 'application/json; charset=utf-8' },
	body: JSON.stringify(body),
});

/** The service with the figures of a release, and with so many agents, teams, inboxes, labels and ratings. */
export async function reportService(
	release: Release,
	{
		agents = 7,
		names = NAMES,
		others = {},
		answers = 7,
		ratings = [1, 2, 3, 4, 5],
		words = names,
		figure,
		instead,
	}: Figures = {},
) {
	const { seriesReply, summaryReply } = figuresOf(release);
	const named = (list: string[]) => list.map((name, index) => ({ id: index + 1, name }));
	const people = named(Array.from({ length: agents }, (_, index) => names[index % names.length]));
	const rowsOf = (kind: keyof typeof others) => (others[kind] ? named(others[kind]) : people);
	const summaries = (rows: typeof people) =>
		rows.map(({ id, name }) => ({
			id,
			name,
			conversations_count: (id * 37) % 1009,
			resolved_conversations_count: id * 3,
			avg_resolution_time: id % 3 ? id * 61.4 : null,
			avg_first_response_time: id * 7,
			avg_reply_time: null,
		}));
	const rated = Array.from({ length: answers }, (_, index) => ({
		id: index + 1,
		rating: ratings[index % ratings.length],
		feedback_message: index % 3 ? words[index % words.length] : null,
		created_at: seconds('2026-10-18') - index * 7200,
		contact: { id: 1, name: names[index % names.length] },
		assigned_agent: index % 2 ? { id: 1, name: names[0] || 'Ada' } : null,
	}));
	const counts = Object.fromEntries(
		[1, 2, 3, 4, 5].map((rating) => [
			rating,
			rated.filter((answer) => answer.rating === rating).length,
		]),
	);
	const hoursOf = ({ since, until, metric }: Query, write: Required<Figures>['figure']) =>
		Array.from({ length: Math.ceil((Number(until) - Number(since)) / 3600) }, (_, index) => {
			const timestamp = Number(since) + index * 3600;
			return { timestamp, value: write(String(metric), Math.floor(timestamp / 3600)) };
		});
	const seriesOf = (query: Query) => {
		if (figure) return hoursOf(query, figure);
		// When the messages came was not recorded.
		return query.metric === 'incoming_messages_count'
			? hoursOf(query, (_, hour) => hour % 5)
			: seriesReply(query);
	};
	const figuresIn = (query: Query, of: Required<Figures>['figure']) => {
		const averages = ['avg_first_response_time', 'avg_resolution_time', 'reply_time'];
		const kinds = ['conversations', 'resolutions', 'incoming_messages', 'outgoing_messages'];
		const sum = (metric: string) =>
			hoursOf({ ...query, metric }, of).reduce((total, { value }) => total + value, 0);
		return Object.fromEntries([
			...averages.map((metric) => [metric, of(metric, Number(query.since) / 3600)] as const),
			...kinds.map((kind) => [`${kind}_count`, sum(`${kind}_count`)] as const),
		]);
	};
	const bodies: Partial<Record<string, (query: Query, page: number) => unknown>> = {
		'/api': () => ({ version: `${release}.0` }),
		summary: (query) => (figure ? figuresIn(query, figure) : summaryReply(query)),
		reports: seriesOf,
		agent: () => summaries(people),
		team: () => summaries(rowsOf('team')),
		inbox: () => summaries(rowsOf('inbox')),
		label: () => summaries(rowsOf('label')),
		agents: () => people,
		teams: () => rowsOf('team'),
		inboxes: () => ({ payload: rowsOf('inbox') }),
		metrics: () => ({
			total_count: answers,
			ratings_count: counts,
			total_sent_messages_count: answers * 2,
		}),
		csat_survey_responses: (_, page) => rated.slice((page - 1) * 25, page * 25),
	};
	return await listen(({ path, query }) => {
		const sent = Object.fromEntries(query);
		const body = bodies[path] ?? bodies[path.split('/').at(-1) ?? ''];
		return instead?.(path) ?? json(body?.(sent, Number(sent.page ?? 1)) ?? {}, body ? 200 : 404);
	});
}
