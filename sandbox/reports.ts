/** Reports and their CSV files, computed from the sandbox's conversations and messages. */
import { Duration } from 'luxon';
import { recording } from '../truth/recordings';
import { filtered, iso, over, valueOf, whole, type Row, type Rows } from './rows';
import { metaOf, recorded } from './state';

/** Columns of the file about all conversations. */
const TOTALS = [
	'conversations_count',
	'incoming_messages_count',
	'outgoing_messages_count',
	'avg_first_response_time',
	'avg_resolution_time',
	'resolutions_count',
	'reply_time',
];

/** Columns of the files by agent, team, inbox and label. */
const PARTS = [
	'name',
	'channel_type',
	'conversations_count',
	'avg_first_response_time',
	'avg_resolution_time',
	'reply_time',
	'resolutions_count',
];

/** All metrics of a summary. */
const FIGURES = [...TOTALS, 'bot_resolutions_count', 'bot_handoffs_count'];

/** The field of a conversation that names its agent, team, inbox or labels. */
const SUBJECTS: Row = { agent: 'assignee_id', team: 'team_id', inbox: 'inbox_id', label: 'labels' };

/** What a metric counts: its name, the time in Unix seconds, and a duration in seconds. */
type Event = [metric: string, at: number, seconds: number];

/** A period in Unix seconds. `until` is not part of it. */
interface Period {
	since: number;
	until: number;
}

const DAY = 86_400;
const HOUR = 3600;

/** The value of a metric: a count, or an average in seconds. The average of nothing is null. */
function figure(metric: string, events: Event[], { since, until }: Period) {
	const matching = events.filter(([name, at]) => name === metric && at >= since && at < until);
	if (metric.endsWith('_count')) return { value: matching.length };
	const sum = matching.reduce((total, [, , seconds]) => total + seconds, 0);
	return { value: matching.length ? sum / matching.length : null, count: matching.length };
}

/** The values of all metrics, by their names. */
const figuresOf = (events: Event[], period: Period): Row =>
	Object.fromEntries(FIGURES.map((name) => [name, figure(name, events, period).value]));

/** The values of a metric, one for each step. @param step in seconds @param offset of the zone from UTC in seconds */
function series(
	events: Event[],
	metric: string,
	step: number,
	offset: number,
	{ since, until }: Period,
) {
	const first = Math.floor((since + offset) / step) * step - offset;
	const length = Math.max(0, Math.ceil((until - first) / step));
	return Array.from({ length }, (_, index) => {
		const timestamp = first + index * step;
		const { value, ...more } = figure(metric, events, {
			since: Math.max(timestamp, since),
			until: Math.min(timestamp + step, until),
		});
		return { value: value ?? 0, timestamp, ...more };
	});
}

/** How many conversations are open, unattended, unassigned and pending now. */
function live(conversations: Row[]) {
	const open = conversations.filter(({ status }) => status === 'open');
	return {
		open: open.length,
		unattended: open.filter((row) => !row.first_reply_created_at || row.waiting_since).length,
		unassigned: open.filter((row) => !metaOf(row).assignee).length,
		pending: conversations.filter(({ status }) => status === 'pending').length,
	};
}

/** The numbers of open conversations for each value that a key has. */
function liveBy(key: string, conversations: Row[]) {
	const open = conversations.filter(({ status }) => status === 'open');
	const groups = [...new Set(open.map((row) => valueOf(row, key)))];
	return groups.map((group) => {
		const { pending: _, ...counts } = live(open.filter((row) => valueOf(row, key) === group));
		return { ...counts, [key]: group ?? null };
	});
}

/** A duration as the files write it, in its two largest units: `2 hours 5 minutes`. */
function spoken(seconds: unknown): string {
	const time = Duration.fromObject({ seconds: Math.floor(Number(seconds)) }).rescale();
	return time.toHuman().split(', ').slice(0, 2).join(' ') || 'N/A';
}

/** A line of a CSV file. */
function csv(values: unknown[]): string {
	const texts = values.map((value) => String(value ?? '').replaceAll('"', '""'));
	return `${texts.map((text) => (/[",\n]/.test(text) ? `"${text}"` : text)).join()}\n`;
}

/**
 * The CSV file of a report, with the column titles of the recorded file.
 * @param id of the operation
 */
function file(id: string, lines: Row[], columns: string[], { since, until }: Period): string {
	const days = [since, until].map((bound) => iso(bound)?.slice(0, 10)).join(' to ');
	const titles = recording(id, 'ok').response.text!.split('\n')[3];
	const names = columns.filter((name) => lines.some((line) => name in line));
	const cell = (line: Row, name: string) =>
		name.endsWith('time') ? spoken(line[name]) : line[name];
	const table = lines.map((line) => csv(names.map((name) => cell(line, name))));
	return `Reporting period ${days}\n\n\n${titles}\n${table.join('')}`;
}

/** Returns a function that computes a report by the id of its operation. A report that is a file is a text. */
export function reporter(rows: Rows) {
	const conversations = rows['account.conversation'];

	/** The conversations of an agent, a team, an inbox or a label. */
	const conversationsOf = (kind: string, { id, title }: Row = {}) =>
		filtered(conversations, [{ attribute_key: SUBJECTS[kind], values: [title ?? id] }]);

	/** Everything in a conversation that counts for a metric. */
	function eventsOf(conversation: Row): Event[] {
		const begun = Number(conversation.created_at);
		const changed = Number(conversation.updated_at);
		const events: Event[] = [['conversations_count', begun, 0]];
		// 0 if the customer has been answered.
		let waitingSince = begun;
		let responseMetric = 'avg_first_response_time';
		for (const row of rows['account.message']) {
			if (row.conversation_id !== conversation.id || Number(row.message_type) > 1) continue;
			const at = Number(row.created_at);
			const isOutgoing = Boolean(row.message_type);
			events.push([`${isOutgoing ? 'outgoing' : 'incoming'}_messages_count`, at, 0]);
			if (!isOutgoing) waitingSince ||= at;
			if (!isOutgoing || !waitingSince || row.private) continue;
			events.push([responseMetric, at, at - waitingSince]);
			waitingSince = 0;
			responseMetric = 'reply_time';
		}
		if (conversation.status === 'resolved')
			events.push(
				['resolutions_count', changed, 0],
				['avg_resolution_time', changed, changed - begun],
			);
		return events;
	}

	/** A line for each agent, team, inbox or label. */
	const linesBy = (kind: string, period: Period): Row[] =>
		rows[`account.${kind}`].map((record) => {
			const figures = figuresOf(conversationsOf(kind, record).flatMap(eventsOf), period);
			return {
				...record,
				name: record.title ?? record.name,
				...figures,
				resolved_conversations_count: figures.resolutions_count,
				avg_reply_time: figures.reply_time,
			};
		});

	/** The open and unattended conversations of each agent. */
	function liveByAgent() {
		const shape = recorded('account.report.agent_conversation_metrics');
		return rows['account.agent'].map((row) => {
			const { open, unattended } = live(conversationsOf('agent', row));
			return over(shape, { ...row, metric: { open, unattended } });
		});
	}

	return (id: string, query: URLSearchParams): unknown => {
		const name = id.split('.')[2];
		// If a bound is missing, the period is empty.
		const period = { since: whole(query, 'since', Infinity), until: whole(query, 'until') };
		const [, verb, kind] = /^(by|download)_(agent|team|inbox|label)/.exec(name) ?? [];
		if (kind) {
			const lines = linesBy(kind, period);
			return verb === 'download'
				? file(id, lines, PARTS, period)
				: lines.map((line) => over(recorded(id), line));
		}
		const type = query.get('type') ?? '';
		const subject = rows[`account.${type}`]?.find((row) => row.id === whole(query, 'id'));
		const selected = type in SUBJECTS ? conversationsOf(type, subject) : conversations;
		const events = selected.flatMap(eventsOf);
		const ofTeam = query.has('team_id')
			? conversationsOf('team', { id: whole(query, 'team_id') })
			: conversations;
		switch (name) {
			case 'summary':
			case 'bot_summary':
				return over({ ...recorded(id), previous: {} }, figuresOf(events, period));
			case 'bot_metrics':
				return Object.fromEntries(Object.keys(recorded(id)).map((key) => [key, 0]));
			case 'timeseries': {
				const step = query.get('group_by') === 'hour' ? HOUR : DAY;
				const offset = Number(query.get('timezone_offset')) * HOUR;
				return series(events, query.get('metric') ?? '', step, offset, period);
			}
			case 'conversation_metrics':
				return type === 'agent' ? liveByAgent() : live(ofTeam);
			case 'grouped_conversation_metrics':
				return liveBy(query.get('group_by') ?? '', ofTeam);
			case 'download_conversations_summary':
				return file(id, [figuresOf(events, period)], TOTALS, period);
			default:
				return undefined;
		}
	};
}
