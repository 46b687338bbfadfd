import type { IDataObject } from 'n8n-workflow';
import { digestOfSecret } from '../../../nodes/shared/tasks/customerReply';
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

/** A contact's attributes with the pointer of a conversation. */
const pointing = (conversation: unknown, pointer: unknown) => ({
	custom_attributes: {
		plan: 'pro',
		n8n_wait_1: 'of another',
		[`n8n_wait_${conversation}`]: pointer,
	},
});

/** A delivery from a conversation with this pointer. */
function delivered(pointer?: unknown, name = 'message_created--incoming', more: IDataObject = {}) {
	const body = structuredClone(recorded.get(name)) as IDataObject;
	const conversation = body.conversation as { id: number; meta: { sender: IDataObject } };
	const { custom_attributes } = pointing(conversation.id, pointer);
	Object.assign(conversation.meta.sender, { custom_attributes });
	return { ...body, id: 700_000 + ++number, ...more } as IDataObject & { id: number };
}

const SECRET = 'secret';
const proofOf = (url: string) => ({ n8n_wait: { url, digest: digestOfSecret(SECRET) } });
const endOf = (id: number, secret = SECRET) => `taken:${id}:${secret}`;

/** The delivery of a question. */
const questionFrom = (url: string, more: IDataObject = {}) =>
	delivered(undefined, 'message_created--outgoing', {
		content_attributes: proofOf(url),
		...more,
	});

/** A message as the API shows it. */
const row = (id: number, message_type: number, more: IDataObject = {}) => ({
	...{ id, message_type, private: false, content: 'Text', content_attributes: {}, ...more },
});
const question = (id: number, url: string) => row(id, 1, { content_attributes: proofOf(url) });

/** What Chatwoot has: the messages of the conversation, and its contact. */
const holds = (payload: IDataObject[], contact: IDataObject = {}) =>
	json({ meta: { contact }, payload });

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
		const body = delivered(url);
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
		expect(await itemCount(delivered(waitUrl()))).toBe(1);
		expect(n8n.received).toHaveLength(1);
	});

	test('is tried again while the execution does not wait yet, and while n8n starts', async () => {
		const [url, trigger] = [waitUrl(), triggerWith()];
		await itemCount(questionFrom(url), trigger);
		const body = delivered(url);
		answers = [RUNNING, json({}, 502), RUNNING, json({ taken: body.id })];
		expect(await itemCount(body, trigger)).toBe(0);
		expect(n8n.received).toHaveLength(4);
	});

	test('does not wait for an execution that only a visitor may have named', async () => {
		answers = [RUNNING];
		expect(await itemCount(delivered(waitUrl()))).toBe(1);
		expect([n8n.received.length, paused()]).toEqual([1, 0]);
	});

	test.each([
		['woken by a busy n8n', (id: number) => json({ taken: id }), 0, 7_750],
		['never woken', () => RUNNING, 1, 30_000],
	])('is received in time, whatever comes then: %s', async (_, last, items, milliseconds) => {
		const [url, trigger] = [waitUrl(), triggerWith()];
		await itemCount(questionFrom(url), trigger);
		const body = delivered(url);
		answers = [...new Array<Answer>(5).fill(RUNNING), last(body.id)];
		const { status, response, ...outcome } = await trigger.receive(body);
		// Chatwoot waits for five seconds, and n8n must not answer a second time.
		expect([status, response.noWebhookResponse]).toEqual([200, true]);
		expect(outcome.items).toHaveLength(items);
		expect(paused()).toBe(milliseconds);
	});

	test('gives an item if n8n is not reached', async () => {
		const url = waitUrl();
		await n8n.close();
		expect(await itemCount(delivered(url))).toBe(1);
	});

	test.each([
		['has ended', OVER],
		['has another signature', json({ error: 'Invalid token' }, 401)],
		['is unknown', json({ code: 404 }, 404)],
		['belongs to an earlier question', { status: 410, body: 'No Action Required' }],
		['has failed', FAILED],
	])('gives an item at once if the execution %s', async (_, answer) => {
		const [url, trigger] = [waitUrl(), triggerWith()];
		await itemCount(questionFrom(url), trigger);
		answers = [answer];
		expect(await itemCount(delivered(url), trigger)).toBe(1);
		expect(n8n.received).toHaveLength(1);
	});

	test.each<[string, IDataObject]>([
		['its filters', { events: ['customer_wrote'], filters: { content_contains: 'nowhere in it' } }],
		['its events', { events: ['message_updated'] }],
	])('wakes whatever the trigger leaves out by %s', async (_, parameters) => {
		answers = [json({ taken: null })];
		const trigger = triggerWith(parameters);
		expect(await itemCount(delivered(waitUrl()), trigger)).toBe(0);
		expect(n8n.received).toHaveLength(1);
	});

	test('wakes nothing if the call does not come from Chatwoot', async () => {
		const { status } = await triggerWith().receive(delivered(waitUrl()), { query: {} });
		expect([status, n8n.received]).toEqual([401, []]);
	});

	test('can be the answer to options or a form, but not to a survey', async () => {
		for (const name of [
			'message_updated--bot-submitted-account',
			'message_updated--email-submitted',
		]) {
			const body = delivered(waitUrl(), name);
			answers = [json({ taken: body.id })];
			expect(await itemCount(body)).toBe(0);
		}
		expect(n8n.received).toHaveLength(2);
		expect(await itemCount(delivered(waitUrl(), 'message_updated--csat-submitted'))).toBe(1);
		expect(n8n.received).toHaveLength(2);
	});

	test.each(['outgoing', 'private-note', 'csat-template', 'by-automation'])(
		'is not one of the team or Chatwoot: %s',
		async (name) => {
			const body = delivered(waitUrl(), `message_created--${name}`);
			expect(await itemCount(body)).toBe(1);
			expect(n8n.received).toEqual([]);
		},
	);

	test('is not private', async () => {
		const body = delivered(waitUrl(), undefined, { private: true });
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
			...[5, [waitUrl()], { url: waitUrl() }, null],
		])
			expect([url, await itemCount(delivered(url))]).toEqual([url, 1]);
		expect([n8n.received, other.received]).toEqual([[], []]);
	});

	test('gives no item of a second trigger that gets it at the same time, or later', async () => {
		const url = waitUrl();
		const body = delivered(url);
		answers = [json({ taken: body.id }), OVER];
		expect(await Promise.all([itemCount(body), itemCount(body)])).toEqual([0, 0]);
		expect(await itemCount(body)).toBe(0);
		expect(n8n.received).toHaveLength(1);
		expect(await itemCount(delivered(url))).toBe(1);
	});

	describe('and that the pointer says was taken', () => {
		const url = 'https://n8n.example/elsewhere';
		const at = () => triggerWith({}, other.url);

		test('gives no item if the question before it proves it', async () => {
			const body = delivered();
			otherAnswer = holds([row(3, 0), question(5, url), row(6, 1), row(body.id, 0)]);
			const taken = delivered(endOf(body.id), undefined, { id: body.id });
			expect(await itemCount(taken, at())).toBe(0);
			const { id } = body.conversation as IDataObject;
			const [{ method, path, query }, ...more] = other.received;
			expect([method, path, new URLSearchParams(query).toString(), more]).toEqual([
				'GET',
				`/api/v1/accounts/${accountOf['4.10']}/conversations/${String(id)}/messages`,
				`before=${body.id + 1}&filter_internal_messages=true`,
				[],
			]);
		});

		test.each<[string, (id: number) => IDataObject[], ((id: number) => string)?]>([
			['nothing was asked', (id) => [row(id, 0)]],
			['the secret is another', (id) => [question(5, url), row(id, 0)], (id) => endOf(id, 'x')],
			['the customer wrote in between', (id) => [question(5, url), row(6, 0), row(id, 0)]],
			[
				'a deleted message was in between',
				(id) => [
					question(5, url),
					row(6, 0, { content_attributes: { deleted: true } }),
					row(id, 0),
				],
			],
			['the question is newer', (id) => [row(id, 0), question(id + 1, url)]],
			[
				'the customer wrote the question',
				(id) => [row(5, 0, { content_attributes: proofOf(url) }), row(id, 0)],
			],
			[
				'a note holds the proof',
				(id) => [row(5, 1, { private: true, content_attributes: proofOf(url) }), row(id, 0)],
			],
			['Chatwoot answers without a list', () => 'text' as never],
		])('gives an item if %s', async (_, rows, pointer = endOf) => {
			const { id } = delivered();
			otherAnswer = holds(rows(id));
			expect(await itemCount(delivered(pointer(id), undefined, { id }), at())).toBe(1);
			expect(other.received).toHaveLength(1);
		});

		test('gives an item if Chatwoot cannot be read, or the trigger has no credential', async () => {
			const { id } = delivered();
			otherAnswer = json({ error: 'No' }, 403);
			expect(await itemCount(delivered(endOf(id), undefined, { id }), at())).toBe(1);
			const byHand = triggerWith({ connection: 'by_hand' });
			expect(await itemCount(delivered(endOf(id), undefined, { id: id + 1 }), byHand)).toBe(1);
		});

		test('reads nothing for later messages, and for conversations without a wait', async () => {
			expect(await itemCount(delivered(endOf(5)), at())).toBe(1);
			expect(await itemCount(delivered(), at())).toBe(1);
			expect(other.received).toEqual([]);
		});

		test('is known if another process has woken the execution since', async () => {
			const body = delivered(waitUrl());
			const { id } = body.conversation as IDataObject;
			const rows = [question(5, waitUrl()), row(body.id, 0)];
			otherAnswer = holds(rows, pointing(id, endOf(body.id)));
			expect(await itemCount(body, at())).toBe(0);
			expect(n8n.received).toEqual([]);
		});

		test('is known if the execution took it before its pointer was stored', async () => {
			const [trigger, known] = [at(), waitUrl()];
			await itemCount(questionFrom(known), trigger);
			const body = delivered();
			const { id } = body.conversation as IDataObject;
			const rows = [question(5, known), row(body.id, 0)];
			otherAnswer = holds(rows, pointing(id, endOf(body.id)));
			answers = [RUNNING, OVER];
			expect(await itemCount(body, trigger)).toBe(0);
			expect(n8n.received).toHaveLength(2);
		});

		test('ends the wait for a trigger that saw the question, too', async () => {
			const [trigger, known] = [at(), waitUrl()];
			await itemCount(questionFrom(known), trigger);
			expect(await itemCount(delivered(endOf(5)), trigger)).toBe(1);
			const { id } = delivered();
			otherAnswer = holds([question(5, known), row(6, 0), row(id, 0)]);
			expect(await itemCount(delivered(endOf(id), undefined, { id }), trigger)).toBe(1);
			expect(n8n.received).toEqual([]);
		});
	});

	describe('whose pointer a visitor changed', () => {
		test.each([['nothing'], [endOf(5, 'guess')], [null], [undefined]])(
			'wakes the execution all the same if the trigger saw the question: %j',
			async (pointer) => {
				const [url, trigger] = [waitUrl(), triggerWith()];
				expect(await itemCount(questionFrom(url), trigger)).toBe(1);
				const body = delivered(pointer);
				answers = [json({ taken: body.id })];
				expect(await itemCount(body, trigger)).toBe(0);
				expect(await itemCount(delivered(pointer), trigger)).toBe(1);
				expect(n8n.received).toHaveLength(1);
				// Another trigger saw nothing.
				expect(await itemCount(delivered(undefined, undefined, { id: body.id }))).toBe(1);
			},
		);

		test('wakes the execution that asked last, and forgets it once it is over', async () => {
			const trigger = triggerWith();
			await itemCount(questionFrom(waitUrl()), trigger);
			const url = waitUrl();
			await itemCount(questionFrom(url), trigger);
			answers = [OVER];
			for (let count = 0; count < 2; count++) await itemCount(delivered(), trigger);
			expect(n8n.received.map(({ query }) => new URLSearchParams(query).toString())).toEqual([
				new URL(url).search.slice(1),
			]);
		});

		test('reads nothing if another n8n asked', async () => {
			const trigger = triggerWith({}, other.url);
			await itemCount(questionFrom(waitUrl('https://other-n8n.example')), trigger);
			expect(await itemCount(delivered(), trigger)).toBe(1);
			expect([n8n.received, other.received]).toEqual([[], []]);
		});

		test('takes no URL of a note or a customer', async () => {
			const trigger = triggerWith();
			await itemCount(questionFrom(waitUrl(), { private: true }), trigger);
			const content_attributes = proofOf(waitUrl());
			await itemCount(delivered(undefined, undefined, { content_attributes }), trigger);
			await itemCount(delivered(), trigger);
			expect(n8n.received).toEqual([]);
		});

		test.each([
			['is no URL', () => 'nothing'],
			['claims that this message was taken', (id: number) => endOf(id, 'made up')],
			['leads to another execution', () => waitUrl()],
		])('finds the execution in the question if the pointer %s', async (_, pointer) => {
			const { id } = delivered();
			const body = delivered(pointer(id), undefined, { id });
			const url = waitUrl();
			otherAnswer = holds([question(5, url), row(id, 0)]);
			answers = [json({ taken: id })];
			expect(await itemCount(body, triggerWith({}, other.url))).toBe(0);
			expect(new URLSearchParams(n8n.received[0].query).toString()).toBe(
				new URL(url).search.slice(1),
			);
		});

		test('calls no other URL that a question holds', async () => {
			const { id } = delivered();
			otherAnswer = holds([question(5, `${n8n.url}/rest/users`), row(id, 0)]);
			const body = delivered('nothing', undefined, { id });
			expect(await itemCount(body, triggerWith({}, other.url))).toBe(1);
			expect(n8n.received).toEqual([]);
		});
	});

	test('is looked for once an hour without a delivery, whatever event arrives', async () => {
		const trigger = triggerWith();
		const updated = recorded.get('conversation_updated--custom-attributes');
		const happens = async () => await itemCount(structuredClone(updated) as IDataObject, trigger);
		await itemCount(questionFrom('https://other-n8n.example/webhook-waiting/1'), trigger);
		const conversation = { ...(delivered().conversation as IDataObject), id: 900_001 };
		await itemCount(questionFrom(waitUrl(), { conversation }), trigger);
		answers = [json({ taken: null })];
		const callsAfter = async (milliseconds: number) => {
			const before = n8n.received.length;
			mockPauses.push(milliseconds);
			for (let count = 0; count < 20; count++) await happens();
			// Waits for a call in progress, and then calls, too.
			await itemCount(delivered(undefined, undefined, { conversation }), trigger);
			return n8n.received.length - before;
		};
		expect(await callsAfter(3_599_000)).toBe(1);
		expect(await callsAfter(1_000)).toBe(2);
		expect(await callsAfter(1_000)).toBe(1);
		expect(await callsAfter(3_600_000)).toBe(2);
	});
});

describe('a change of the contact', () => {
	const changed = (from: IDataObject, to: IDataObject, more: IDataObject[] = []) => ({
		...(structuredClone(recorded.get('contact_updated--api-name')) as IDataObject),
		changed_attributes: [
			{ updated_at: { previous_value: 'a', current_value: `b${++number}` } },
			{ custom_attributes: { previous_value: from, current_value: to } },
			...more,
		],
	});
	const eventsOf = async (body: IDataObject) =>
		((await triggerWith().receive(body)).items[0]?.events ?? []) as string[];
	const wait = { n8n_wait_7: 'https://n8n.example/webhook-waiting/5' };

	test('is no event if only waits began or ended', async () => {
		expect(await eventsOf(changed({ plan: 'pro' }, { plan: 'pro', ...wait }))).toEqual([]);
		expect(await eventsOf(changed(wait, { n8n_wait_7: endOf(5), n8n_wait_8: 'x' }))).toEqual([]);
	});

	test('is one if anything else changed', async () => {
		const events = ['contact_updated', 'contact_changed'];
		expect(await eventsOf(changed({ plan: 'free' }, { plan: 'pro', ...wait }))).toEqual(
			expect.arrayContaining(events),
		);
		const name = { name: { previous_value: 'A', current_value: 'B' } };
		expect(await eventsOf(changed({}, wait, [name]))).toEqual(expect.arrayContaining(events));
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
		desk.addContacts(1);
		conversation = desk.conversation({ contact_id: 1 });
		await trigger.activate();
	});
	afterEach(async () => await desk.close());

	const waits = (pointer: unknown) => {
		const [contact] = desk.contacts;
		const { custom_attributes } = pointing(conversation.id, pointer);
		Object.assign(contact, { custom_attributes });
	};
	const says = (content: string) => {
		desk.now += 60;
		return desk.message(conversation, { message_type: 0, content }).row.id;
	};
	const textsOf = (items: IDataObject[]) => items.map(({ content }) => content);

	test('wakes the execution with the oldest message, and gives the others', async () => {
		waits(waitUrl());
		const reply = says('The reply');
		answers = [json({ taken: reply }), OVER];
		says('To the bot');
		expect(textsOf(await trigger.poll())).toEqual(['To the bot']);
		expect(n8n.received).toHaveLength(1);
		waits(endOf(reply));
		says('And again to the bot');
		expect(textsOf(await trigger.poll())).toEqual(['And again to the bot']);
		expect(n8n.received).toHaveLength(1);
	});

	test('gives the message if the wait is over, and none that was the reply', async () => {
		waits(waitUrl());
		says('To the bot');
		expect(textsOf(await trigger.poll())).toEqual(['To the bot']);
		desk.message(conversation, {
			...{ message_type: 1, private: false, content_attributes: proofOf(waitUrl()) },
		});
		waits(endOf(says('Also to the bot, but taken')));
		expect(await trigger.poll()).toEqual([]);
	});

	test('wakes nothing if it is a test', async () => {
		waits(waitUrl());
		says('To the bot');
		expect(textsOf(await trigger.test())).toEqual(['To the bot']);
		expect(n8n.received).toEqual([]);
	});
});
