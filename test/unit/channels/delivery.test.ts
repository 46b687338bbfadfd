import { ExecuteContext } from 'n8n-core';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Row } from '../../fake/lists';
import { Channel } from '../../fake/channels';
import type { ChannelName } from '../../fake/providers';
import { FakeChatwoot } from '../../fake/server';
import { clockOfTimers } from '../../support/clock';
import { json } from '../../support/run';

/** When messages count as sent, and what that costs in requests. */

jest.setTimeout(60_000);
clockOfTimers();
afterEach(() => jest.restoreAllMocks());

/** An account with one inbox, and conversations of as many contacts. */
function open(name: ChannelName, conversations = 1) {
	const fake = new FakeChatwoot();
	const channel = new Channel(fake, name);
	const talks = Array.from({ length: conversations }, () => channel.talk(fake.contact()));
	return { fake, channel, talks };
}

const inputs = (rows: IDataObject[]): INodeExecutionData[] => rows.map((row) => ({ json: row }));
const isLook = (request: string) => /^GET conversations\/\d+\/messages$/.test(request);
const isPost = (request: string) => /^POST conversations\/\d+\/messages$/.test(request);
const long = (letter: string) => letter.repeat(4000);
const emailOf = (row: Row) => String(row.email);

/** Messages by items that name the conversation, or the contact, and the text. */
const SEND = { conversation_id: '={{ $json.talk }}', content: '={{ $json.text }}' };
const toContacts = (inbox: number) => ({
	...{ send_to: 'email', email: '={{ $json.email }}', inbox_id: inbox, if_resolved: 'reopen' },
	...{ content_kind: 'text', content: '={{ $json.text }}' },
});

const texts = (shown: Array<{ text?: string }>) => shown.map(({ text }) => text);

test('sends each message of an item once the one before was handed over', async () => {
	const { fake, channel, talks } = open('WhatsApp Cloud');
	const [{ id }] = talks;
	const content = [long('a'), long('b'), long('c')].join('\n\n');
	const { items } = await fake.run('message.send', { conversation_id: id, content });
	expect(items[0].json).toMatchObject({ delivery: 'handed_over' });
	expect(items[0].json.message_ids).toHaveLength(3);
	const order = fake.requests().filter((request) => isPost(request) || isLook(request));
	expect(order.map(isPost)).toEqual([true, false, true, false, true, false]);
	expect(texts(channel.received(id))).toEqual([long('a'), long('b'), long('c')]);
});

test.each([
	[1, [true, false, true, false]],
	[10, [true, true, false]],
])(
	'with Requests at Once %i, the texts of items wait for each other or not',
	async (places, order) => {
		const { fake, channel, talks } = open('WhatsApp Cloud');
		const [{ id }] = talks;
		const items = inputs(['One', 'Two'].map((text) => ({ talk: id, text })));
		const parameters = { ...SEND, requestOptions: { requestsAtOnce: places } };
		const { items: sent } = await fake.run('message.send', parameters, { items });
		expect(sent.map(({ json }) => json.delivery)).toEqual(['handed_over', 'handed_over']);
		const requests = fake.requests().filter((request) => isPost(request) || isLook(request));
		expect(requests.map(isPost)).toEqual(order);
		expect(texts(channel.received(id))).toEqual(['One', 'Two']);
	},
);

test('sends no further message of an item if one fails', async () => {
	const { fake, channel, talks } = open('WhatsApp Cloud');
	const [{ id }] = talks;
	channel.mode = 'refuses';
	const content = [long('a'), long('b')].join('\n\n');
	const { error } = await fake.run('message.send', { conversation_id: id, content });
	expect(error?.message).toBe(
		'Sending message 2 of 2 failed: Message 1 was not delivered to the customer (WhatsApp): Refused',
	);
	expect(error?.description).toContain('Already done: message 1 was sent.');
	expect(fake.requests().filter(isPost)).toHaveLength(1);
});

test('looks again if a slow answer is older than the end of the wait', async () => {
	const { fake, talks } = open('WhatsApp Cloud');
	let looks = 0;
	fake.before('GET conversations/#/messages', (_, usual) => {
		const answer = usual();
		if (++looks === 3) jest.setSystemTime(Date.now() + 3000);
		return answer;
	});
	const file: IBinaryData = { data: 'eA==', fileName: 'a.png', mimeType: 'image/png' };
	const { items } = await fake.run(
		'message.send',
		{
			...{ conversation_id: talks[0].id, content_kind: 'none' },
			...{ additional_fields: { attachments: 'data' }, options: { wait_seconds: 5 } },
		},
		{ items: [{ json: {}, binary: { data: file } }] },
	);
	expect(looks).toBe(4);
	expect(items[0].json).toMatchObject({ delivery: 'handed_over' });
});

describe('Send to Contact', () => {
	test('sends all texts to a contact before it waits for the first hand-over', async () => {
		const { fake, channel, talks } = open('WhatsApp Cloud');
		const email = emailOf(fake.contacts[0]);
		const rows = ['1', '2', '3', '4', '5'].map((text) => ({ email, text }));
		const { items } = await fake.run('message.sendToContact', toContacts(channel.inbox.id), {
			items: inputs(rows),
		});
		expect(items.map(({ json: { delivery } }) => delivery)).toEqual(Array(5).fill('handed_over'));
		const kinds = fake.requests().filter((request) => isLook(request) || isPost(request));
		expect(kinds.map((request) => request.split(' ')[0])).toEqual([
			...Array(5).fill('POST'),
			'GET',
		]);
		expect(texts(channel.received(talks[0].id))).toEqual(['1', '2', '3', '4', '5']);
	});

	test('lets no text overtake the file of the item before', async () => {
		const { fake, channel, talks } = open('WhatsApp Cloud');
		const email = emailOf(fake.contacts[0]);
		const file: IBinaryData = { data: 'eA==', fileName: 'a.png', mimeType: 'image/png' };
		const items = inputs([
			{ email, text: '1', files: 'data' },
			{ email, text: '2', files: '' },
		]);
		items[0].binary = { data: file };
		await fake.run(
			'message.sendToContact',
			{
				...toContacts(channel.inbox.id),
				additional_fields: { attachments: '={{ $json.files }}' },
			},
			{ items },
		);
		expect(texts(channel.received(talks[0].id))).toEqual(['1', '2']);
	});

	test('ends if many items wait for the turn of their contacts', async () => {
		const { fake, channel } = open('Email', 10);
		const rows = fake.contacts.flatMap((row) =>
			['email', 'identifier'].map((by) => ({
				by,
				email: emailOf(row),
				text: by,
				id: `c${row.id}`,
			})),
		);
		for (const row of fake.contacts) row.identifier = `c${row.id}`;
		const { items, error } = await fake.run(
			'message.sendToContact',
			{
				...toContacts(channel.inbox.id),
				...{ send_to: '={{ $json.by }}', identifier: '={{ $json.id }}' },
			},
			{ items: inputs(rows) },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json: { delivery } }) => delivery)).toEqual(Array(20).fill('handed_over'));
	});
});

/** Milliseconds of the clock of timers: the answer arrives before. */
const SOON = 1;

/** An execution that is stopped once such a request was answered, or while its answer is under way. */
function stopAfter(fake: FakeChatwoot, pattern: string, count: number) {
	const controller = new AbortController();
	jest
		.spyOn(ExecuteContext.prototype, 'getExecutionCancelSignal')
		.mockReturnValue(controller.signal);
	const stop = () => controller.abort();
	let come = 0;
	fake.before(pattern, () => {
		if (++come === count) setTimeout(stop, SOON);
		return undefined;
	});
}

describe('an execution that is stopped says what was sent', () => {
	const parts = [long('a'), long('b')].join('\n\n');

	test('while a file is handed over that the next one could overtake', async () => {
		const { fake, talks } = open('WhatsApp Cloud');
		stopAfter(fake, 'GET conversations/#/messages', 1);
		const file: IBinaryData = { data: 'eA==', fileName: 'a.png', mimeType: 'image/png' };
		const { error } = await fake.run(
			'message.send',
			{
				conversation_id: talks[0].id,
				content_kind: 'none',
				additional_fields: { attachments: 'one,two' },
			},
			{ items: [{ json: {}, binary: { one: file, two: file } }] },
		);
		const [{ id }] = fake.messages;
		expect(fake.messages).toHaveLength(1);
		expect(error?.message).toBe('Sending message 2 of 2 failed: The execution was stopped');
		expect(error?.description).toContain(`Already done: message ${id} was sent.`);
	});

	test('while the channel takes the last one', async () => {
		const { fake, talks } = open('WhatsApp Cloud');
		stopAfter(fake, 'POST conversations/#/messages', 2);
		const { error } = await fake.run('message.send', {
			conversation_id: talks[0].id,
			content: parts,
		});
		const [first, second] = fake.messages.map(({ id }) => id);
		expect(error?.message).toBe('The execution was stopped');
		expect(error?.description).toContain(
			`Already done: message ${first} was sent, message ${second} was sent.`,
		);
	});

	test('while Send Bot Reply types the next part', async () => {
		const { fake, talks } = open('WhatsApp Cloud');
		stopAfter(fake, 'POST conversations/#/messages', 1);
		const { error } = await fake.run('message.reply', {
			...{ conversation_id: talks[0].id, content: parts },
			options: { typing_seconds: 5 },
		});
		const [{ id }] = fake.messages;
		expect(fake.messages).toHaveLength(1);
		expect(error?.message).toContain('The execution was stopped');
		expect(error?.description).toContain(`Already done: part 1 was sent as message ${id}.`);
	});
});

test('waits for a conversation that takes no more messages in this minute', async () => {
	const { fake, channel, talks } = open('WhatsApp Cloud', 2);
	const times: number[] = [];
	fake.before('POST conversations/#/messages', ({ ids: [id] }) => {
		const now = Date.now();
		if (id !== talks[0].id) return undefined;
		if (times.filter((time) => time > now - 60_000).length >= 20)
			return json({ error: 'Validation failed: Too many messages' }, 422);
		times.push(now);
		return undefined;
	});
	const rows = Array.from({ length: 45 }, (_, index) => ({ talk: talks[0].id, text: `${index}` }));
	const { items, error } = await fake.run('message.send', SEND, {
		items: inputs([...rows, { talk: talks[1].id, text: 'other' }]),
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(46);
	expect(texts(channel.received(talks[0].id))).toEqual(rows.map(({ text }) => text));
});

test('Retry waits as Send does, and returns whether the channel took the message', async () => {
	const { fake, channel, talks } = open('WhatsApp Cloud');
	const [{ id }] = talks;
	channel.mode = 'refuses';
	const sent = await fake.run('message.send', { conversation_id: id, content: 'Hi' });
	expect(sent.error?.message).toContain('was not delivered');
	channel.mode = 'ok';
	const parameters = { conversation_id: id, message_id: fake.messages[0].id };
	const { items } = await fake.run('message.retry', parameters);
	expect(items[0].json).toMatchObject({ status: 'sent', delivery: 'handed_over' });
	expect(texts(channel.received(id))).toEqual(['Hi']);
});

test.each(['one conversation after the other', 'the conversations in turn'])(
	'looks at a conversation after all of its messages were sent: %s',
	async (order) => {
		const inTurn = order === 'the conversations in turn';
		const requests = async (wait_seconds?: number) => {
			const { fake, talks } = open('WhatsApp Cloud', 10);
			const rows = Array.from({ length: 100 }, (_, index) => ({
				talk: talks[inTurn ? index % 10 : Math.floor(index / 10)].id,
				text: `${index}`,
			}));
			const options = wait_seconds === undefined ? {} : { wait_seconds };
			await fake.run('message.send', { ...SEND, options }, { items: inputs(rows) });
			return fake.requests().length;
		};
		expect(await requests(0)).toBe(111);
		// One look for each conversation, and one more for those that were looked at too early.
		expect(await requests()).toBeLessThanOrEqual(131);
	},
);
