import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { lines } from '../../host/install';
import { step, stopAll } from '../../host/steps';
import { offered } from '../../nodes/shared/events/events';
import { sources } from '../../nodes/CustomerConversationTrigger/sources';
import { isObject } from '../../nodes/shared/values';
import { startSandbox } from '../../sandbox/server';
import { deliveries, delivery, deliveryCases, type Release } from '../../truth/recordings';
import { report, runChecks } from '../support/checklist';
import { editor, until } from '../support/editor';
import { realN8n } from '../support/realN8n';
import { listen } from '../support/server';
import { ours, workflow, type Step } from '../support/workflow';
import botTemplate from '../../templates/bot.json';

type Editor = Awaited<ReturnType<typeof editor>>;
type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** A recorded delivery, the events that it is, and what stands in its item. */
interface Case {
	delivery: string;
	events: string[];
	item?: IDataObject;
}

const { told } = sources.account_webhook;
const account = '/api/v1/accounts/1';

const trigger = (parameters: IDataObject, credential: string): Step => ({
	name: 'Trigger',
	...ours('customerConversationTrigger', parameters, {
		customerConversationApi: { id: credential, name: credential },
	}),
});

/** A workflow that the trigger starts; each has an address of its own. */
const started = (id: string, parameters: IDataObject, steps: Step[], credential = 'user') => {
	const made = workflow(id, [trigger(parameters, credential), ...steps]);
	const nodes = (made.nodes as IDataObject[])
		.filter(({ name }) => name !== 'Start')
		.map((node) => (node.name === 'Trigger' ? { ...node, webhookId: randomUUID() } : node));
	const { Start: _, ...connections } = made.connections as IDataObject;
	return { ...made, nodes, connections };
};

/** The bot of the templates, listening to every message: it must not hear its own. */
const bot = () => ({
	...botTemplate,
	id: 'bot',
	nodes: botTemplate.nodes.map(({ credentials, ...node }) => ({
		...node,
		...(credentials
			? { credentials: { customerConversationApi: { id: 'user', name: 'user' } } }
			: {}),
		...(node.name === 'Customer Wrote'
			? { parameters: { ...node.parameters, events: ['message_created'] } }
			: {}),
	})),
});

const nothing: Step = {
	name: 'Nothing',
	type: 'n8n-nodes-base.noOp',
	parameters: {},
	after: 'Trigger',
};

/** Sends each item to the collector. */
const collect = (url: string): Step => ({
	name: 'Collect',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify($json) }}',
		options: {},
	},
	after: 'Trigger',
});

interface Webhook {
	id: number;
	url: string;
	subscriptions: string[];
}

/** The webhooks at the service, as an administrator sees them; without those that were there. */
async function webhooksOf({ url, tokens }: Sandbox): Promise<Webhook[]> {
	const headers = { api_access_token: tokens.user };
	const reply = await fetch(`${url}${account}/webhooks`, { headers });
	const { payload } = (await reply.json()) as { payload: { webhooks: Webhook[] } };
	return payload.webhooks.filter((webhook) => !webhook.url.startsWith('https://hooks.example'));
}

const ask = async (sandbox: Sandbox, method: string, path: string, body?: object) =>
	(await (
		await fetch(`${sandbox.url}${account}${path}`, {
			method,
			headers: { api_access_token: sandbox.tokens.user, 'content-type': 'application/json' },
			body: body && JSON.stringify(body),
		})
	).text()) || '{}';

const post = async (url: string, body: unknown, more = {}): Promise<number> =>
	(
		await fetch(url, {
			method: 'POST',
			headers: { accept: 'application/json', 'content-type': 'application/json', ...more },
			body: typeof body === 'string' ? body : JSON.stringify(body),
		})
	).status;

/** A body as the service writes it: what HTML knows is escaped. */
const written = (body: unknown) =>
	JSON.stringify(body).replace(
		/[<>&\u2028\u2029]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

/** What a newer release sends along. @param time Unix time in seconds */
const signed = (key: string, text: string, time = Math.floor(Date.now() / 1000)) => ({
	'x-chatwoot-timestamp': `${time}`,
	'x-chatwoot-signature': `sha256=${createHmac('sha256', key).update(`${time}.${text}`).digest('hex')}`,
});

const shown = (url: string) => url.replace(/secret=\w+/, 'secret=…');

/**
 * The way to a service, which can be closed: then it is down for who comes by it.
 * @param change of what the service answers at a path
 */
async function gate(target: string, change?: (path: string, text: string) => string) {
	let open = true;
	const server = createServer((from, to) => {
		if (!open) return void from.destroy();
		const { method, headers } = from;
		const onward = request(target + from.url, { method, headers }, (reply) => {
			const { 'content-length': _, ...kept } = reply.headers;
			to.writeHead(reply.statusCode ?? 500, change ? kept : reply.headers);
			if (!change) return void reply.pipe(to);
			const chunks: Buffer[] = [];
			reply.on('data', (chunk: Buffer) => chunks.push(chunk));
			reply.on('end', () => to.end(change(from.url ?? '', Buffer.concat(chunks).toString())));
		});
		from.pipe(onward);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** Closed while this is done. */
		closed: async (act: () => Promise<void>) => {
			open = false;
			await act().finally(() => (open = true));
		},
		close: () => server.close(),
	};
}

type Gate = Awaited<ReturnType<typeof gate>>;

/** The key of a webhook at a service that signs. */
const keyOf = (id: number) => `key-of-webhook-${id}`;

/** As 4.16 answers where the sandbox, which is of 4.10, answers otherwise. */
function as416(path: string, text: string): string {
	if (path === '/api') return JSON.stringify({ version: '4.16.2' });
	if (!path.includes('/webhooks') || !text.includes('payload')) return text;
	const { payload } = JSON.parse(text) as { payload: { webhook?: Webhook; webhooks?: Webhook[] } };
	const withKey = (webhook: Webhook) => ({ ...webhook, secret: keyOf(webhook.id) });
	const { webhook, webhooks } = payload;
	return JSON.stringify({
		payload: webhook ? { webhook: withKey(webhook) } : { webhooks: webhooks?.map(withKey) },
	});
}

/** Prints what stands at the service after a step of the life cycle, and holds it against the list. */
async function after(
	sandbox: Sandbox,
	what: string,
	act: () => Promise<unknown>,
	expected: Array<{ at: string; subscriptions: string[] }>,
): Promise<void> {
	await report(
		`${what}: ${expected.length || 'no'} webhook${expected.length > 1 ? 's' : ''}`,
		async () => {
			await act();
			const list = async () =>
				(await webhooksOf(sandbox)).map(({ url, subscriptions }) => ({
					at: url.split('/webhook')[0],
					subscriptions,
				}));
			// n8n 2 publishes in the background.
			const [arrived] = await Promise.allSettled([
				until(what, async () => isDeepStrictEqual(await list(), expected)),
			]);
			const found = await webhooksOf(sandbox);
			for (const { url, subscriptions } of found)
				process.stdout.write(`    ${shown(url)}  ${subscriptions.join(', ')}\n`);
			assert.equal(arrived.status, 'fulfilled', 'this is not what should stand there');
			for (const { url } of found) assert.match(url, /[?&]secret=[0-9a-f]{64}(&|$)/);
		},
	);
}

/** Every step after which exactly one right webhook stands at the service, or none. */
async function checkLifeCycle(
	n8n: Awaited<ReturnType<typeof realN8n>>,
	sandbox: Sandbox,
	way: Gate,
) {
	const id = 'life';
	const first = await step('Start n8n', () => n8n.start({ WEBHOOK_URL: `${n8n.address}/` }));
	const { address } = n8n;
	const moved = address.replace('127.0.0.1', 'localhost');
	const api = await editor(address);
	const one = (subscriptions: string[], at = address) => [{ at, subscriptions }];
	const changed = ['conversation_updated', 'message_created'];
	const state = async (
		what: string,
		act: () => Promise<unknown>,
		expected: ReturnType<typeof one>,
	) => await after(sandbox, what, act, expected);

	const publish = async (api: Editor) => {
		await api.deactivate(id);
		await until('the old webhook is gone', async () => (await webhooksOf(sandbox)).length === 0);
		await api.activate(id);
	};
	await state('activated', () => api.activate(id), one(['message_created']));
	await state('deactivated', () => api.deactivate(id), []);
	await state('activated again', () => api.activate(id), one(['message_created']));
	await state(
		'other events',
		() => api.change(id, 'Trigger', { events: ['conversation_became_resolved', 'customer_wrote'] }),
		one(changed),
	);
	await state(
		'deleted by hand, then published again',
		async () => {
			for (const { id: webhook } of await webhooksOf(sandbox))
				await ask(sandbox, 'DELETE', `/webhooks/${webhook}`);
			await publish(api);
		},
		one(changed),
	);
	const listening = [...one(changed), ...one(changed)];
	await state('listens for a test event beside', () => api.listen(id, 'Trigger'), listening);
	await state(
		'the test event came',
		async () => {
			const test = (await webhooksOf(sandbox)).find(({ url }) => url.includes('/webhook-test/'));
			assert.equal(await post(test!.url, delivery('message_created--incoming').body), 200);
			await until('the test webhook is gone', async () => (await webhooksOf(sandbox)).length === 1);
		},
		one(changed),
	);
	let server = first;
	const restart = async (address: string) => {
		await server.stop();
		server = await n8n.start({ WEBHOOK_URL: `${address}/` });
		// What n8n does of itself when it starts.
		await sleep(3_000);
	};
	await state('n8n restarted', () => restart(address), one(changed));
	await state(
		'n8n moved to another address, published again',
		async () => {
			await restart(moved);
			await publish(await editor(address));
		},
		one(changed, moved),
	);
	await state(
		'n8n moved back, published again',
		async () => {
			await restart(address);
			await publish(await editor(address));
		},
		one(changed),
	);
	await state(
		'the service was down while it was deactivated, activated again',
		async () => {
			const again = await editor(address);
			await way.closed(async () => {
				await again.deactivate(id);
				await until('n8n gave up', async () => !(await again.read(id)).activeVersionId);
			});
			assert.equal((await webhooksOf(sandbox)).length, 1);
			await again.activate(id);
		},
		one(changed),
	);
	await state('deactivated at the end', async () => (await editor(address)).deactivate(id), []);
	return server;
}

/** Activates a workflow. @returns what it registered */
async function activated(
	api: Editor,
	sandbox: Sandbox,
	id: string,
	headersFor: (webhook: Webhook, text: string) => object = () => ({}),
): Promise<Webhook> {
	await api.activate(id);
	let own = { id: 0, url: '', subscriptions: [] } as Webhook;
	// n8n 2 publishes in the background.
	await until(`${id} is registered`, async () => {
		const all = await webhooksOf(sandbox);
		own = all.find(({ url }) => new URL(url).searchParams.get('workflow') === id) ?? own;
		return own.id > 0;
	});
	// It lets nobody in before n8n has stored its secret.
	const nothing = written({ event: 'none' });
	const call = async () => await post(own.url, nothing, headersFor(own, nothing));
	await until(`${id} listens`, async () => (await call()) === 200);
	return own;
}

/** What is compared otherwise, or says where it was received: it was recorded elsewhere. */
const here = ({ events: order, account_id, url }: IDataObject): IDataObject => ({
	events: order,
	account_id,
	url,
});

/** Whether a value holds all that is expected of it; it may hold more. */
function contains(actual: unknown, expected: unknown): boolean {
	if (!isObject(expected) || !isObject(actual)) return isDeepStrictEqual(actual, expected);
	return Object.entries(expected).every(([key, value]) => contains(actual[key], value));
}

/** Holds the items that came against what every delivery of a release is. */
async function judge(release: Release, items: IDataObject[]) {
	const started = deliveryCases<Case>(release).filter(({ item }) => item);
	// Some are known by the id of the delivery alone, which 4.10 does not send.
	const ids = new Map(
		deliveries(release).map(({ name, headers }) => [name, headers['x-chatwoot-delivery']]),
	);
	const isRight = ({ delivery: name, events: fitting, item: expected }: Case) => {
		const found = items.filter(({ event_key: key }) =>
			expected?.event_key ? key === expected.event_key : String(key).endsWith(`:${ids.get(name)}`),
		);
		return (
			found.length > 0 &&
			found.every(
				(item) =>
					isDeepStrictEqual([...(item.events as string[])].sort(), fitting) &&
					contains(item, { ...expected, ...here(item) }),
			)
		);
	};
	const wrong = started.filter((one) => !isRight(one)).map(({ delivery }) => delivery);
	await report(
		`${release}: ${started.length} replayed, ${started.length - wrong.length} right, ${wrong.length} wrong`,
		() => assert.deepEqual(wrong, []),
	);
	await report(`${release}: each event comes once, from whichever source`, () => {
		const keys = items
			.filter(({ event }) => !String(event).startsWith('conversation_typing'))
			.map(({ event_key }) => event_key);
		assert.equal(new Set(keys).size, keys.length);
	});
}

const itemsOf = (collected: IDataObject[], id: string) =>
	collected.filter(({ workflow: from }) => from === id).map(({ item }) => item as IDataObject);

/** Every recorded delivery of 4.10 through n8n: which of them start the workflow, and with what. */
async function checkReplay(api: Editor, sandbox: Sandbox, collected: IDataObject[]) {
	await step('Replay every recorded delivery of 4.10', async () => {
		const recorded = deliveries().filter(({ event }) => told.includes(event));
		for (const id of ['all', 'filtered']) {
			const { url } = await activated(api, sandbox, id);
			for (const { body } of recorded) assert.equal(await post(url, body), 200);
		}
		const keys = new Set(
			deliveryCases<Case>()
				.map(({ item }) => item?.event_key)
				.filter(Boolean),
		);
		await until('every item came', () => itemsOf(collected, 'all').length >= keys.size);
		await until('every execution ended', async () => (await api.running()) === 0);
	});
	await judge('4.10', itemsOf(collected, 'all'));
	await report('filters and loop guard let through what they should, and nothing else', () => {
		const texts = itemsOf(collected, 'filtered').map(
			({ message }) => (message as IDataObject).text,
		);
		assert.deepEqual(texts.sort(), FILTERED);
	});
	await api.deactivate('all');
	await api.deactivate('filtered');
}

/** Every recorded delivery of 4.16, signed with the key that the trigger was told, and forged ones. */
async function checkSigned(api: Editor, sandbox: Sandbox, collected: IDataObject[]) {
	const recorded = deliveries('4.16').filter(({ receiver }) => receiver === 'account_webhook');
	const { id, url } = await activated(api, sandbox, 'signed', (webhook, text) =>
		signed(keyOf(webhook.id), text),
	);
	const key = keyOf(id);
	await step('Replay every recorded delivery of 4.16', async () => {
		for (const { body, headers } of recorded) {
			const text = written(body);
			const own = { 'x-chatwoot-delivery': headers['x-chatwoot-delivery'] };
			assert.equal(await post(url, text, { ...own, ...signed(key, text) }), 200);
		}
		await until('every execution ended', async () => (await api.running()) === 0);
	});
	await judge('4.16', itemsOf(collected, 'signed'));
	const before = await api.executions('signed');
	const answers: number[] = [];
	for (const { body } of recorded) {
		const text = written({ ...body, id: randomUUID() });
		const old = Math.floor(Date.now() / 1000) - 301;
		for (const headers of [
			{},
			signed('forged', text),
			signed(key, `${text} `),
			signed(key, text, old),
		])
			answers.push(await post(url, text, headers));
	}
	await report(`${answers.length} forged: 401 for every one, and none starts`, async () => {
		assert.deepEqual([...new Set(answers)], [401]);
		assert.deepEqual(await api.executions('signed'), before);
	});
	await api.deactivate('signed');
}

/** A listening that must fail, quickly. @returns what the editor is told */
async function refused(api: Editor, id: string): Promise<string> {
	const [outcome] = await Promise.allSettled([api.listen(id, 'Trigger')]);
	assert.equal(outcome.status, 'rejected', `${id} listens`);
	return String((outcome as PromiseRejectedResult).reason);
}

/** What a trigger refuses, and what n8n can do after it. */
async function checkRefusals(api: Editor, sandbox: Sandbox, logFile: string) {
	const cure =
		/calls no private address such as .*SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true.*Address Is Reachable/;
	await report(
		'a private address at 4.16 is refused, in a test and in production, and leaves nothing',
		async () => {
			assert.match(await refused(api, 'private'), cure);
			// n8n 2 publishes in the background, and tells its log.
			await api.activate('private').catch(() => undefined);
			const log = () => readFileSync(logFile, 'utf8').split('could not be registered');
			await until('the log tells why', () => log().some((text) => cure.test(text)));
			await api.deactivate('private');
			assert.deepEqual(await webhooksOf(sandbox), []);
		},
	);
	await report(
		'a token without the right is refused, and the next test of another workflow listens at once',
		async () => {
			assert.match(await refused(api, 'denied'), /The webhook could not be looked up|registered/);
			const begun = Date.now();
			for (const id of ['load', 'life']) {
				await api.listen(id, 'Trigger');
				await api.ask('DELETE', `/test-webhook/${id}`);
				// n8n removes in the background, and must not begin another test meanwhile.
				await until('the test is gone', async () => (await webhooksOf(sandbox)).length === 0);
				await sleep(500);
			}
			const seconds = (Date.now() - begun) / 1000;
			process.stdout.write(`    two more tests within ${seconds.toFixed(1)} s\n`);
			assert.ok(seconds < 10);
		},
	);
}

/** What customers wrote in the API inbox, of conversations that nobody has, with an l in it. */
const FILTERED = ['Hello', 'Hello from a customer', 'Still there?', 'Via the public API'];

const AT_ONCE = 20;

/** Many deliveries side by side, some of them twice, some forged. */
async function checkLoad(api: Editor, sandbox: Sandbox, amount: number) {
	const { url } = await activated(api, sandbox, 'load');
	const { body } = delivery('message_created--incoming');
	const forged = [
		url.replace(/&secret=\w+/, ''),
		url.replace(/secret=\w+/, `secret=${'0'.repeat(64)}`),
		url.replace(/secret=(\w)\w+/, 'secret=$1'),
	];
	const message = (id: number) => ({ ...body, id: 1_000_000 + id });
	// One in ten is forged, one in ten says again what was said up to fifty deliveries before.
	const sent = Array.from({ length: amount }, (_, index) => {
		if (index % 10 === 3) return { body: message(index), url: forged[index % 3] };
		return { body: message(index % 10 === 7 ? index - 1 - 10 * (index % 5) : index), url };
	});
	const genuine = sent.filter((one) => one.url === url);
	const distinct = new Set(genuine.map((one) => one.body.id)).size;
	const answers = { genuine: new Map<number, number>(), forged: new Map<number, number>() };
	let next = 0;
	const begun = Date.now();
	await step(`Send ${amount} deliveries, ${AT_ONCE} at a time`, async () => {
		const work = async () => {
			while (next < sent.length) {
				const one = sent[next++];
				const status = await post(one.url, one.body);
				const counts = one.url === url ? answers.genuine : answers.forged;
				counts.set(status, (counts.get(status) ?? 0) + 1);
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
	});
	const seconds = (Date.now() - begun) / 1000;
	let found: Record<string, number> = {};
	await step('Wait for the executions', async () => {
		await until('every execution ended', async () => (await api.running()) === 0, 300_000);
		found = await api.executions('load');
	});
	process.stdout.write(
		`    ${Math.round(amount / seconds)} a second; ${genuine.length - distinct} doubled, ${amount - genuine.length} forged, ${found.success} executions\n`,
	);
	await report(`${distinct} distinct genuine deliveries, as many executions`, () =>
		assert.deepEqual(found, { success: distinct, error: 0 }),
	);
	await report('every genuine delivery was answered 200, every forged one 401', () => {
		assert.deepEqual([...answers.genuine.keys()], [200]);
		assert.deepEqual([...answers.forged], [[401, amount - genuine.length]]);
	});
	await api.deactivate('load');
}

const TURNS = 100;

/** A bot that answers each message of the customer, and hears its own answers too. */
async function checkBot(api: Editor, sandbox: Sandbox) {
	await activated(api, sandbox, 'bot');
	interface Message {
		content: string;
		message_type: number;
	}
	const talk = '/conversations/240/messages';
	const newest = async () => {
		const { payload } = JSON.parse(await ask(sandbox, 'GET', talk)) as { payload: Message[] };
		return payload;
	};
	const answered = new Map<string, number>();
	await step(`Talk to a bot for ${TURNS} turns`, async () => {
		for (let turn = 1; turn <= TURNS; turn++) {
			await ask(sandbox, 'POST', talk, { content: `Turn ${turn}`, message_type: 'incoming' });
			const answer = `You wrote: Turn ${turn}`;
			await until(answer, async () => (await newest()).some(({ content }) => content === answer));
			for (const { content } of (await newest()).filter((one) => one.content === answer))
				answered.set(content, (answered.get(content) ?? 0) + 1);
		}
		await until('every execution ended', async () => (await api.running()) === 0);
	});
	await report(`${TURNS} turns, ${answered.size} answers, ${TURNS} executions`, async () => {
		assert.equal(answered.size, TURNS);
		assert.ok([...answered.values()].every((times) => times === 1));
		assert.deepEqual(await api.executions('bot'), { success: TURNS, error: 0 });
	});
}

/** `--line=1.123` runs the checks in that line of n8n, `--deliveries=1000` sends fewer than 10,000. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			line: { type: 'string', default: lines[0].name },
			deliveries: { type: 'string', default: '10000' },
		},
	});
	const line = lines.find(({ name }) => name === values.line);
	assert.ok(line, `--line must be one of ${lines.map(({ name }) => name).join(', ')}`);
	const n8n = await realN8n(line);
	const sandbox = await startSandbox();
	const way = await gate(sandbox.url);
	const newer = await gate(sandbox.url, as416);
	const collected: IDataObject[] = [];
	const collector = await listen(({ path, body }) => {
		collected.push({ workflow: path.slice(1), item: JSON.parse(body.toString()) as IDataObject });
		return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
	});
	try {
		await step('Import credentials and workflows', async () => {
			const credential = (id: string, token: string, { url } = way) => ({
				id,
				name: id,
				type: 'customerConversationApi',
				data: { base_url: url, account_id: '1', api_access_token: token },
			});
			await n8n.import('credentials', [
				credential('user', sandbox.tokens.user),
				credential('bot', sandbox.tokens.bot),
				credential('newer', sandbox.tokens.user, newer),
			]);
			await n8n.import('workflow', [
				started('life', { events: ['message_created'] }, [nothing]),
				started('all', { events: Object.keys(offered(told)), loop_guard: false }, [
					collect(`${collector.url}/all`),
				]),
				started(
					'filtered',
					{
						events: ['customer_wrote'],
						filters: {
							assigned: 'nobody',
							inbox_ids: [17],
							content_contains: 'l',
							visibility: 'public',
						},
					},
					[collect(`${collector.url}/filtered`)],
				),
				started('load', { events: ['message_created'] }, [nothing]),
				started(
					'signed',
					{
						events: Object.keys(offered(told)),
						loop_guard: false,
						options: { address_is_reachable: true },
					},
					[collect(`${collector.url}/signed`)],
					'newer',
				),
				started('private', { events: ['message_created'] }, [nothing], 'newer'),
				started('denied', { events: ['message_created'] }, [nothing], 'bot'),
				bot(),
			]);
		});
		const server = await checkLifeCycle(n8n, sandbox, way);
		const api = await editor(n8n.address);
		await checkRefusals(api, sandbox, server.logFile);
		await checkReplay(api, sandbox, collected);
		await checkSigned(api, sandbox, collected);
		await checkBot(api, sandbox);
		await step('Start n8n for many deliveries', async () => {
			await server.stop();
			// The engine of n8n 1: that of n8n 2 makes an isolate a call, and takes eight times as long.
			await n8n.start({ WEBHOOK_URL: `${n8n.address}/`, N8N_EXPRESSION_ENGINE: 'legacy' });
		});
		await checkLoad(await editor(n8n.address), sandbox, Number(values.deliveries));
	} finally {
		await stopAll();
		way.close();
		newer.close();
		await sandbox.close();
		await collector.close();
	}
}

runChecks(main);
