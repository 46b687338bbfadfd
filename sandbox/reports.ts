/** The figures of reports and their files, from the conversations and messages that are kept. */
import { Duration } from 'luxon';
import { recording } from '../truth/recordings';
import { filtered, iso, over, valueOf, whole, type Row, type Rows } from './rows';
import { metaOf, recorded } from './state';

/** The columns of the file about all, and of those by agent, team, inbox and label. */
const ALL =
	'conversations_count incoming_messages_count outgoing_messages_count avg_first_response_time avg_resolution_time resolutions_count reply_time';
const PARTS =
	'name channel_type conversations_count avg_first_response_time avg_resolution_time reply_time resolutions_count';
const FIGURES = `${ALL} bot_resolutions_count bot_handoffs_count`.split(' ');
/** The keys of conversations that name what is reported on. */
const SUBJECTS: Row = { agent: 'assignee_id', team: 'team_id', inbox: 'inbox_id', label: 'labels' };

/** What counts for a figure: its name, when it was, and the seconds that it took. */
type Event = [name: string, at: number, seconds: number];

function figure(name: string, events: Event[], since: number, until: number) {
	const matching = events.filter(([one, at]) => one === name && at >= since && at < until);
	if (name.endsWith('_count')) return { value: matching.length };
	const sum = matching.reduce((total, [, , seconds]) => total + seconds, 0);
	return { value: matching.length ? sum / matching.length : null, count: matching.length };
}

/** Seconds as the files say them: the two largest units. */
function spoken(seconds: unknown): string {
	const time = Duration.fromObject({ seconds: Math.floor(Number(seconds)) }).rescale();
	return time.toHuman().split(', ').slice(0, 2).join(' ') || 'N/A';
}

/** A line of a file. */
function csv(values: unknown[]): string {
	const texts = values.map((value) => String(value ?? '').replaceAll('"', '""'));
	return `${texts.map((text) => (/[",\n]/.test(text) ? `"${text}"` : text)).join()}\n`;
}

/** Gives what a report answers, by its id in the catalogue; a text is a file. */
export function reporter(rows: Rows) {
	const talks = rows['account.conversation'];
	const talksOf = (kind: string, { id, title }: Row = {}) =>
		filtered(talks, [{ attribute_key: SUBJECTS[kind], values: [title ?? id] }]);

	function eventsOf(talk: Row): Event[] {
		const [begun, changed] = [Number(talk.created_at), Number(talk.updated_at)];
		const events: Event[] = [['conversations_count', begun, 0]];
		let [waiting, answer] = [begun, 'avg_first_response_time'];
		for (const row of rows['account.message']) {
			if (row.conversation_id !== talk.id || Number(row.message_type) > 1) continue;
			const at = Number(row.created_at);
			events.push([`${row.message_type ? 'outgoing' : 'incoming'}_messages_count`, at, 0]);
			if (!row.message_type) waiting ||= at;
			if (!row.message_type || !waiting || row.private) continue;
			events.push([answer, at, at - waiting]);
			[waiting, answer] = [0, 'reply_time'];
		}
		const took: Event = ['avg_resolution_time', changed, changed - begun];
		if (talk.status === 'resolved') events.push(['resolutions_count', changed, 0], took);
		return events;
	}

	/** What waits for somebody now. */
	function live(conversations: Row[]) {
		const open = conversations.filter(({ status }) => status === 'open');
		return {
			open: open.length,
			unattended: open.filter((row) => !row.first_reply_created_at || row.waiting_since).length,
			unassigned: open.filter((row) => !metaOf(row).assignee).length,
			pending: conversations.filter(({ status }) => status === 'pending').length,
		};
	}

	return (id: string, query: URLSearchParams): unknown => {
		const name = id.split('.')[2];
		// A missing bound leaves nothing between the two.
		const [since, until] = [whole(query, 'since', Infinity), whole(query, 'until')];
		const figures = (events: Event[]): Row =>
			Object.fromEntries(FIGURES.map((one) => [one, figure(one, events, since, until).value]));
		const file = (lines: Row[], columns: string) => {
			const days = [since, until].map((bound) => iso(bound)?.slice(0, 10)).join(' to ');
			const titles = recording(id, 'ok').response.text!.split('\n')[3];
			const cell = (line: Row) => (name: string) =>
				name.endsWith('time') ? spoken(line[name]) : line[name];
			const names = columns.split(' ').filter((name) => lines.some((line) => name in line));
			const table = lines.map((line) => csv(names.map(cell(line))));
			return `Reporting period ${days}\n\n\n${titles}\n${table.join('')}`;
		};
		const [, verb, kind] = /^(by|download)_(agent|team|inbox|label)/.exec(name) ?? [];
		if (kind) {
			const lines = rows[`account.${kind}`].map((record): Row => {
				const summary = figures(talksOf(kind, record).flatMap(eventsOf));
				const { resolutions_count: resolved_conversations_count, reply_time } = summary;
				const more = { resolved_conversations_count, avg_reply_time: reply_time };
				return { ...record, name: record.title ?? record.name, ...summary, ...more };
			});
			return verb === 'download' ? file(lines, PARTS) : lines.map((one) => over(recorded(id), one));
		}

		const type = query.get('type') ?? '';
		const subject = rows[`account.${type}`]?.find((row) => row.id === whole(query, 'id'));
		const events = (type in SUBJECTS ? talksOf(type, subject) : talks).flatMap(eventsOf);
		const ofTeam = query.has('team_id') ? talksOf('team', { id: whole(query, 'team_id') }) : talks;
		const reports: Record<string, () => unknown> = {
			summary: () => over({ ...recorded(id), previous: {} }, figures(events)),
			bot_metrics: () => Object.fromEntries(Object.keys(recorded(id)).map((key) => [key, 0])),
			timeseries: () => {
				const size = query.get('group_by') === 'hour' ? 3600 : 86_400;
				const first = Math.floor(since / size) * size;
				const length = Math.max(0, Math.ceil((until - first) / size));
				return Array.from({ length }, (_, index) => {
					const timestamp = first + index * size;
					const [from, to] = [Math.max(timestamp, since), Math.min(timestamp + size, until)];
					const { value, ...more } = figure(query.get('metric') ?? '', events, from, to);
					return { value: value ?? 0, timestamp, ...more };
				});
			},
			conversation_metrics: () => {
				if (type !== 'agent') return live(ofTeam);
				const shape = recorded('account.report.agent_conversation_metrics');
				return rows['account.agent'].map((row) => {
					const { open, unattended } = live(talksOf('agent', row));
					return over(shape, { ...row, metric: { open, unattended } });
				});
			},
			grouped_conversation_metrics: () => {
				const key = query.get('group_by') ?? '';
				const open = ofTeam.filter(({ status }) => status === 'open');
				const groups = [...new Set(open.map((row) => valueOf(row, key)))];
				return groups.map((one) => {
					const { pending: _, ...counts } = live(open.filter((row) => valueOf(row, key) === one));
					return { ...counts, [key]: one ?? null };
				});
			},
			download_conversations_summary: () => file([figures(events)], ALL),
		};
		return reports[name.replace('bot_summary', 'summary')]?.();
	};
}
