import type { IDataObject } from 'n8n-workflow';
import { TEXTS as CSAT_TEXTS } from '../../../nodes/CustomerConversation/resources/csat/createPage';
import { TEXTS } from '../../../nodes/CustomerConversation/resources/conversation/parts/transcriptPage';
import { json, runAt } from '../../support/run';
import { listen } from '../../support/server';
import { seenOn } from '../../support/webPages';

const HOSTILE = '<script>alert("x")</script> & <img src=x onerror=alert(1)> \' "';
const [MORNING, NIGHT] = [1_790_841_600, 1_790_895_600];

const hostileTexts = (texts: string[]) => Object.fromEntries(texts.map((text) => [text, HOSTILE]));

/** What one sees on the page of an item, in the email and in the file. */
function seen({ json: item, binary = {} }: Awaited<ReturnType<typeof runAt>>['items'][number]) {
	const file = Buffer.from(binary.data.data, 'base64').toString();
	const html = String(item.html);
	return { item, html, file, ...seenOn(html), inFile: seenOn(file) };
}

describe('a transcript page', () => {
	/** A conversation with these messages, by ID. */
	async function transcriptOf(
		messages: IDataObject[],
		options: IDataObject = {},
		talk?: IDataObject,
	) {
		const rows = messages.map((message, index): IDataObject => ({
			id: index + 2,
			message_type: 0,
			created_at: MORNING + index,
			content_type: 'text',
			content_attributes: {},
			...message,
		}));
		const server = await listen(({ path, query }) => {
			const sent = Object.fromEntries(query);
			if (!path.endsWith('/messages'))
				return json(talk ?? { id: 42, meta: { sender: { id: 5, name: 'Jörg' } } });
			const found = rows.filter(
				(row) =>
					Number(row.id) >= Number(sent.after) && !(sent.filter_internal_messages && row.private),
			);
			return json({ payload: found.slice(0, 1000) });
		});
		try {
			const parameters = { conversation_id: 42, options: { timezone: 'UTC', ...options } };
			const outcome = await runAt(server.url, 'conversation.createTranscriptPage', parameters);
			if (outcome.error) throw outcome.error;
			return seen(outcome.items[0]);
		} finally {
			await server.close();
		}
	}

	const team = { message_type: 1, sender: { type: 'user', name: 'Ada', available_name: 'Ada L.' } };
	const talk = [
		{ content: 'Hello\nthere', sender: { type: 'contact', name: 'Jörg' } },
		{ ...team, content: 'A note', private: true },
		{ ...team, content: 'Hi', created_at: NIGHT },
		{ message_type: 2, content: 'was resolved' },
		{ ...team, content: 'gone', content_attributes: { deleted: true } },
		{ content: null, attachments: [] },
	];

	test('shows who said what and when, by day, and leaves out notes', async () => {
		const { texts, faults, item } = await transcriptOf(talk);
		expect(faults).toEqual([]);
		expect(texts).toEqual([
			'Conversation #42',
			'Jörg · October 1, 2026 (UTC)',
			'October 1, 2026',
			'Jörg · 8:00 AM',
			...['Hello', 'there'],
			'Ada L. · 11:00 PM',
			'Hi',
		]);
		expect(item).toMatchObject({ conversation_id: 42, messages_count: 2, only_in_file: 0 });
	});

	test('has notes, the time zone, the language and words that the user wants', async () => {
		const { texts } = await transcriptOf(talk, {
			timezone: 'Asia/Tokyo',
			locale: 'de',
			include_private_notes: true,
			page_title: 'Verlauf',
			texts: { 'Private Note': 'Notiz' },
		});
		expect(texts).toEqual([
			'Verlauf',
			'Jörg · 1. Oktober 2026 – 2. Oktober 2026 (Asia/Tokyo)',
			'1. Oktober 2026',
			'Jörg · 17:00',
			...['Hello', 'there'],
			'Ada L. · 17:00 · Notiz',
			'A note',
			'2. Oktober 2026',
			'Ada L. · 08:00',
			'Hi',
		]);
	});

	test('names files with links, and links to nothing but the web', async () => {
		const file = (about: IDataObject) => ({ content: '', attachments: [about] });
		const { texts, addresses, faults } = await transcriptOf([
			file({
				file_type: 'file',
				data_url: 'https://chat.example/blobs/f/Gr%C3%B6%C3%9Fe%20"1".pdf',
			}),
			file({ file_type: 'audio', data_url: 'http://chat.example/a.mp3', transcribed_text: 'Hi!' }),
			file({ file_type: 'location', coordinates_lat: 52.5, coordinates_long: 13.4 }),
			file({ file_type: 'fallback', data_url: 'javascript:alert(1)', fallback_title: 'Click' }),
		]);
		expect(faults).toEqual([]);
		expect(addresses).toEqual([
			'https://chat.example/blobs/f/Gr%C3%B6%C3%9Fe%20"1".pdf',
			'http://chat.example/a.mp3',
		]);
		expect(texts.filter((text) => !text.includes(' AM')).slice(3)).toEqual([
			'Größe "1".pdf',
			'a.mp3',
			'[transcript: Hi!]',
			'[location: 52.5, 13.4]',
			'[fallback: javascript:alert(1), Click]',
		]);
	});

	test('escapes everything', async () => {
		const { html, faults, texts, addresses } = await transcriptOf(
			[
				{ content: HOSTILE, sender: { name: HOSTILE } },
				{ ...team, content: HOSTILE, private: true },
				{ attachments: [{ file_type: HOSTILE, fallback_title: HOSTILE, data_url: HOSTILE }] },
			],
			{ include_private_notes: true, page_title: HOSTILE, texts: hostileTexts(TEXTS) },
			{ id: 42, meta: { sender: { name: HOSTILE } } },
		);
		expect([faults, addresses]).toEqual([[], []]);
		expect(html).not.toMatch(/<script|<img/);
		expect(texts.filter((text) => text.includes('alert')).length).toBeGreaterThan(5);
	});

	test('says that there are no messages', async () => {
		const { texts, faults } = await transcriptOf([], {}, { id: 42, meta: {} });
		expect([faults, texts]).toEqual([[], ['Conversation #42', '', 'No messages'].filter(Boolean)]);
	});

	test('has the newest messages in an email of at most 100 kB, and all in the file', async () => {
		const many = Array.from({ length: 900 }, (_, index) => ({ content: `Größe ${index}` }));
		const { item, html, texts, inFile, faults } = await transcriptOf(many);
		const size = Buffer.byteLength(html);
		expect(size).toBeLessThanOrEqual(100_000);
		expect(size).toBeGreaterThan(99_000);
		expect([faults, inFile.faults]).toEqual([[], []]);
		const hidden = Number(item.only_in_file);
		expect(texts[2]).toBe(`+ ${hidden} earlier messages are in the file`);
		const shown = texts.filter((text) => text.startsWith('Größe'));
		expect(shown).toEqual(many.slice(hidden).map(({ content }) => content));
		expect(inFile.texts.filter((text) => text.startsWith('Größe'))).toHaveLength(900);
		expect(item).not.toHaveProperty('file');
	});

	test('shortens a message that is longer than an email may be, not in the file', async () => {
		const { item, texts, inFile } = await transcriptOf([
			{ content: 'first' },
			{ content: '"'.repeat(120_000) },
		]);
		expect([item.only_in_file, texts.includes('first')]).toEqual([0, true]);
		expect(texts.at(-1)).toMatch(/^"{9999}…$/);
		expect(inFile.texts.at(-1)).toHaveLength(120_000);
	});
});

describe('a CSAT page', () => {
	async function csatPage(answers: IDataObject[], options: IDataObject = {}) {
		const counts = (rows: IDataObject[]) =>
			Object.fromEntries(
				[1, 2, 3, 4, 5].map((one) => [one, rows.filter(({ rating }) => rating === one).length]),
			);
		const server = await listen(({ path, query }) => {
			const sent = Object.fromEntries(query);
			if (path.endsWith('/metrics'))
				return json({
					total_count: answers.length,
					ratings_count: counts(sent.since === '1790812800' ? answers : answers.slice(0, 4)),
					total_sent_messages_count: 80,
				});
			const page = Number(sent.page ?? 1);
			return json(answers.slice((page - 1) * 25, page * 25));
		});
		try {
			const period = { period: 'between', since: '2026-10-01', until: '2026-11-01' };
			const parameters = { ...period, options: { timezone: 'UTC', ...options } };
			const { items, error } = await runAt(server.url, 'csat.createPage', parameters);
			if (error) throw error;
			return { ...seen(items[0]), received: server.received };
		} finally {
			await server.close();
		}
	}

	const answersOf = (count: number): IDataObject[] =>
		Array.from({ length: count }, (_, index) => ({
			id: index + 1,
			rating: (index % 5) + 1,
			feedback_message: index % 2 ? null : `Words ${index}`,
			created_at: MORNING - index,
			contact: { id: 1, name: 'Jörg' },
			// Two agents have the same name.
			assigned_agent: index % 3 ? { id: index % 3, name: 'Ada' } : null,
		}));

	test('shows the figures, each agent and the comments of all pages of the list', async () => {
		const { sections, faults, item } = await csatPage(answersOf(40), { rows: 3 });
		expect(faults).toEqual([]);
		expect(item).toMatchObject({ title: 'Customer Satisfaction', ratings_count: 40 });
		expect(sections['Key Figures']).toEqual([
			...['Satisfaction', '40%', '▲ 60%, before: 25%'],
			...['Ratings', '40', '▲ 900%, before: 4'],
			...['Surveys Sent', '80', 'before: 80'],
			...['Response Rate', '50%', '▲ 900%, before: 5%'],
		]);
		expect(sections.Ratings).toEqual([
			...['Rating', 'Count', '5', '8', '4', '8', '3', '8', '2', '8', '1', '8'],
		]);
		const average = (rows: IDataObject[]) =>
			(rows.reduce((sum, { rating }) => sum + Number(rating), 0) / rows.length).toFixed(1);
		const parts = [0, 1, 2].map((rest) => answersOf(40).filter((_, index) => index % 3 === rest));
		expect(sections['By Agent']).toEqual([
			...['Name', 'Average', 'Count'],
			...['Nobody', average(parts[0]), '14'],
			...['Ada', average(parts[1]), '13'],
			...['Ada', average(parts[2]), '13'],
		]);
		expect(sections.Comments).toEqual([
			...['1/5', 'Words 0', 'Jörg · Oct 1, 2026'],
			...['3/5', 'Words 2', 'Jörg · Ada · Oct 1, 2026'],
			...['5/5', 'Words 4', 'Jörg · Ada · Oct 1, 2026'],
		]);
	});

	test('has good news in green and bad news in red', async () => {
		const colorOf = ({ html }: { html: string }) => /class="([gb])"[^>]*>[▲▼]/.exec(html)?.[1];
		const [bad, good] = [1, 5].map((rating) => ({ ...answersOf(1)[0], rating }));
		// The period before has the first four.
		expect(colorOf(await csatPage([bad, bad, good, good, good, good]))).toBe('g');
		expect(colorOf(await csatPage([good, good, good, good, bad, bad]))).toBe('b');
	});

	test('shows no figures of sent surveys with a filter, which the service ignores there', async () => {
		const { sections, received } = await csatPage(answersOf(5), { rating: ['5'] });
		expect(sections['Key Figures'].filter((text) => /^[A-Z]/.test(text))).toEqual([
			'Satisfaction',
			'Ratings',
		]);
		expect(received.every(({ query }) => query.join().includes('rating[]'))).toBe(true);
	});

	test('has only the key figures if nobody answered', async () => {
		const { sections, faults } = await csatPage([]);
		expect([faults, Object.keys(sections)]).toEqual([[], ['', 'Key Figures']]);
		expect(sections['Key Figures'].slice(0, 2)).toEqual(['Satisfaction', '–']);
	});

	test('escapes everything', async () => {
		const people = { contact: { name: HOSTILE }, assigned_agent: { id: 1, name: HOSTILE } };
		const answers = answersOf(3).map((answer) => ({
			...answer,
			...people,
			feedback_message: HOSTILE,
		}));
		const options = { page_title: HOSTILE, texts: hostileTexts(CSAT_TEXTS) };
		const { html, faults, addresses, texts } = await csatPage(answers, options);
		expect([faults, addresses]).toEqual([[], []]);
		expect(html).not.toMatch(/<script|<img/);
		expect(texts.filter((text) => text.includes('alert')).length).toBeGreaterThan(10);
	});

	test('has at most 100 kB', async () => {
		const long = answersOf(300).map((answer) => ({
			...answer,
			feedback_message: '渡'.repeat(900),
		}));
		const { html, faults } = await csatPage(long, { rows: 200 });
		expect(faults).toEqual([]);
		expect(Buffer.byteLength(html)).toBeLessThanOrEqual(100_000);
	});
});
