import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { step } from '../../host/steps';
import { offered } from '../../nodes/shared/events/events';
import { sources } from '../../nodes/CustomerConversationTrigger/sources';
import { startSandbox } from '../../sandbox/server';
import { deliveries, delivery, deliveryCases } from '../../truth/recordings';
import { atSandbox } from '../support/atSandbox';
import {
	activated,
	as416,
	atRest,
	collect,
	collecting,
	gate,
	isListening,
	itemsOf,
	judge,
	keyOf,
	nothing,
	post,
	signed,
	started,
	talk,
	toForge,
	webhooksOf,
	written,
	type Case,
	type Editor,
	type Sandbox,
} from '../support/atTrigger';
import { report } from '../support/checklist';
import { editor, until } from '../support/editor';
import type { Prepare } from '../support/part';
import botTemplate from '../../templates/bot.json';
import { addressWorkflows, checkOneAddressDeliveries, checkTurns, withOneKey } from './addresses';
import { checkActions, macroOrRuleWorkflow } from './macroOrRule';

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
		await api.ended();
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
async function checkSigned(
	api: Editor,
	sandbox: Sandbox,
	collected: IDataObject[],
	forgesAll: boolean,
) {
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
		await api.ended();
	});
	await judge('4.16', itemsOf(collected, 'signed'), ['account_webhook']);
	const before = await api.executions('signed');
	const answers: number[] = [];
	for (const { body } of toForge(recorded, forgesAll)) {
		const text = written({ ...body, id: randomUUID() });
		const old = Math.floor(Date.now() / 1000) - 301;
		const forged = [{}, signed('forged', text), signed(key, `${text} `), signed(key, text, old)];
		for (const headers of forged) answers.push(await post(url, text, headers));
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
		'a token without the right is refused, and the next test of another workflow listens',
		async () => {
			assert.match(await refused(api, 'denied'), /The webhook could not be checked|registered/);
			for (const id of ['load', 'all']) {
				await api.listen(id, 'Trigger');
				const [{ url }] = await webhooksOf(sandbox);
				assert.ok(await isListening(url));
				await api.ask('DELETE', `/test-webhook/${id}`);
				// n8n removes in the background, and must not begin another test meanwhile.
				await until('the test is gone', async () => (await webhooksOf(sandbox)).length === 0);
				await until('n8n knows it no more', async () => !(await isListening(url)));
			}
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

/** A bot that answers each message of the customer, and hears its own answers too. */
async function checkBot(api: Editor, sandbox: Sandbox, turns: number) {
	const at = atSandbox(sandbox);
	const conversation = 240;
	// What was written before is answered.
	await at.write(conversation, { content: 'Hello' });
	await activated(api, sandbox, 'bot');
	const counts = await step(`Talk to a bot for ${turns} turns`, async () => {
		const counted = await talk(at, conversation, turns);
		await atRest(api, sandbox);
		return counted;
	});
	await report(`${turns} turns, ${counts.length} answers, ${turns} executions`, async () => {
		assert.deepEqual(counts, Array(turns).fill(1));
		assert.deepEqual(await api.executions('bot'), { success: turns, error: 0 });
	});
}

/** The trigger: all that is delivered to it, and much of it at once. */
export const trigger: Prepare = async (n8n, { deliveries: amount, turns, forgesAll }) => {
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
			macroOrRuleWorkflow(collector.url),
		],
		check: async () => {
			const { logFile } = await n8n.server();
			const api = await editor(n8n.address);
			const setting = { address: n8n.address, api, sandbox, collected };
			await checkTurns(setting, turns);
			await checkActions(api, sandbox, collected);
			await checkRefusals(api, sandbox, logFile);
			await checkBot(api, sandbox, turns);
			await step('Start n8n for many deliveries', async () => {
				await (await n8n.server()).stop();
				// The engine of n8n 1: that of n8n 2 makes an isolate a call, and takes eight times as long.
				await n8n.start({ N8N_EXPRESSION_ENGINE: 'legacy' });
			});
			const quick = await editor(n8n.address);
			await checkOneAddressDeliveries({ ...setting, api: quick }, forgesAll);
			await checkReplay(quick, sandbox, collected);
			await checkSigned(quick, sandbox, collected, forgesAll);
			await checkLoad(quick, sandbox, amount);
		},
		close: async () =>
			await Promise.all([way, newer, sandbox, collector].map((one) => one.close())),
	};
};
