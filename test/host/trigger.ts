import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { step } from '../../host/steps';
import { offered } from '../../nodes/shared/events/events';
import { sources } from '../../nodes/CustomerConversationTrigger/sources';
import { startSandbox } from '../../sandbox/server';
import { deliveries, delivery, deliveryCases } from '../../truth/recordings';
import {
	ACCOUNT,
	activated,
	as416,
	collect,
	collecting,
	gate,
	itemsOf,
	judge,
	keyOf,
	nothing,
	post,
	signed,
	started,
	webhooksOf,
	written,
	type Case,
	type Editor,
	type Sandbox,
} from '../support/atTrigger';
import { report } from '../support/checklist';
import { editor, until } from '../support/editor';
import type { Prepare } from '../support/part';
import type { N8n } from '../support/realN8n';
import botTemplate from '../../templates/bot.json';
import {
	addressWorkflows,
	checkOneAddressDeliveries,
	checkTurns,
	oneAddressLife,
	withOneKey,
	type Life,
} from './addresses';
import { checkActions, macroOrRuleLife, macroOrRuleWorkflows } from './macroOrRule';

const { serviceEvents } = sources.account_webhook;

/** The bot of the templates, listening to every message: it must not hear its own. */
const bot = () => ({
	...botTemplate,
	id: 'bot',
	nodes: botTemplate.nodes.map(({ credentials, ...node }) => ({
		...node,
		...(credentials
			? { credentials: { customerConversationApi: { id: 'gated', name: 'gated' } } }
			: {}),
		parameters: {
			...node.parameters,
			...(node.name === 'Customer Wrote' ? { events: ['message_created'] } : {}),
			// Each message is answered before the next one is written.
			...(node.name === 'New Messages' ? { wait_seconds: 0 } : {}),
		},
	})),
});

const ask = async (sandbox: Sandbox, method: string, path: string, body?: object) =>
	(await (
		await fetch(`${sandbox.url}${ACCOUNT}${path}`, {
			method,
			headers: { api_access_token: sandbox.tokens.user, 'content-type': 'application/json' },
			body: body && JSON.stringify(body),
		})
	).text()) || '{}';

const shown = (url: string) => url.replace(/secret=\w+/, 'secret=…');

type Gate = Awaited<ReturnType<typeof gate>>;

/** Prints what stands at the service after a step of the life cycle, and holds it against the list. */
async function after(
	sandbox: Sandbox,
	title: string,
	act: () => Promise<unknown>,
	expected: Array<{ at: string; subscriptions: string[] }>,
): Promise<void> {
	await report(
		`${title}: ${expected.length || 'no'} webhook${expected.length > 1 ? 's' : ''}`,
		async () => {
			await act();
			const list = async () =>
				(await webhooksOf(sandbox)).map(({ url, subscriptions }) => ({
					at: url.split('/webhook')[0],
					subscriptions,
				}));
			// n8n ends a test in the background.
			const [arrived] = await Promise.allSettled([
				until(title, async () => isDeepStrictEqual(await list(), expected)),
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
function accountLife(n8n: N8n, sandbox: Sandbox, way: Gate): Life {
	const id = 'life';
	const { address } = n8n;
	const webhookWith = (subscriptions: string[], at = address) => [{ at, subscriptions }];
	const changed = ['conversation_updated', 'message_created'];
	const state = async (
		title: string,
		act: () => Promise<unknown>,
		expected: ReturnType<typeof webhookWith>,
	) => await after(sandbox, title, act, expected);

	const publish = async (api: Editor) => {
		await api.deactivate(id);
		assert.deepEqual(await webhooksOf(sandbox), []);
		await api.activate(id);
	};
	return {
		first: async (api) => {
			await state('activated', () => api.activate(id), webhookWith(['message_created']));
			await state('deactivated', () => api.deactivate(id), []);
			await state('activated again', () => api.activate(id), webhookWith(['message_created']));
			const events = ['conversation_became_resolved', 'customer_wrote'];
			await state(
				'other events',
				() => api.change(id, 'Trigger', { events }),
				webhookWith(changed),
			);
			await state(
				'deleted by hand, then published again',
				async () => {
					for (const { id: webhook } of await webhooksOf(sandbox))
						await ask(sandbox, 'DELETE', `/webhooks/${webhook}`);
					await publish(api);
				},
				webhookWith(changed),
			);
			const listening = [...webhookWith(changed), ...webhookWith(changed)];
			await state('listens for a test event beside', () => api.listen(id, 'Trigger'), listening);
			await state(
				'the test event came',
				async () => {
					const all = async () => await webhooksOf(sandbox);
					const test = (await all()).find(({ url }) => url.includes('/webhook-test/'));
					assert.equal(await post(test!.url, delivery('message_created--incoming').body), 200);
					await until('the test webhook is gone', async () => (await all()).length === 1);
				},
				webhookWith(changed),
			);
		},
		restarted: async () => await state('n8n restarted', async () => {}, webhookWith(changed)),
		moved: async (api, moved) =>
			await state(
				'n8n moved to another address, published again',
				async () => await publish(api),
				webhookWith(changed, moved),
			),
		back: async (api) => {
			await state(
				'n8n moved back, published again',
				async () => await publish(api),
				webhookWith(changed),
			);
			await state(
				'the service was down while it was deactivated, activated again',
				async () => {
					await way.closed(async () => {
						await api.deactivate(id);
						await until('n8n gave up', async () => !(await api.read(id)).activeVersionId);
					});
					assert.equal((await webhooksOf(sandbox)).length, 1);
					await api.activate(id);
				},
				webhookWith(changed),
			);
			await state('deactivated at the end', async () => await api.deactivate(id), []);
		},
	};
}

/** Each life at the service, over the same starts of n8n. */
async function checkLives(n8n: N8n, lives: Life[]): Promise<void> {
	const { address } = n8n;
	const moved = address.replace('127.0.0.1', 'localhost');
	const checkStage = async (stage: keyof Life) => {
		const api = await editor(address);
		for (const life of lives) await life[stage](api, moved);
	};
	const restart = async (at: string) =>
		await step(`Start n8n again, at ${at}`, async () => {
			await (await n8n.server()).stop();
			await n8n.start({ WEBHOOK_URL: `${at}/` });
			// What n8n does of itself when it starts.
			await sleep(3_000);
		});
	await n8n.server();
	await checkStage('first');
	await restart(address);
	await checkStage('restarted');
	await restart(moved);
	await checkStage('moved');
	await restart(address);
	await checkStage('back');
}

/** Every recorded delivery of 4.10 through n8n: which of them start the workflow, and with what. */
async function checkReplay(api: Editor, sandbox: Sandbox, collected: IDataObject[]) {
	await step('Replay every recorded delivery of 4.10', async () => {
		const recorded = deliveries().filter(({ event }) => serviceEvents.includes(event));
		for (const id of ['all', 'filtered']) {
			const { url } = await activated(api, sandbox, id);
			for (const { body } of recorded) assert.equal(await post(url, body), 200);
		}
		const keys = new Set(
			deliveryCases<Case>()
				.filter(({ events }) => events.some((name) => name in offered(serviceEvents)))
				.map(({ item }) => item?.event_key)
				.filter(Boolean),
		);
		await until('every item came', () => itemsOf(collected, 'all').length >= keys.size);
		await until('every execution ended', async () => (await api.running()) === 0);
	});
	await judge('4.10', itemsOf(collected, 'all'), ['account_webhook']);
	await report('filters and loop guard let through what they should, and nothing else', () => {
		const texts = itemsOf(collected, 'filtered').map(({ content }) => content);
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
			const idHeader = { 'x-chatwoot-delivery': headers['x-chatwoot-delivery'] };
			assert.equal(await post(url, text, { ...idHeader, ...signed(key, text) }), 200);
		}
		await until('every execution ended', async () => (await api.running()) === 0);
	});
	await judge('4.16', itemsOf(collected, 'signed'), ['account_webhook']);
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
		/does not call private addresses such as .*SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true.*Address Is Reachable/;
	await report(
		'a private address at 4.16 is refused, in a test and in production, and leaves nothing',
		async () => {
			assert.match(await refused(api, 'private'), cure);
			const refusals = () => readFileSync(logFile, 'utf8').split(cure).length;
			// The test was one, too.
			const before = refusals();
			await api.activate('private').catch(() => undefined);
			assert.ok(refusals() > before, 'the log tells why');
			await api.deactivate('private');
			assert.deepEqual(await webhooksOf(sandbox), []);
		},
	);
	await report(
		'a token without the right is refused, and the next test of another workflow listens at once',
		async () => {
			assert.match(await refused(api, 'denied'), /The webhook could not be checked|registered/);
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
	const talk = '/conversations/240/messages';
	// What was written before is answered.
	await ask(sandbox, 'POST', talk, { content: 'Hello', message_type: 'outgoing' });
	await activated(api, sandbox, 'bot');
	interface Message {
		content: string;
		message_type: number;
	}
	const newest = async () => {
		const { payload } = JSON.parse(await ask(sandbox, 'GET', talk)) as { payload: Message[] };
		return payload;
	};
	const answered = new Map<string, number>();
	await step(`Talk to a bot for ${TURNS} turns`, async () => {
		for (let turn = 1; turn <= TURNS; turn++) {
			await ask(sandbox, 'POST', talk, { content: `Turn ${turn}`, message_type: 'incoming' });
			const answer = `You wrote: Turn ${turn}`;
			const isThere = async () => (await newest()).some(({ content }) => content === answer);
			// On a busy machine n8n may stand still for longer than half a minute.
			await until(answer, isThere, 120_000);
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

/** The trigger: its life at the service, all that is delivered to it, and much of it at once. */
export const trigger: Prepare = async (n8n, { deliveries: amount }) => {
	const sandbox = await startSandbox();
	const way = await gate(sandbox.url);
	const newer = await gate(sandbox.url, (path, text) => as416(path, withOneKey(text)));
	const collector = await collecting();
	const { collected } = collector;
	const credential = (id: string, token: string, { url } = way) => ({
		...{ id, name: id, type: 'customerConversationApi' },
		data: { base_url: url, account_id: '1', api_access_token: token },
	});
	return {
		credentials: [
			credential('gated', sandbox.tokens.user),
			credential('bot', sandbox.tokens.bot),
			credential('newer', sandbox.tokens.user, newer),
		],
		workflows: [
			started('life', { events: ['message_created'] }, [nothing]),
			started('all', { events: Object.keys(offered(serviceEvents)), loop_guard: false }, [
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
					events: Object.keys(offered(serviceEvents)),
					loop_guard: false,
					options: { address_is_reachable: true },
				},
				[collect(`${collector.url}/signed`)],
				'newer',
			),
			started('private', { events: ['message_created'] }, [nothing], 'newer'),
			started('denied', { events: ['message_created'] }, [nothing], 'bot'),
			bot(),
			...addressWorkflows(collector.url),
			...macroOrRuleWorkflows(collector.url),
		],
		check: async () => {
			await checkLives(n8n, [
				accountLife(n8n, sandbox, way),
				oneAddressLife(n8n, sandbox),
				macroOrRuleLife(n8n, sandbox),
			]);
			const { logFile } = await n8n.server();
			const api = await editor(n8n.address);
			const setting = { address: n8n.address, api, sandbox, collected };
			await checkTurns(setting);
			await checkActions(api, sandbox, collected);
			await checkRefusals(api, sandbox, logFile);
			await checkBot(api, sandbox);
			await step('Start n8n for many deliveries', async () => {
				await (await n8n.server()).stop();
				// The engine of n8n 1: that of n8n 2 makes an isolate a call, and takes eight times as long.
				await n8n.start({ N8N_EXPRESSION_ENGINE: 'legacy' });
			});
			const quick = await editor(n8n.address);
			await checkOneAddressDeliveries({ ...setting, api: quick });
			await checkReplay(quick, sandbox, collected);
			await checkSigned(quick, sandbox, collected);
			await checkLoad(quick, sandbox, amount);
		},
		close: async () =>
			await Promise.all([way, newer, sandbox, collector].map((one) => one.close())),
	};
};
