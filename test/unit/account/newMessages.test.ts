import type { IDataObject } from 'n8n-workflow';
import { releases } from '../../../truth/recordings';
import { FakeChatwoot } from '../../fake/server';
import { untilInFlight } from '../../support/clock';
import { recorded } from '../../support/faults';

jest.setTimeout(60_000);

/** Replaces the node's pauses. */
let mockPause: (milliseconds: number) => Promise<void>;

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => await mockPause(milliseconds),
}));

const contact = { id: 1, name: 'Amara', type: 'contact' };
const ada = { id: 7, name: 'Ada Admin', type: 'user' };
const grace = { id: 9, name: 'Grace Agent', type: 'user' };
const helper = { id: 3, name: 'Helper bot', type: 'agent_bot' };

describe.each(releases)('Conversation: Get New Messages on %s', (release) => {
	let account: FakeChatwoot;

	beforeEach(() => {
		mockPause = async () => {};
		account = new FakeChatwoot(release);
		account.addContacts(1);
		account.addConversations(1, () => ({ contact_id: 1 }));
		account.before('GET /api/v#/profile', () => ada);
	});

	/** Adds messages; their time is their ID, unless another is given. */
	const add = (sender: IDataObject, count = 1, more: IDataObject = {}) =>
		account.addMessages(count, (id) => ({
			...{ conversation_id: 1, content: `Text ${id}`, sender, private: false, created_at: id },
			...{ message_type: sender === contact ? 0 : 1, content_type: 'text' },
			...{ content_attributes: {}, ...more },
		}));

	const run = async (
		parameters: IDataObject = {},
		options?: Parameters<FakeChatwoot['run']>[2],
	): ReturnType<FakeChatwoot['run']> =>
		await account.run(
			'conversation.getNewMessages',
			{ conversation_id: 1, wait_seconds: 0, ...parameters },
			options,
		);

	const queries = () => account.received.splice(0).map(({ query: { before } }) => before);

	test('tells what was written, and lists the messages', async () => {
		add(ada);
		add(contact, 1, { content: 'Hello' });
		const attachments = [
			{ id: 4, file_type: 'location', coordinates_lat: 1.5, coordinates_long: 2, data_url: null },
		];
		add(contact, 1, { content: null, attachments });
		add(grace, 1, { private: true, content: 'Difficult one' });
		const { items } = await run({ started_message_id: 3 });
		expect(items.map(({ json }) => json)).toEqual([
			{
				...{ conversation_id: 1, is_newest: true, text: 'Hello\n\n[Place: 1.5, 2]' },
				...{ message_count: 2, newest_message_id: 3, complete: true },
				messages: [
					expect.objectContaining({
						id: 2,
						content: 'Hello',
						sender_name: 'Amara',
						attachments: [],
					}),
					expect.objectContaining({
						...{ id: 3, content: null, sender_type: 'contact' },
						attachments: [expect.objectContaining({ file_type: 'location', coordinates_lat: 1.5 })],
						created_at: '1970-01-01T00:00:03.000Z',
					}),
				],
			},
		]);
		expect(account.requests()).toEqual(['GET conversations/1/messages']);
		expect(account.received[0].query).toEqual({ filter_internal_messages: 'true' });
	});

	test('returns no item, and says why, or an item that says so', async () => {
		add(contact, 2);
		const older = await run({ started_message_id: 1 });
		expect(older.items).toEqual([]);
		expect(older.hints.join()).toContain('the contact has written again');
		const { items } = await run({ started_message_id: 1, options: { always_return: true } });
		expect(items[0].json).toMatchObject({
			...{ is_newest: false, message_count: 2, newest_message_id: 2, complete: true },
		});
		add(grace);
		const answered = await run({ started_message_id: 2 });
		expect(answered.items).toEqual([]);
		expect(answered.hints.join()).toContain('everything that the contact wrote has been answered');
		const empty = await run({ started_message_id: 2, options: { always_return: true } });
		expect(empty.items[0].json).toMatchObject({
			...{ is_newest: false, text: '', messages: [], message_count: 0, newest_message_id: null },
		});
	});

	test('reads back to the last answer, page by page', async () => {
		add(contact, 30);
		add(grace);
		add(contact, 45);
		const { items } = await run();
		expect(items[0].json).toMatchObject({ message_count: 45, newest_message_id: 76 });
		expect(queries()).toEqual([undefined, '57', '37']);
		add(grace);
		add(contact);
		expect((await run()).items[0].json.message_count).toBe(1);
		expect(queries()).toEqual([undefined]);
	});

	test('an echo by a WhatsApp bridge answers nothing; what is typed on the phone does', async () => {
		const bridge = { id: 20, name: 'Bridge', type: 'user' };
		const source_id = 'WAID:3EB0C431C26A1916E07E';
		add(helper, 1, { content: 'One moment' });
		add(contact, 25);
		add(bridge, 1, { content: 'One moment', source_id });
		expect((await run()).items[0].json).toMatchObject({ message_count: 25, is_newest: true });
		expect(queries()).toEqual([undefined, '8']);
		add(bridge, 1, { content: 'Ada here', source_id });
		expect((await run()).items).toEqual([]);
		add(contact);
		expect((await run()).items[0].json.message_count).toBe(1);
	});

	test('a conversation that is answered on the phone alone is read for two pages', async () => {
		const bridge = { id: 20, name: 'Bridge', type: 'user' };
		add(bridge, 500, { content: 'Typed', source_id: 'WAID:1' });
		add(contact);
		expect((await run()).items[0].json.message_count).toBe(1);
		expect(queries().length).toBeLessThanOrEqual(3);
	});

	test('reads further than an answer of a bot that had begun before', async () => {
		add(contact, 1, { created_at: 0 });
		add(helper, 1, { created_at: 20 });
		add(contact, 25, { created_at: 100 });
		add(helper, 1, { created_at: 101 });
		add(contact, 1, { created_at: 102 });
		const { items } = await run({ started_message_id: 29, wait_seconds: 1 });
		expect(items[0].json).toMatchObject({ message_count: 26, is_newest: true });
	});

	test('reads at most 1,000 messages, and says so', async () => {
		add(contact, 1010);
		const outcome = await run();
		expect(outcome.items[0].json).toMatchObject({ message_count: 1000, complete: false });
		expect(outcome.hints).toEqual([
			'Only the newest 1000 messages were read, and none of them is an answer.',
		]);
		expect(queries()).toHaveLength(50);
	});

	test.each([
		['the user of the token, for the bot', ada, [2, 4]],
		['another user', grace, [4]],
	])('goes by who answered at once: %s', async (_, sender, expected) => {
		add(contact, 1, { created_at: 100 });
		add(contact, 1, { created_at: 200 });
		add(sender, 1, { created_at: 200 });
		add(contact, 1, { created_at: 201 });
		const { items } = await run({ started_message_id: 4, wait_seconds: 1 });
		expect((items[0].json.messages as IDataObject[]).map(({ id }) => id)).toEqual(expected);
		expect(account.requests().filter((one) => one.includes('profile'))).toHaveLength(1);
	});

	test('the items of an execution wait at the same time', async () => {
		add(contact);
		const items = Array.from({ length: 50 }, () => ({ json: {} }));
		// A pause ends only once all have begun.
		const all = untilInFlight(50);
		let pauses = 0;
		mockPause = async (milliseconds) => {
			if (milliseconds !== 2_000) return;
			pauses++;
			await all();
		};
		const outcome = await run({ started_message_id: 1, wait_seconds: 2 }, { items });
		expect(outcome.items).toHaveLength(50);
		expect(pauses).toBe(50);
	});

	test('a tool waits, too', async () => {
		add(contact);
		const pauses: number[] = [];
		mockPause = async (milliseconds) => void pauses.push(milliseconds);
		const outcome = await run({ started_message_id: 1, wait_seconds: 1 }, { engine: true });
		expect(outcome.items[0].json).toMatchObject({ is_newest: true, text: 'Text 1' });
		expect(pauses).toContain(1_000);
	});

	test.each([-1, 61, 1.5])('cannot wait for %s seconds', async (wait_seconds) => {
		const { error } = await run({ wait_seconds });
		expect(error?.message).toBe('Wait for More must be a whole number from 0 to 60');
		expect(account.received).toEqual([]);
	});

	test("refuses a bot's token in words", async () => {
		for (const route of ['GET conversations/#/messages', 'GET /api/v#/profile'])
			account.before(route, () => recorded('account.message.list', 'as-bot', release));
		const { error } = await run();
		expect(error?.message).toBe("An agent bot's token cannot do this");
	});
});
