import type { IDataObject } from 'n8n-workflow';
import { counter } from '../../../nodes/CustomerConversation/tasks/longLists';
import { parse, toObjects } from '../../../nodes/shared/formats/csv';
import type { Row } from '../../fake/lists';
import { calendarOf } from '../../../nodes/shared/time/calendar';
import { exportItems } from '../../../nodes/shared/transport/files';
import {
	BEGIN,
	contact,
	conversation,
	conversations,
	exported,
	HOUR,
	LONG,
	message,
	type Store,
	upTo,
} from '../../support/exports';
import { idsOf } from '../../support/lists';
import { json } from '../../support/run';

test('a conversation that arrives on the last page comes, too', async () => {
	const list = conversations(60);
	const { rows } = await exported(
		'conversations',
		{},
		{
			conversations: list,
			before: ({ count }) => {
				if (count === 1) list.push(conversation(61, BEGIN + 60 * HOUR));
			},
		},
	);
	expect(idsOf(rows)).toEqual(upTo(61));
});

test.each([
	['conversations', 3],
	['conversations', 12],
	['contacts', 3],
	['contacts', 12],
])('when one of the %s is deleted meanwhile no other is missed', async (listName, when) => {
	const list = upTo(500).map((id) =>
		(listName === 'contacts' ? contact : conversation)(id, BEGIN + id * HOUR),
	);
	const lines: string[] = [];
	const { rows } = await exported(
		listName,
		{},
		{
			[listName]: list,
			before: ({ count }) => {
				if (count === when) list.splice(0, 1);
			},
		},
		lines,
	);
	expect(idsOf(rows)).toEqual(upTo(500).slice(1));
	// A line with the number of rows comes after five seconds, too.
	expect(lines.filter((line) => line.includes('changed'))).toEqual([
		`Export: the list of ${listName} changed, reading it again`,
	]);
});

describe('contacts of an import', () => {
	const apart = (count: number, from: number) =>
		upTo(count).map((id) => contact(from + id, BEGIN + id * HOUR));
	/** Many of one moment among others, as the service's pages are made of them. */
	const contacts = [
		...apart(100, 0),
		...upTo(300).map((id) => contact(1000 + id, BEGIN + 100 * HOUR + 1)),
		...upTo(200).map((id) => contact(5000 + id, BEGIN + (id + 200) * HOUR)),
	];

	test('which all have one time, come each once', async () => {
		const { rows } = await exported('contacts', {}, { contacts });
		expect(
			idsOf(rows)
				.map(Number)
				.sort((a, b) => a - b),
		).toEqual(contacts.map(({ id }) => id).sort((a, b) => a - b));
		const times = rows.map(({ created_at_unix: time }) => Number(time));
		expect(times).toEqual([...times].sort((a, b) => a - b));
	});

	test.each([
		[true, expect.stringContaining('only lists contacts that are leads')],
		[false, undefined],
	])('that the service leaves out are told in the item (CRM V2: %s)', async (crm_v2, note) => {
		const store = { contacts, features: { crm_v2 } };
		const { rows } = await exported('contacts', { output: 'csv' }, store);
		expect(rows[0].note).toEqual(note);
	});

	test('come each once in parts, too', async () => {
		const found: unknown[] = [];
		let continue_from = '';
		for (let part = 0; part < 10; part++) {
			const parameters = { output: 'ndjson', continue_from, returnAll: false, limit: 70 };
			const { rows, files } = await exported('contacts', parameters, { contacts });
			const lines = files[0].split('\n').filter(Boolean);
			found.push(...lines.map((line) => (JSON.parse(line) as IDataObject).id));
			continue_from = String(rows[0].continue_from);
		}
		expect(found.map(Number).sort((a, b) => a - b)).toEqual(
			contacts.map(({ id }) => id).sort((a, b) => a - b),
		);
	}, 60_000);
});

test('a page that is gone when it is asked for is noticed', async () => {
	const list = conversations(51);
	const { rows } = await exported(
		'conversations',
		{},
		{
			conversations: list,
			before: ({ count }) => {
				if (count === 1) list.splice(0, 1);
			},
		},
	);
	expect(idsOf(rows)).toEqual(upTo(51).slice(1));
});

test('a list that never stands still is refused', async () => {
	const list = conversations(500);
	const { rows, error } = await exported(
		'conversations',
		{},
		{ conversations: list, before: () => void list.splice(0, 1) },
	);
	expect(rows).toEqual([]);
	expect(error?.message).toBe('The list of conversations changed each time it was read');
});

test('a server that gives the same page for each number is not asked for ever', async () => {
	const list = conversations(25);
	const { error } = await exported(
		'conversations',
		{},
		{
			conversations: list,
			before: ({ page }) => ({
				data: { meta: { all_count: page * list.length }, payload: list },
			}),
		},
	);
	expect(error?.message).toBe('Chatwoot returned the same page of conversations twice');
});

test('a list whose pages repeat a row, and so miss another, is refused', async () => {
	// Without a second order, those of one moment have other places on each page.
	const { error } = await exported('conversations', {}, { conversations: conversations(60, 0) });
	expect(error?.message).toBe('The list of conversations changed each time it was read');
});

test('of a long list only the pages of the period are read', async () => {
	const { rows, requests } = await exported(
		'conversations',
		{ since: BEGIN + 5_000 * HOUR, until: BEGIN + 5_100 * HOUR },
		{ conversations: conversations(10_000) },
	);
	expect(idsOf(rows)).toEqual(upTo(5_100).slice(5_000));
	expect(requests.length).toBeLessThan(30);
});

test.each([1, 24, 25, 26, 49, 50, 51, 99, 100, 101])(
	'a period that begins and ends around row %d is cut exactly',
	async (row) => {
		const list = conversations(150);
		const period = { since: BEGIN + row * HOUR, until: BEGIN + (row + 30) * HOUR };
		const { rows } = await exported('conversations', period, { conversations: list });
		expect(idsOf(rows)).toEqual(upTo(150).slice(row, row + 30));
		const later = { since: BEGIN + row * HOUR + 1, until: BEGIN + (row + 30) * HOUR + 1 };
		const { rows: moved } = await exported('conversations', later, { conversations: list });
		expect(idsOf(moved)).toEqual(upTo(150).slice(row + 1, row + 31));
	},
);

test.each([
	['before', BEGIN - 200 * HOUR],
	['after', BEGIN + 1_000 * HOUR],
])('a period %s everything has no rows', async (_, since) => {
	const { rows, error } = await exported(
		'conversations',
		{ since, until: since + 24 * HOUR },
		{ conversations: conversations(100) },
	);
	expect([rows, error]).toEqual([[], undefined]);
});

test('an empty list has no rows', async () => {
	const { rows, requests } = await exported('conversations', {}, {});
	expect([rows, requests.length]).toEqual([[], 1]);
});

test.each([10, 100])('pages of %d are read as they come', async (size) => {
	const { rows } = await exported('conversations', {}, { conversations: conversations(333), size });
	expect(idsOf(rows)).toEqual(upTo(333));
});

test('the same day gives the same rows again', async () => {
	const list = conversations(300);
	const day = { since: '2026-10-05', until: '2026-10-06', options: { timezone: 'Europe/Berlin' } };
	const first = await exported('conversations', day, { conversations: list });
	expect(first.rows).toHaveLength(24);
	expect(first.rows[0].created_at).toBe('2026-10-05T00:00:00+02:00');
	expect(first.rows[23].created_at).toBe('2026-10-05T23:00:00+02:00');
	list.push(...conversations(340).slice(300));
	const second = await exported('conversations', day, { conversations: list });
	const comparable = (rows: IDataObject[], url: string) => JSON.stringify(rows).replaceAll(url, '');
	expect(comparable(second.rows, second.url)).toBe(comparable(first.rows, first.url));
});

test.each([
	['a workflow', false],
	['a tool', true],
])('all come to %s where nobody set a limit', async (_, engine) => {
	const { rows } = await exported(
		'conversations',
		{},
		{ conversations: conversations(60) },
		[],
		engine,
	);
	expect(idsOf(rows)).toEqual(upTo(60));
});

test('a limit takes the oldest and asks for no more pages than it needs', async () => {
	const { rows, requests } = await exported(
		'conversations',
		{ returnAll: false, limit: 30 },
		{ conversations: conversations(5_000) },
	);
	expect(idsOf(rows)).toEqual(upTo(30));
	expect(requests.length).toBeLessThan(20);
});

test('every row has every column, in the same order', async () => {
	const list = conversations(60);
	// What a conversation may lack.
	list[10] = { id: 11, created_at: list[10].created_at, status: 'open', meta: {} };
	const { rows, url } = await exported(
		'conversations',
		{ options: { timezone: 'Asia/Kolkata' } },
		{ conversations: list },
	);
	const columns = rows.map((row) => Object.keys(row).join());
	expect(new Set(columns).size).toBe(1);
	expect(rows.flatMap((row) => Object.values(row)).some((value) => value === undefined)).toBe(
		false,
	);
	expect(rows[6]).toEqual({
		key: 'conversation:7',
		id: 7,
		conversation_id: 7,
		url: `${url}/app/accounts/1/conversations/7`,
		status: 'snoozed',
		priority: null,
		created_at: '2026-10-01T11:30:00+05:30',
		created_at_unix: BEGIN + 6 * HOUR,
		first_reply_at: '2026-10-01T11:31:00+05:30',
		last_activity_at: '2026-10-01T11:30:00+05:30',
		last_message: LONG,
		last_message_by: 'agent',
		last_message_at: '2026-10-01T11:30:00+05:30',
		waiting_since: null,
		snoozed_until: '2027-01-01T05:30:00+05:30',
		contact_id: 1007,
		contact_name: 'Contact 7',
		contact_email: 'c7@example.com',
		contact_phone: null,
		contact_identifier: null,
		inbox_id: 2,
		inbox_name: 'Inbox 2',
		channel: 'Channel::Api',
		assignee_id: 7,
		assignee_name: 'Ada',
		assignee_type: 'user',
		team_id: 3,
		team_name: 'support',
		labels: 'vip, bug',
		can_reply: true,
		unread_count: 0,
		custom_attributes: null,
		additional_attributes: '{"mail_subject":"Subject 7"}',
	});
});

test('the status and the inbox choose conversations', async () => {
	const store = { conversations: conversations(240) };
	const options = { status: ['open', 'pending'], inbox_id: 2 };
	const { rows } = await exported('conversations', { options }, store);
	expect(idsOf(rows)).toEqual(upTo(240).filter((id) => id % 3 === 1 && id % 2 === 0));
});

test('CSAT answers come with inbox, team and labels of their conversations', async () => {
	const answers = upTo(60).map((id) => ({
		id,
		created_at: BEGIN + id * HOUR,
		conversation_id: 61 - id,
		rating: 1 + (id % 5),
		feedback_message: '',
	}));
	const { rows, requests, error } = await exported(
		'csat',
		{},
		{ answers, conversations: conversations(60).slice(1), size: 10 },
	);
	expect(error).toBeUndefined();
	expect(idsOf(rows)).toEqual(upTo(60));
	expect(rows[9]).toMatchObject({
		key: 'csat:10',
		conversation_id: 51,
		feedback_message: null,
		...{ inbox_id: 1, inbox_name: 'Inbox 1', channel: 'Channel::Api' },
		...{ team_id: 3, team_name: 'support', labels: 'vip, bug' },
	});
	expect(rows[59]).toMatchObject({ conversation_id: 1, inbox_id: null, labels: null });
	expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBe(1);
	expect(requests.map(([path]) => path)).toContain('csat_survey_responses/metrics');
});

/** Each conversation with its messages, one an hour from its creation on. */
const withMessages = (list: Row[], count: number) => {
	const found = new Map<number, Row[]>();
	for (const talk of list) {
		const all = upTo(count).map((index) =>
			message(talk.id * 10_000 + index, Number(talk.created_at) + index * HOUR),
		);
		found.set(talk.id, all);
		talk.last_activity_at = all[count - 1].created_at;
	}
	return found;
};

test('messages of the period come from all conversations that were active since', async () => {
	const list = conversations(200);
	const messages = withMessages(list, 60);
	const [since, until] = [BEGIN + 100 * HOUR, BEGIN + 150 * HOUR];
	const { rows } = await exported(
		'messages',
		{ since, until },
		{ conversations: list, messagesOf: messages },
	);
	const wanted = [...messages.values()]
		.flat()
		.filter((row) => Number(row.created_at) >= since && Number(row.created_at) < until);
	expect(idsOf(rows)).toEqual(idsOf(wanted));
	expect(rows.filter(({ conversation_id: number }) => Number(number) > 149)).toEqual([]);
});

test('a message tells of its conversation and its files', async () => {
	const list = conversations(2);
	const { rows, url } = await exported(
		'messages',
		{ returnAll: false, limit: 5 },
		{ conversations: list, messagesOf: withMessages(list, 30) },
	);
	expect(idsOf(rows)).toEqual([10_001, 10_002, 10_003, 10_004, 10_005]);
	expect(rows[1]).toMatchObject({ message_type: 'activity', sender_id: null, sender_type: null });
	expect(rows[4]).toEqual({
		key: 'message:10005',
		id: 10_005,
		conversation_id: 1,
		url: `${url}/app/accounts/1/conversations/1?messageId=10005`,
		created_at: '2026-10-01T05:00:00Z',
		created_at_unix: BEGIN + 5 * HOUR,
		message_type: 'outgoing',
		private: false,
		sender_type: 'user',
		sender_id: 7,
		sender_name: 'Ada',
		content: 'Message 10005',
		content_type: 'text',
		status: 'sent',
		attachments: 'https://x/1, https://x/2',
		attachment_count: 2,
		contact_id: 1001,
		contact_name: 'Contact 1',
		contact_email: 'c1@example.com',
		contact_phone: null,
		contact_identifier: null,
		inbox_id: 2,
		inbox_name: 'Inbox 2',
		channel: 'Channel::Api',
		assignee_id: 7,
		assignee_name: 'Ada',
		assignee_type: 'user',
		team_id: 3,
		team_name: 'support',
		labels: 'vip, bug',
	});
});

test('a long conversation is read in pages of 1000, a short one with one request', async () => {
	const list = conversations(2);
	const messages = new Map([
		[1, upTo(2_500).map((id) => message(id, BEGIN + id))],
		[2, upTo(30).map((id) => message(10_000 + id, BEGIN + (id > 25 ? HOUR : -HOUR) + id))],
	]);
	const { rows, requests } = await exported(
		'messages',
		{},
		{ conversations: list, messagesOf: messages },
	);
	expect(idsOf(rows)).toEqual([
		...upTo(2_500),
		...upTo(30)
			.slice(25)
			.map((id) => 10_000 + id),
	]);
	const reads = requests.filter(([path]) => path.endsWith('messages'));
	expect(reads.sort()).toEqual([
		...[1, 1801, 901].map((after) => ['conversations/1/messages', after]),
		['conversations/2/messages', 1],
	]);
});

test.each([2, 3, 5])(
	'conversations that become active while page %d is read are not missed',
	async (when) => {
		const list = conversations(200);
		const messages = withMessages(list, 3);
		let done = false;
		const { rows } = await exported(
			'messages',
			{},
			{
				...{ conversations: list, messagesOf: messages },
				before: ({ page }) => {
					if (page !== when || done) return;
					done = true;
					// From pages read and unread to the front.
					for (const index of [5, 60, 100, 199])
						list[index].last_activity_at = BEGIN + 1_000 * HOUR + index;
				},
			},
		);
		expect(new Set(rows.map(({ conversation_id: number }) => number)).size).toBe(200);
		expect(rows).toHaveLength(600);
	},
);

test.each([2, 4])(
	'when conversations are deleted while page %d is read no message of others is missed',
	async (when) => {
		const list = conversations(200);
		const messages = withMessages(list, 3);
		let deleted: IDataObject[] = [];
		const { rows } = await exported(
			'messages',
			{},
			{
				...{ conversations: list, messagesOf: messages },
				before: ({ page }) => {
					if (page === when && deleted.length === 0) deleted = list.splice(list.length - 30, 30);
				},
			},
		);
		const left = new Set(rows.map(({ conversation_id: number }) => Number(number)));
		expect(list.filter(({ id }) => !left.has(Number(id)))).toEqual([]);
	},
);

test('the log is told every 1,000 rows or five seconds', () => {
	jest.useFakeTimers();
	try {
		const lines: string[] = [];
		const count = counter({ log: (line) => lines.push(line) }, 'rows');
		for (let page = 0; page < 50; page++) count(25);
		expect(lines).toEqual(['Export: 1000 rows so far']);
		jest.advanceTimersByTime(4999);
		count(1);
		expect(lines).toHaveLength(1);
		jest.advanceTimersByTime(1);
		count(1);
		count(1);
		expect(lines).toEqual(['Export: 1000 rows so far', 'Export: 1252 rows so far']);
	} finally {
		jest.useRealTimers();
	}
});

/** Texts that a file must not change: letters, quotes, lines, what could be a formula. */
const awkward = [
	'Zoë "Z" Müller, Köln',
	'two\nlines\r\n',
	' =1+1',
	'=1+1',
	'-5',
	'日本',
	"'",
	'\u2028',
];

const full = (): Partial<Store> => {
	const list = conversations(60);
	for (const [index, text] of awkward.entries())
		list[index].meta = { ...(list[index].meta as IDataObject), team: { id: 3, name: text } };
	const messages = withMessages(list, 30);
	const answers = upTo(60).map((id) => ({
		...{ id, created_at: BEGIN + id * HOUR, conversation_id: 61 - id },
		...{ rating: 1 + (id % 5), feedback_message: awkward[id % awkward.length] },
	}));
	const contacts = upTo(60).map((id) => ({
		...contact(id, BEGIN + id * HOUR),
		name: awkward[id % awkward.length],
		...{
			additional_attributes: { city: awkward[(id + 1) % awkward.length] },
			blocked: id % 2 === 0,
		},
	}));
	return { conversations: list, messagesOf: messages, answers, contacts };
};

const NAMES = ['conversations', 'messages', 'contacts', 'csat'];

/** A cell as a CSV file has it. */
const cellText = (value: unknown) => (value === null ? '' : String(value));

describe.each(NAMES)('a file of %s', (operation) => {
	const at = (rows: unknown, url: string) => JSON.stringify(rows).replaceAll(url, '');

	test('has what the rows have', async () => {
		const rows = await exported(operation, {}, full());
		const wanted = at(rows.rows, rows.url);
		expect(rows.rows.length).toBeGreaterThanOrEqual(60);
		const ndjson = await exported(operation, { output: 'ndjson' }, full());
		const lines = ndjson.files[0].split('\n');
		expect(lines.pop()).toBe('');
		expect(
			at(
				lines.map((line) => JSON.parse(line) as unknown),
				ndjson.url,
			),
		).toBe(wanted);
		const array = await exported(operation, { output: 'json' }, full());
		expect(at(JSON.parse(array.files[0]), array.url)).toBe(wanted);
		const csv = await exported(operation, { output: 'csv', escape_formulas: false }, full());
		const texts = rows.rows.map((row) =>
			Object.fromEntries(Object.entries(row).map(([key, value]) => [key, cellText(value)])),
		);
		expect(at(toObjects(parse(csv.files[0])), csv.url)).toBe(at(texts, rows.url));
		for (const { rows: items, files } of [ndjson, array, csv])
			expect(items).toEqual([
				expect.objectContaining({
					rows: rows.rows.length,
					fileSize: Buffer.byteLength(files[0]),
					since: '2026-10-01T00:00:00Z',
				}),
			]);
		expect(csv.rows[0]).toMatchObject({
			fileName: `${operation === 'csat' ? 'CSAT-answers' : operation}_2026-10-01_2054-02-16.csv`,
			mimeType: 'text/csv',
		});
	}, 60_000);

	test('of an empty period is whole', async () => {
		const period = { since: BEGIN - 48 * HOUR, until: BEGIN - 24 * HOUR };
		const [row] = (await exported(operation, {}, full())).rows;
		const csv = await exported(operation, { ...period, output: 'csv' }, full());
		expect(csv.files).toEqual([`${Object.keys(row).join()}\n`]);
		const ndjson = await exported(operation, { ...period, output: 'ndjson' }, full());
		expect(ndjson.files).toEqual(['']);
		const array = await exported(operation, { ...period, output: 'json' }, full());
		expect(JSON.parse(array.files[0])).toEqual([]);
		expect(array.rows[0]).toMatchObject({ rows: 0, mimeType: 'application/json' });
	}, 60_000);
});

test('a CSV file has what could be a formula behind a quote, and a mark for Excel', async () => {
	const parameters = { output: 'csv', byte_order_mark: true, binary_property: 'csv' };
	const { files } = await exported('contacts', parameters, full());
	expect(files[0].charCodeAt(0)).toBe(0xfeff);
	expect(files[0].slice(1)).not.toContain('\ufeff');
	const names = toObjects(parse(files[0].slice(1))).map(({ name }) => name);
	expect(names.slice(1, 5)).toEqual(["' =1+1", "'=1+1", '-5', '日本']);
});

test('the engine gives the same file, and each item its own', async () => {
	const store = full();
	const [workflow, tool] = [
		await exported('conversations', { output: 'ndjson' }, store),
		await exported('conversations', { output: 'ndjson' }, store, [], true),
	];
	expect(tool.files[0].replaceAll(tool.url, '')).toBe(
		workflow.files[0].replaceAll(workflow.url, ''),
	);
});

test.each(NAMES)('when a page of %s fails there is no file', async (operation) => {
	const store = full();
	const { error, rows, files } = await exported(
		operation,
		{ output: 'csv' },
		{
			...store,
			before: () => json({ error: 'You are not authorized to do this action' }, 403),
		},
	);
	expect(error?.message).toMatch(/authorized/);
	expect([rows, files]).toEqual([[], []]);
});

test('a position of something else is refused before anything is sent', async () => {
	const wrong: Array<[string, string]> = [
		['yesterday', 'Continue From must be the continue_from value of an earlier item'],
		['{"of":"messages"}', 'Continue From must be the continue_from value of an earlier item'],
		[
			'{"of":"messages","since":1,"given":"1-99999999999"}',
			'Continue From must be the continue_from value of an earlier item',
		],
		[
			'{"of":"contacts","since":1,"given":""}',
			'Continue From must come from an export of messages, not of contacts',
		],
	];
	for (const [continue_from, message] of wrong) {
		const { error, requests } = await exported(
			'messages',
			{ output: 'csv', continue_from },
			full(),
		);
		expect(error?.message).toBe(message);
		expect(requests).toEqual([]);
	}
});

/** Exports again and again, each from where the last one ended. @returns the ids, in order */
async function inParts(
	operation: string,
	store: Partial<Store>,
	between: (run: number) => IDataObject | undefined,
): Promise<number[]> {
	const ids: number[] = [];
	let continue_from = '';
	for (let run = 0; ; run++) {
		const more = between(run);
		if (!more) return ids;
		const { rows, files, error } = await exported(
			operation,
			{ output: 'ndjson', continue_from, ...more },
			store,
		);
		if (error) throw error;
		ids.push(
			...idsOf(
				files[0]
					.split('\n')
					.filter(Boolean)
					.map((line) => JSON.parse(line) as IDataObject),
			),
		);
		continue_from = String(rows[0].continue_from);
	}
}

test.each(NAMES)(
	'%s go on after the last row, in the middle of a second, too',
	async (operation) => {
		const store = full();
		// Four in each second, and messages of a conversation in one.
		for (const list of [store.conversations, store.contacts, store.answers])
			list?.forEach((record, index) => {
				// Only contacts have the same time to the millionth: those of an import.
				const later = list === store.contacts ? 0 : (index % 4) / 8;
				record.created_at = BEGIN + Math.floor(index / 4) * 5 + later;
			});
		for (const list of store.messagesOf?.values() ?? [])
			list.forEach((record, index) => {
				record.created_at = BEGIN + Math.floor(index / 7) * 5;
			});
		for (const record of store.conversations ?? []) record.last_activity_at = BEGIN + HOUR;
		const whole = idsOf((await exported(operation, {}, store)).rows);
		for (const limit of [3, 59].map((one) => (operation === 'messages' ? one * 30 : one))) {
			const found = await inParts(operation, store, (run) =>
				run * limit < whole.length + limit ? { returnAll: false, limit } : undefined,
			);
			expect(found).toEqual(whole);
		}
	},
	120_000,
);

test.each(NAMES)(
	'%s that came late or meanwhile come with the next export, once',
	async (operation) => {
		const store: Partial<Store> = {
			...{
				conversations: [],
				messagesOf: new Map<number, Row[]>(),
				answers: [],
				contacts: [],
			},
		};
		const last = BEGIN + 1_000 * HOUR;
		let id = 0;
		const add = (created_at: number) => {
			id++;
			const exact = created_at + id / 1e6;
			store.conversations?.push(conversation(id, exact));
			store.messagesOf?.set(id, [message(id, created_at)]);
			store.contacts?.push(contact(id, created_at));
			store.answers?.push({ id, created_at: exact, conversation_id: id });
		};
		const found = await inParts(operation, store, (run) => {
			store.now = last + run * 100;
			// Some are younger than what was there, some are of its second, some a little older.
			for (const back of [115, 40, 40, 1, 0]) add(store.now - back);
			return run < 15
				? { since: BEGIN, until: store.now, ...(run % 3 ? {} : { returnAll: false, limit: 3 }) }
				: undefined;
		});
		const all = await exported(operation, { since: BEGIN, until: store.now }, store);
		// What was added last is not asked for any more, nor what was of the end of the period then.
		const wanted = idsOf(all.rows);
		expect(new Set(found).size).toBe(found.length);
		expect(wanted.filter((one) => one <= id - 6 && !found.includes(one))).toEqual([]);
	},
	120_000,
);

test('messages that show up late in a period that a Limit cut come with the next export, once', async () => {
	const now = BEGIN + 1_000 * HOUR;
	const list = [1, 2].map((id) => ({ ...conversation(id, BEGIN), last_activity_at: now - 1 }));
	const messages = new Map([
		[1, [message(1, now - 300), message(2, now - 200)]],
		[2, [message(3, now - 250), message(4, now - 30)]],
	]);
	const store = { conversations: list, messagesOf: messages, now };
	const found = await inParts('messages', store, (run) => {
		// Two minutes may pass until a message can be read: this one is older than the end of the period.
		if (run === 1) messages.get(1)?.push(message(5, now - 60));
		store.now = now + run * 1_000;
		const until = store.now;
		return run < 4 ? { since: BEGIN, until, returnAll: run > 0, limit: 3 } : undefined;
	});
	expect([...found].sort()).toEqual([1, 2, 3, 4, 5]);
}, 60_000);

test('a file of rows is written piece by piece, never as one text', async () => {
	const row = { id: 1, content: 'x'.repeat(1_000) };
	async function* many() {
		for (let page = 0; page < 200; page++) yield Array<IDataObject>(25).fill(row);
	}
	const sizes: number[] = [];
	const helpers = {
		prepareBinaryData: async (stream: AsyncIterable<Buffer>) => {
			for await (const piece of stream) sizes.push(piece.length);
			return { data: '', mimeType: '' };
		},
	};
	const [item] = await exportItems(
		{ helpers } as never,
		{
			...{ name: 'rows', rows: many(), blank: async () => row },
			position: () => ({ of: 'rows', since: 0, exportedIds: [] }),
		},
		{ output: 'ndjson', since: BEGIN, until: BEGIN + HOUR },
		calendarOf('UTC'),
	);
	const whole = 200 * 25 * `${JSON.stringify(row)}\n`.length;
	expect(item.json).toMatchObject({ rows: 5_000, fileSize: sizes.reduce((a, b) => a + b) });
	expect(item.json.fileSize).toBeGreaterThan(whole - 10);
	// A piece ends with the page of rows that makes it full.
	expect(Math.max(...sizes)).toBeLessThan(65_536 + 25 * 1_100);
});

test('what the Limit left of an earlier period comes before what is new', async () => {
	const store = full();
	store.now = BEGIN + 1_000 * HOUR;
	const since = BEGIN + 10 * HOUR;
	const found = await inParts('messages', store, (run) => {
		const until = BEGIN + (20 + run * 5) * HOUR;
		return run < 12 ? { since, until, returnAll: run % 4 > 1, limit: 100 } : undefined;
	});
	const { rows } = await exported('messages', { since, until: BEGIN + 75 * HOUR }, store);
	expect(new Set(found).size).toBe(found.length);
	expect([...found].sort((one, other) => one - other)).toEqual(
		idsOf(rows).sort((one, other) => one - other),
	);
}, 60_000);

/** The rule in docs/reports.md. */
test('messages take a request a conversation, and none where there can be no message', async () => {
	const list = conversations(100);
	const messages = withMessages(list, 30);
	// Read whole from its first message on; 20 messages at most would take one in any case.
	const [since, until] = [BEGIN, BEGIN + 1_000 * HOUR];
	for (const talk of list.slice(0, 40)) talk.messages = [];
	for (const talk of list.slice(90)) talk.last_activity_at = since - 1;
	const { rows, requests } = await exported(
		'messages',
		{ since, until },
		{ conversations: list, messagesOf: messages },
	);
	expect(rows).toHaveLength(50 * 30);
	const count = (end: RegExp) => requests.filter(([path]) => end.test(path)).length;
	expect(count(/messages$/)).toBe(50);
	expect(count(/conversations$/)).toBe(4 + 1);
	expect(requests).toHaveLength(50 + 5 + 1);
});

test('an old conversation is read from its end, and whole only where that is not enough', async () => {
	const [since, until] = [BEGIN, BEGIN + HOUR];
	const list = [1, 2].map((id) => ({
		...conversation(id, BEGIN - 5_000 * HOUR),
		last_activity_at: BEGIN + 60,
	}));
	const messages = new Map([
		[1, upTo(3_000).map((id) => message(id, BEGIN - 2_995 + id))],
		[2, upTo(950).map((id) => message(10_000 + id, BEGIN - 900 + id))],
	]);
	const { rows, requests } = await exported(
		'messages',
		{ since, until },
		{ conversations: list, messagesOf: messages },
	);
	expect(rows).toHaveLength(6 + 51);
	const reads = requests.filter(([path]) => path.endsWith('messages'));
	expect(reads.map(([path, after]) => `${path} ${after}`).sort()).toEqual([
		'conversations/1/messages 1',
		'conversations/2/messages 1',
		'conversations/2/messages 1',
	]);
});

test('of messages that were written at once none is missed between two pages', async () => {
	const list = conversations(1);
	const all = upTo(2_500).map((id) => message(id, BEGIN + id));
	// The 1,000th in the order of time has a later number than the five after it.
	all[1_004].created_at = BEGIN + 999;
	const { rows } = await exported(
		'messages',
		{},
		{
			conversations: list,
			messagesOf: new Map([[1, all]]),
		},
	);
	expect(idsOf(rows).sort((one, other) => one - other)).toEqual(upTo(2_500));
});

describe('the columns of an export', () => {
	const definition = (id: number, attribute_key: string) => ({ id, attribute_key });

	test('begin with name, phone number and email, and end with one for each custom attribute', async () => {
		const attributes = [definition(3, 'größe'), definition(2, 'plan'), definition(4, 'city')];
		const custom_attributes = { plan: ['a'], city: 'Köln', größe: 0, 'not defined': true };
		const { rows } = await exported(
			'contacts',
			{ options: { include_labels: false } },
			{
				contacts: [{ ...contact(7, BEGIN), custom_attributes }, contact(8, BEGIN + 1)],
				attributes,
			},
		);
		const [row, other] = rows;
		expect(Object.keys(row).slice(0, 3)).toEqual(['name', 'phone_number', 'email']);
		const last = ['plan', 'größe', 'custom_attributes_city', 'custom_attributes'];
		expect(Object.keys(row).slice(-4)).toEqual(last);
		expect(last.map((name) => row[name])).toEqual(['["a"]', 0, 'Köln', '{"not defined":true}']);
		expect(Object.keys(other)).toEqual(Object.keys(row));
		expect(last.map((name) => other[name])).toEqual([null, null, null, null]);
	});

	test('show an attribute as it is, whatever its name', async () => {
		const custom_attributes = { token: 'x', webhook_url: 'https://a.example/?b=c' };
		const attributes = Object.keys(custom_attributes).map((key, id) => definition(id, key));
		const contacts = [{ ...contact(7, BEGIN), custom_attributes }];
		for (const output of ['rows', 'ndjson']) {
			const { rows, files } = await exported('contacts', { output }, { contacts, attributes });
			const [row] = files.length ? [JSON.parse(files[0]) as IDataObject] : rows;
			expect(row).toMatchObject(custom_attributes);
		}
	});

	test('keep the values of attributes whose columns would have one name', async () => {
		const keys = ['custom_attributes_city', 'city', 'a.b', 'a_b'];
		const { rows } = await exported(
			'contacts',
			{},
			{
				contacts: [
					{
						...contact(7, BEGIN),
						custom_attributes: Object.fromEntries(keys.map((key) => [key, key])),
					},
				],
				attributes: keys.map((key, index) => definition(index, key)),
			},
		);
		expect(rows).toMatchObject([
			{
				custom_attributes_city: 'custom_attributes_city',
				custom_attributes_custom_attributes_city: 'city',
				a_b: 'a.b',
				custom_attributes_a_b: 'a_b',
				custom_attributes: null,
			},
		]);
	});

	test('are the same in a file without rows', async () => {
		const attributes = [definition(2, 'plan')];
		const { files } = await exported('contacts', { output: 'csv' }, { attributes, contacts: [] });
		expect(files[0]).toMatch(/^name,phone_number,email,.*,url,plan,custom_attributes\n$/);
	});
});

describe('an export without rows', () => {
	test.each(['contacts', 'conversations', 'messages', 'csat'])(
		'of %s names the period',
		async (name) => {
			const between = { since: '2026-10-01', until: '2026-11-01' };
			const { hints } = await exported(name, between, {});
			expect(hints).toEqual([
				expect.stringMatching(/^No .* from 2026-10-01 to 2026-10-31\. Choose another Period\.$/),
			]);
		},
	);

	test('of All Time, or after an earlier one, names none', async () => {
		const { hints } = await exported('contacts', { period: 'all' }, { contacts: [] });
		expect(hints).toEqual(['No contacts found.']);
		const first = await exported('contacts', { output: 'csv' }, { contacts: [] });
		const { continue_from } = first.rows[0];
		const later = await exported('contacts', { output: 'csv', continue_from }, { contacts: [] });
		expect(later.hints).toEqual([]);
	});
});

test('All Time exports each contact, whenever it was created', async () => {
	const contacts = [contact(1, 1), contact(2, BEGIN), contact(3, BEGIN + HOUR)];
	const { rows, error } = await exported('contacts', { period: 'all' }, { contacts });
	expect(error).toBeUndefined();
	expect(idsOf(rows)).toEqual([1, 2, 3]);
	const { rows: file } = await exported('contacts', { period: 'all', output: 'csv' }, { contacts });
	expect(file[0]).toMatchObject({ rows: 3, since: null });
	expect(file[0].fileName).toMatch(/^contacts_\d{4}-\d\d-\d\d\.csv$/);
});
