import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import { runOperation } from '../../live/node';
import { HOSTILE, reportService, type Figures } from './reportService';
import { listen, type Answer } from './server';

/** Web pages that the nodes make of services with made-up figures and people. */

const PEOPLE = [
	'Grace Haddad',
	'Emeka Okafor',
	'Lin Wei',
	'Olga Petrova',
	'Jörg Ärmel',
	'Ana Souza',
];
const WORDS = [
	'Very friendly, and solved within an hour.',
	'Schnelle Hilfe, danke!',
	'Ótimo atendimento.',
	'The answer was right, but I waited too long for it.',
	'Merci beaucoup !',
	'Nobody called back.',
];

/** More on working days, in the morning and the afternoon, and from week to week. */
const figure = (metric: string, hour: number): number => {
	const week = Math.floor(hour / 168 + 0.5) % 10;
	if (metric === 'avg_first_response_time') return 900 - week * 40;
	if (metric.endsWith('_time')) return 9000 - week * 300;
	const [weekday, time] = [Math.floor(hour / 24 + 4) % 7, hour % 24];
	const isWork = weekday > 0 && weekday < 6 && time > 6 && time < 18;
	const steady = 5 + week / 5 - Math.abs(time - 10) * 0.6 + ((hour * 7) % 5);
	const factors: Record<string, number> = {
		resolutions_count: 0.9,
		incoming_messages_count: 3,
		outgoing_messages_count: 2.6,
	};
	return Math.max(
		0,
		Math.round((isWork ? steady : (hour * 7) % 11 < 1 ? 1 : 0) * (factors[metric] ?? 1)),
	);
};

const PERIOD = { period: 'between', since: '2026-10-05', until: '2026-10-19' };
const SECTIONS = ['figures', 'series', 'agents', 'teams', 'inboxes', 'labels', 'hours', 'csat'];

async function htmlOf(
	server: Awaited<ReturnType<typeof listen>>,
	id: string,
	parameters: IDataObject,
): Promise<string> {
	try {
		const access = { root: server.url, token: 'secret-token', platformToken: '', account: '1' };
		const { items, error } = await runOperation(access, id, { account_id: 1, ...parameters });
		assert.ifError(error);
		return String(items[0].html);
	} finally {
		await server.close();
	}
}

const report = async (figures: Figures, options: IDataObject = {}, period: IDataObject = PERIOD) =>
	await htmlOf(await reportService('4.16', figures), 'account.report.createPage', {
		...period,
		sections: SECTIONS,
		options: { timezone: 'Europe/Berlin', ...options },
	});

const csat = async (figures: Figures) =>
	await htmlOf(await reportService('4.16', figures), 'account.csat.createPage', {
		...PERIOD,
		options: { timezone: 'Europe/Berlin', rows: 5 },
	});

/** What two people wrote, one of them with files. */
const MESSAGES: IDataObject[] = [
	{ content: 'Hello, where is my parcel?\nThe number is 4711.' },
	{ message_type: 1, content: 'Let me look.', sender: { name: 'Grace Haddad' } },
	{
		message_type: 1,
		private: true,
		content: 'It waits in Leipzig since Monday.',
		sender: { name: 'Grace Haddad' },
	},
	{
		message_type: 1,
		content: 'It comes tomorrow. Here is the label.',
		sender: { name: 'Grace Haddad' },
		attachments: [{ file_type: 'file', data_url: 'https://chat.example/blobs/label.pdf' }],
		created_at: 1_790_900_000,
	},
	{
		content: `Thank you! ${'https://example.com/a/very/long/address/'.repeat(5)}`,
		attachments: [{ file_type: 'location', coordinates_lat: 51.3, coordinates_long: 12.4 }],
		created_at: 1_790_900_400,
	},
];

async function transcript(content: string[] = []): Promise<string> {
	const rows = [...MESSAGES, ...content.map((text): IDataObject => ({ content: text }))];
	const answer = (body: unknown): Answer => ({
		status: 200,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const server = await listen(({ path }) =>
		answer(
			path.endsWith('/messages')
				? {
						payload: rows.map((row, index) => ({
							id: index + 2,
							message_type: 0,
							created_at: 1_790_842_000 + index * 300,
							sender: { name: 'Emeka Okafor' },
							...row,
						})),
					}
				: { id: 42, meta: { sender: { name: 'Emeka Okafor' } } },
		),
	);
	return await htmlOf(server, 'account.conversation.createTranscriptPage', {
		conversation_id: 42,
		options: { timezone: 'Europe/Berlin', include_private_notes: true },
	});
}

const people: Figures = {
	agents: 6,
	names: PEOPLE,
	others: {
		team: ['Support', 'Sales', 'Billing'],
		inbox: ['Website', 'WhatsApp', 'Email', 'Mobile App'],
		label: ['question', 'delivery', 'invoice', 'bug'],
	},
	answers: 42,
	ratings: [5, 5, 4, 3, 5, 1],
	words: WORDS,
	figure,
};

/** The pages of which the documentation has pictures, by name. */
export const shownPages = {
	report: async () =>
		await report(people, { page_title: 'Support in the first half of October', rows: 6 }),
	csat: async () => await csat(people),
	transcript: async () => await transcript(),
};

/** Pages of accounts that nobody would take a picture of. */
export const hardPages = {
	'a report of 500 agents with hostile names': async () =>
		await report({ agents: 500, answers: 200 }, { rows: 50, page_title: HOSTILE }),
	'a report of a new account': async () =>
		await report(
			{ agents: 0, answers: 0, figure: () => 0 },
			{},
			{ ...PERIOD, until: '2026-10-06' },
		),
	'a report of one agent in German, in millions': async () =>
		await report(
			{ agents: 1, answers: 1, figure: () => 98_765 },
			{
				locale: 'de',
				texts: {
					'By Agent': 'Nach Mitarbeitenden',
					Resolved: 'Gelöst',
					'First Response': 'Erste Antwort',
					Resolution: 'Lösung',
				},
			},
		),
	'a CSAT page with hostile names': async () => await csat({ answers: 60 }),
	'a transcript with hostile texts': async () => await transcript([HOSTILE, '渡'.repeat(500)]),
};
