import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { TEXTS } from '../../../nodes/CustomerConversation/resources/report/parts/pageSections';
import { duration } from '../../../nodes/CustomerConversation/time/duration';
import { releases } from '../../../truth/recordings';
import { isAverage } from '../../support/happenings';
import { reportService, HOSTILE, type Figures } from '../../support/reportService';
import { json, runAt } from '../../support/run';
import { seenOn } from '../../support/webPages';

jest.setTimeout(120_000);

const SECTIONS = ['figures', 'series', 'agents', 'teams', 'inboxes', 'labels', 'hours', 'csat'];

const PERIOD = { period: 'between', since: '2026-10-01', until: '2026-11-01' };

/** The page of a desk, and what one sees on it. */
async function pageOf(
	desk: { url: string },
	options: IDataObject = {},
	sections = SECTIONS,
	period: IDataObject = PERIOD,
) {
	const parameters = { ...period, sections, options };
	const { items, error, hints } = await runAt(desk.url, 'report.createPage', parameters);
	if (error) throw error;
	const [{ json: item, binary = {} }] = items;
	const html = String(item.html);
	return { item, html, hints, binary, ...seenOn(html) };
}

const count = (value: unknown) => Number(value).toLocaleString('en');
const time = (value: unknown) => (value === null ? '–' : duration(Number(value)));

/** What another operation returns about the same period. */
async function itemsOf(
	url: string,
	operation: string,
	options: IDataObject,
	more: IDataObject = {},
) {
	const { items, error } = await runAt(url, operation, { ...PERIOD, ...more, options });
	if (error) throw error;
	return items.map(({ json: item }) => item);
}

const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Sao_Paulo'];

describe.each(releases)('the report page with the figures of %s', (release) => {
	test.each(ZONES)('shows every figure of the other operations, in %s', async (timezone) => {
		const desk = await reportService(release, { agents: 12 });
		try {
			const { sections, texts } = await pageOf(desk, { timezone, rows: 50 });
			const [summary] = await itemsOf(
				desk.url,
				'report.getSummary',
				{ timezone, compare_with: 'period_before' },
				{ scope: 'account' },
			);
			const before = summary.previous as IDataObject;
			const figures = {
				Conversations: 'conversations_count',
				Resolved: 'resolutions_count',
				'First Response': 'avg_first_response_time',
				Resolution: 'avg_resolution_time',
				'Customer Waiting Time': 'reply_time',
			};
			for (const [name, key] of Object.entries(figures)) {
				if (!(key in summary)) continue;
				const write = isAverage(key) ? time : count;
				const shown = sections['Key Figures'];
				const at = shown.indexOf(name);
				expect([name, shown[at + 1]]).toEqual([name, write(summary[key])]);
				if (before[key] !== null)
					expect(shown[at + 2].split(', ').at(-1)).toBe(`before: ${write(before[key])}`);
			}
			const days = await itemsOf(
				desk.url,
				'report.getTimeSeries',
				{ timezone },
				{
					interval: 'day',
					scope: 'account',
					metrics: ['conversations_count', 'resolutions_count'],
				},
			);
			expect(sections['Over Time'].slice(3)).toEqual(
				days.flatMap((row) => [
					DateTime.fromISO(String(row.date)).toFormat('ccc, MMM d'),
					count(row.conversations_count),
					count(row.resolutions_count),
				]),
			);
			const tables = {
				'By Agent': ['report.getAgentSummary', 'agent_name'],
				'By Team': ['report.getTeamSummary', 'team_name'],
				'By Inbox': ['report.getInboxSummary', 'inbox_name'],
				'By Label': ['report.getLabelSummary', 'name'],
			};
			for (const [title, [operation, name]] of Object.entries(tables)) {
				const rows = await itemsOf(desk.url, operation, { timezone });
				const largest = [...rows].sort(
					(one, other) => Number(other.conversations_count) - Number(one.conversations_count),
				);
				const shown = sections[title].slice(5);
				// A name may be cut or empty: the figures of each row stand beside each other.
				const numbers = largest.flatMap((row) => [
					count(row.conversations_count),
					count(row.resolved_conversations_count),
					time(row.avg_first_response_time),
					time(row.avg_resolution_time),
				]);
				const names = largest.map((row) => String(row[name]).slice(0, 20).trim());
				expect(shown.filter((text) => !names.some((one) => one && text.startsWith(one)))).toEqual(
					numbers,
				);
				expect(names.filter((one) => one && !shown.some((text) => text.startsWith(one)))).toEqual(
					[],
				);
			}
			const hours = await itemsOf(
				desk.url,
				'report.getTimeSeries',
				{ timezone },
				{ interval: 'hour', scope: 'account', metrics: ['incoming_messages_count'] },
			);
			/** Messages by weekday and hour. */
			const sums = new Map<string, number>();
			for (const { timestamp, incoming_messages_count: sent } of hours) {
				const { weekday, hour } = DateTime.fromISO(String(timestamp), { zone: timezone });
				sums.set(`${hour} ${weekday}`, (sums.get(`${hour} ${weekday}`) ?? 0) + Number(sent));
			}
			const cells = Array.from({ length: 24 }, (_, hour) => [
				`${hour}:00`,
				...[1, 2, 3, 4, 5, 6, 7]
					.map((weekday) => sums.get(`${hour} ${weekday}`) ?? 0)
					.filter((sum) => sum)
					.map(count),
			]).flat();
			expect(sections['Busiest Hours'].slice(8)).toEqual(cells);
			const [metrics] = await itemsOf(desk.url, 'csat.getMetrics', { timezone });
			const ratings = metrics.ratings_count as IDataObject;
			expect(sections['Customer Satisfaction'].slice(0, 13)).toEqual([
				`${count(metrics.total_count)} of ${count(metrics.total_sent_messages_count)} rated`,
				'Rating',
				'Count',
				...[5, 4, 3, 2, 1].flatMap((rating) => [String(rating), count(ratings[rating] ?? 0)]),
			]);
			expect(texts).toContain(`October 1, 2026 – October 31, 2026 (${timezone})`);
		} finally {
			await desk.close();
		}
	});
});

const [release] = releases;

describe('the report page', () => {
	const onDesk =
		(figures: Figures, check: (desk: Awaited<ReturnType<typeof reportService>>) => Promise<void>) =>
		async () => {
			const server = await reportService(release, figures);
			try {
				await check(server);
			} finally {
				await server.close();
			}
		};

	test(
		'escapes every text of the service and of the user, and has no script and no address',
		onDesk({ words: [HOSTILE] }, async (desk) => {
			const { html, texts, faults, addresses, item, binary } = await pageOf(desk, {
				page_title: HOSTILE,
				texts: Object.fromEntries(TEXTS.map((text) => [text, HOSTILE])),
			});
			expect(faults).toEqual([]);
			expect(addresses).toEqual([]);
			expect(html.match(/https?:/g)).toBeNull();
			expect(html).not.toMatch(/<script|<img/);
			expect(texts.filter((text) => text.includes('alert')).length).toBeGreaterThan(5);
			expect(Buffer.from(binary.data.data, 'base64').toString()).toBe(item.html);
		}),
	);

	test(
		'shows only the logo that was set',
		onDesk({}, async (desk) => {
			const logo_url = 'https://example.com/a"b.png?x=1&y=<2>';
			const { addresses, faults } = await pageOf(desk, { logo_url }, ['figures']);
			expect([addresses, faults]).toEqual([[logo_url], []]);
		}),
	);

	test(
		'reads each request once, also where sections need the same one',
		onDesk({}, async (desk) => {
			await pageOf(desk);
			const requests = desk.received.map(({ path, query }) => `${path}?${query.join('&')}`);
			expect(new Set(requests).size).toBe(requests.length);
		}),
	);

	test(
		'has at most 100 kB with 500 agents and long comments, and says how many rows it has',
		onDesk({ agents: 500, answers: 200, words: ['渡辺'.repeat(300)] }, async (desk) => {
			const { html, hints, faults, texts } = await pageOf(desk, { rows: 50 });
			expect(Buffer.byteLength(html)).toBeLessThanOrEqual(100_000);
			expect(faults).toEqual([]);
			expect(hints).toEqual([
				'The page shows 13 rows per table instead of 50: Gmail cuts pages of more than 100 kB.',
			]);
			expect(texts.filter((text) => /^\+ 4\d\d more$/.test(text))).toHaveLength(4);
		}),
	);

	test(
		'says that nothing happened in an empty account',
		onDesk({ agents: 0, answers: 0 }, async (desk) => {
			const { sections, faults, item } = await pageOf(desk, { timezone: 'UTC' }, SECTIONS, {
				period: 'between',
				since: '2020-01-01',
				until: '2020-01-08',
			});
			expect(faults).toEqual([]);
			expect(item.left_out).toEqual([]);
			expect(sections['By Agent']).toEqual(['Nothing in this period']);
			expect(sections['Customer Satisfaction']).toEqual(['0 of 0 rated']);
			const figures = sections['Key Figures'];
			expect(figures[figures.indexOf('First Response') + 1]).toBe('–');
			expect(figures[figures.indexOf('Satisfaction') + 1]).toBe('–');
		}),
	);

	test(
		'leaves out what the token may not read, on the page and in the item',
		onDesk(
			{
				instead: (path) =>
					/csat|summary_reports\/team/.test(path)
						? json({ error: 'You are not authorized to do this action' }, 401)
						: undefined,
			},
			async (desk) => {
				const { item, sections, texts } = await pageOf(desk);
				expect(item.left_out).toEqual(['By Team', 'Customer Satisfaction']);
				expect(texts.at(-1)).toBe('Not shown: By Team; Customer Satisfaction');
				expect(Object.keys(sections)).not.toContain('By Team');
				expect(sections['Key Figures']).not.toContain('Satisfaction');
			},
		),
	);

	test(
		'fails with the words of the service if a part fails for another reason',
		onDesk(
			{
				instead: (path) =>
					path.endsWith('/team') ? json({ error: 'The moon is full' }, 422) : undefined,
			},
			async (desk) => {
				await expect(pageOf(desk)).rejects.toThrow('The moon is full');
			},
		),
	);

	test(
		'writes the busiest hours in thousands if a cell has no space for the numbers',
		onDesk({ figure: (_, hour) => [1_234_567, 499][Math.floor(hour / 24) % 2] }, async (desk) => {
			const period = { period: 'between', since: '2026-10-05', until: '2026-10-12' };
			const { sections } = await pageOf(desk, { timezone: 'UTC' }, ['hours'], period);
			const [about, ...cells] = sections['Busiest Hours'];
			expect(about).toBe('messages from customers by hour, in thousands, UTC');
			expect(new Set(cells.slice(8, 15))).toEqual(new Set(['1,235', '<1']));
		}),
	);

	test(
		'writes up to 9,999 messages of an hour in full',
		onDesk({ figure: () => 9_999 }, async (desk) => {
			const period = { period: 'between', since: '2026-10-05', until: '2026-10-12' };
			const { sections } = await pageOf(desk, { timezone: 'UTC' }, ['hours'], period);
			expect(sections['Busiest Hours'][0]).toBe('messages from customers by hour, UTC');
			expect(sections['Busiest Hours'].slice(9, 11)).toEqual(['9,999', '9,999']);
		}),
	);

	test(
		'takes its language, words and sections from the user',
		onDesk({ agents: 3 }, async (desk) => {
			const { html, texts, sections } = await pageOf(
				desk,
				{ locale: 'de_DE', texts: { 'By Agent': 'Nach Agent', New: 'Neu' }, interval: 'month' },
				['series', 'agents'],
			);
			expect(html).toContain('<html lang="de-DE">');
			expect(Object.keys(sections)).toEqual(['', 'Over Time', 'Nach Agent']);
			expect(sections['Over Time'].slice(1, 4)).toEqual(['Neu', 'Resolved', 'Okt. 2026']);
			expect(texts[1]).toMatch(/^1\. Oktober 2026 – 31\. Oktober 2026/);
		}),
	);

	test.each([
		[{ locale: 'no language' }, 'must be a language code such as en, de or pt-BR'],
		[{ texts: { Agents: 'x' } }, 'has "Agents", which is no text of the page'],
		[{ rows: 51 }, '50'],
		[{ color: 'blue' }, 'Color'],
	])('refuses %j before anything is sent', async (options, words) => {
		const desk = await reportService(release);
		try {
			await expect(pageOf(desk, options)).rejects.toThrow(words);
			expect(desk.received.filter(({ path }) => path !== '/api')).toEqual([]);
		} finally {
			await desk.close();
		}
	});
});
