import type { IDataObject } from 'n8n-workflow';
import { deliveries } from '../../../truth/recordings';
import type { Row } from '../../fake/lists';
import { FakeChatwoot } from '../../fake/server';
import { Poller } from '../../support/poller';
import { json } from '../../support/run';
import { listen, type Answer } from '../../support/server';
import { accountOf, CHOSEN, Trigger } from '../../support/triggerNode';

jest.setTimeout(30_000);

/** Milliseconds after which Chatwoot is answered. The clock is that of the pauses. */
const mockInTime = 3_500;
let mockLate: () => void;

/** Milliseconds of the node's pauses, which take no time here. */
let mockPauses: number[];

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => {
		if (milliseconds === mockInTime)
			return await new Promise<void>((resolve) => {
				mockLate = resolve;
			});
		mockPauses.push(milliseconds);
		if (paused() >= mockInTime) mockLate();
	},
}));

function paused() {
	return mockPauses.reduce((sum, pause) => sum + pause, 0);
}

const RUNNING = json({ code: 409, message: 'The execution "5" is running already.' }, 409);
const FAILED = json({ code: 409, message: 'The execution "5" has finished with error.' }, 409);
const OVER: Answer = {
	status: 200,
	headers: { 'content-type': 'text/html' },
	body: '<html>No action required</html>',
};

let n8n: Awaited<ReturnType<typeof listen>>;
/** Another server: Chatwoot, or anything else. */
let other: Awaited<ReturnType<typeof listen>>;
let otherAnswer: Answer;
/** What n8n answers, one after the other; the last one for good. */
let answers: Answer[];

beforeEach(async () => {
	answers = [];
	mockPauses = [];
	const begun = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => begun + paused());
	other = await listen(() => otherAnswer);
	n8n = await listen((_, count) => answers[Math.min(count, answers.length - 1)] ?? OVER);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await Promise.all([n8n.close(), other.close()]);
});

let number = 0;
/** A URL of an execution that waits, as n8n signs it. */
const waitUrl = (root = n8n.url) =>
	`${root}/webhook-waiting/5/node?wait=${++number}&signature=signed`;

const recorded = new Map(deliveries().map(({ name, body }) => [name, body]));

/** A delivery from a conversation with this attribute. */
function delivered(n8n_wait: unknown, name = 'message_created--incoming', more: IDataObject = {}) {
	const body = structuredClone(recorded.get(name)) as IDataObject;
	const conversation = body.conversation as IDataObject;
	conversation.custom_attributes = {
		plan: 'pro',
		...(n8n_wait ? { n8n_wait } : {}),
	} as IDataObject;
	return { ...body, id: 700_000 + ++number, ...more } as IDataObject & { id: number };
}

const triggerWith = (parameters: IDataObject = {}, base_url = 'http://127.0.0.1:9') =>
	new Trigger({
		address: n8n.url,
		credentials: { account_id: accountOf['4.10'], base_url },
		parameters: { events: CHOSEN, loop_guard: false, ...parameters },
	});

const itemCount = async (body: IDataObject, trigger = triggerWith()) =>
	(await trigger.receive(body)).items.length;

describe('a message for which an execution waits', () => {
	test('wakes it, and gives no item if it is the reply', async () => {
		const url = waitUrl();
		const body = delivered({ url, question_id: 5 });
		answers = [json({ taken: body.id })];
		expect(await itemCount(body)).toBe(0);
		expect(n8n.received).toHaveLength(1);
		const [{ method, path, query, headers, body: sent }] = n8n.received;
		expect([method, path, new URLSearchParams(query).get('signature')]).toEqual([
			...['POST', '/webhook-waiting/5/node', 'signed'],
		]);
		expect(JSON.parse(sent.toString())).toEqual({ wake: true });
		expect(JSON.stringify(headers)).not.toContain('secret-token');
	});

	test.each([[null], [4], ['forged']])('gives an item if the reply is %s', async (taken) => {
		answers = [json({ taken })];
		expect(await itemCount(delivered({ url: waitUrl(), question_id: 5 }))).toBe(1);
		expect(n8n.received).toHaveLength(1);
	});

	test('is tried again while the execution does not wait yet, and while n8n starts', async () => {
		const body = delivered({ url: waitUrl() });
		answers = [RUNNING, json({}, 502), RUNNING, json({ taken: body.id })];
		expect(await itemCount(body)).toBe(0);
		expect(n8n.received).toHaveLength(4);
	});

	test.each([
		['woken by a busy n8n', (id: number) => json({ taken: id }), 0, 7_750],
		['never woken', () => RUNNING, 1, 30_000],
	])('is received in time, whatever comes then: %s', async (_, last, items, milliseconds) => {
		const body = delivered({ url: waitUrl() });
		answers = [...new Array<Answer>(5).fill(RUNNING), last(body.id)];
		const { status, response, ...outcome } = await triggerWith().receive(body);
		// Chatwoot waits for five seconds, and n8n must not answer a second time.
		expect([status, response.noWebhookResponse]).toEqual([200, true]);
		expect(outcome.items).toHaveLength(items);
		expect(paused()).toBe(milliseconds);
	});

	test('gives an item if n8n is not reached', async () => {
		const url = waitUrl();
		await n8n.close();
		expect(await itemCount(delivered({ url }))).toBe(1);
	});

	test.each([
		['has ended', OVER],
		['has another signature', json({ error: 'Invalid token' }, 401)],
		['is unknown', json({ code: 404 }, 404)],
		['belongs to an earlier question', { status: 410, body: 'No Action Required' }],
		['has failed', FAILED],
	])('gives an item at once if the execution %s', async (_, answer) => {
		answers = [answer];
		expect(await itemCount(delivered({ url: waitUrl() }))).toBe(1);
		expect(n8n.received).toHaveLength(1);
	});

	test.each<[string, IDataObject]>([
		['its filters', { events: ['customer_wrote'], filters: { content_contains: 'nowhere in it' } }],
		['its events', { events: ['message_updated'] }],
	])('wakes whatever the trigger leaves out by %s', async (_, parameters) => {
		answers = [json({ taken: null })];
		const trigger = triggerWith(parameters);
		expect(await itemCount(delivered({ url: waitUrl() }), trigger)).toBe(0);
		expect(n8n.received).toHaveLength(1);
	});

	test('wakes nothing if the call does not come from Chatwoot', async () => {
		const { status } = await triggerWith().receive(delivered({ url: waitUrl() }), { query: {} });
		expect([status, n8n.received]).toEqual([401, []]);
	});

	test('can be the answer to options or a form, but not to a survey', async () => {
		for (const name of [
			'message_updated--bot-submitted-account',
			'message_updated--email-submitted',
		]) {
			const body = delivered({ url: waitUrl() }, name);
			answers = [json({ taken: body.id })];
			expect(await itemCount(body)).toBe(0);
		}
		expect(n8n.received).toHaveLength(2);
		expect(await itemCount(delivered({ url: waitUrl() }, 'message_updated--csat-submitted'))).toBe(
			1,
		);
		expect(n8n.received).toHaveLength(2);
	});

	test.each(['outgoing', 'private-note', 'csat-template', 'by-automation'])(
		'is not one of the team or Chatwoot: %s',
		async (name) => {
			const body = delivered({ url: waitUrl() }, `message_created--${name}`);
			expect(await itemCount(body)).toBe(1);
			expect(n8n.received).toEqual([]);
		},
	);

	test('is not private', async () => {
		const body = delivered({ url: waitUrl() }, undefined, { private: true });
		expect(await itemCount(body)).toBe(1);
		expect(n8n.received).toEqual([]);
	});

	test('calls no other URL', async () => {
		otherAnswer = json({ taken: 1 });
		const here = n8n.url;
		for (const url of [
			waitUrl(other.url),
			`${here}/webhook/bot`,
			`${here}/webhook-waiting/../rest/workflows`,
			`${here}/webhook-waiting/%2e%2e/rest/workflows`,
			`${here}/webhook-waitingelse/5/node`,
			`${here}@${new URL(other.url).host}/webhook-waiting/5/node`,
			here.replace('//', '//user:password@') + '/webhook-waiting/5/node',
			`file:///webhook-waiting/5/node`,
			`//webhook-waiting/5`,
			5,
			[waitUrl()],
			null,
		])
			expect([url, await itemCount(delivered({ url }))]).toEqual([url, 1]);
		for (const wait of ['text', 5, [], { url: {} }])
			expect([wait, await itemCount(delivered(wait))]).toEqual([wait, 1]);
		expect([n8n.received, other.received]).toEqual([[], []]);
	});

	test('gives no item of a second trigger that gets it at the same time, or later', async () => {
		const url = waitUrl();
		const body = delivered({ url });
		answers = [json({ taken: body.id }), OVER];
		expect(await Promise.all([itemCount(body), itemCount(body)])).toEqual([0, 0]);
		expect(await itemCount(body)).toBe(0);
		expect(await itemCount(delivered({ taken: body.id }, undefined, { id: body.id }))).toBe(0);
		expect(n8n.received).toHaveLength(1);
		expect(await itemCount(delivered({ url }))).toBe(1);
		expect(await itemCount(delivered({ taken: body.id }))).toBe(1);
	});

	test('asks Chatwoot what the reply was if another process woke the execution', async () => {
		const takes = (taken: number) => {
			otherAnswer = json({ id: 1, custom_attributes: { n8n_wait: { taken } } });
		};
		takes(0);
		const body = delivered({ url: waitUrl() });
		expect(await itemCount(body, triggerWith({}, other.url))).toBe(1);
		const next = delivered({ url: waitUrl() });
		takes(next.id);
		expect(await itemCount(next, triggerWith({}, other.url))).toBe(0);
		const { id } = body.conversation as IDataObject;
		const path = `/api/v1/accounts/${accountOf['4.10']}/conversations/${String(id)}`;
		expect(other.received.map((one) => `${one.method} ${one.path}`)).toEqual([
			`GET ${path}`,
			`GET ${path}`,
		]);
	});
});

describe('a change of the conversation', () => {
	const changed = (from: IDataObject, to: IDataObject, more: IDataObject[] = []) => ({
		...(structuredClone(recorded.get('conversation_updated--custom-attributes')) as IDataObject),
		changed_attributes: [
			{ updated_at: { previous_value: 'a', current_value: `b${++number}` } },
			{ custom_attributes: { previous_value: from, current_value: to } },
			...more,
		],
	});
	const eventsOf = async (body: IDataObject) =>
		((await triggerWith().receive(body)).items[0]?.events ?? []) as string[];

	test('is no event if only a wait began or ended', async () => {
		const wait = { n8n_wait: { url: waitUrl() } };
		expect(await eventsOf(changed({ plan: 'pro' }, { plan: 'pro', ...wait }))).toEqual([]);
		expect(await eventsOf(changed({ ...wait }, { n8n_wait: { taken: 5 } }))).toEqual([]);
	});

	test('is one if anything else changed', async () => {
		const wait = { n8n_wait: { url: waitUrl() } };
		expect(await eventsOf(changed({ plan: 'free' }, { plan: 'pro', ...wait }))).toEqual(
			expect.arrayContaining(['conversation_updated', 'conversation_attribute_changed']),
		);
		const priority = { priority: { previous_value: null, current_value: 'high' } };
		const events = await eventsOf(changed({}, wait, [priority]));
		expect(events).toEqual(expect.arrayContaining(['conversation_priority_changed']));
		expect(events).not.toContain('conversation_attribute_changed');
	});
});

describe('a poll', () => {
	let desk: FakeChatwoot;
	let trigger: Poller;
	let conversation: Row;

	beforeEach(async () => {
		desk = new FakeChatwoot();
		trigger = new Poller(await desk.start(), {
			events: ['message_created'],
			loop_guard: false,
			filters: { content_contains: 'bot' },
		});
		trigger.n8n = n8n.url;
		conversation = desk.conversation();
		await trigger.activate();
	});
	afterEach(async () => await desk.close());

	const waits = (wait: IDataObject) =>
		Object.assign(conversation, { custom_attributes: { n8n_wait: wait } });
	const says = (content: string) => {
		desk.now += 60;
		return desk.message(conversation, { message_type: 0, content }).row.id;
	};
	const textsOf = (items: IDataObject[]) => items.map(({ content }) => content);

	test('wakes the execution with the oldest message, and gives the others', async () => {
		waits({ url: waitUrl() });
		const reply = says('The reply');
		answers = [json({ taken: reply }), OVER];
		says('To the bot');
		expect(textsOf(await trigger.poll())).toEqual(['To the bot']);
		expect(n8n.received).toHaveLength(1);
		waits({ taken: reply });
		says('And again to the bot');
		expect(textsOf(await trigger.poll())).toEqual(['And again to the bot']);
		expect(n8n.received).toHaveLength(1);
	});

	test('gives the message if the wait is over, and none that was the reply', async () => {
		waits({ url: waitUrl() });
		says('To the bot');
		expect(textsOf(await trigger.poll())).toEqual(['To the bot']);
		waits({ taken: says('Also to the bot, but taken') });
		expect(await trigger.poll()).toEqual([]);
	});

	test('wakes nothing if it is a test', async () => {
		waits({ url: waitUrl() });
		says('To the bot');
		expect(textsOf(await trigger.test())).toEqual(['To the bot']);
		expect(n8n.received).toEqual([]);
	});
});
