/** n8n's queue mode with the package in it: what becomes of deliveries while its parts fail. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { lineNamed, lines } from '../../host/install';
import { step, stopAll } from '../../host/steps';
import { startSandbox } from '../../sandbox/server';
import botTemplate from '../../templates/bot.json';
import { delivery } from '../../truth/recordings';
import {
	activated,
	as416,
	collect,
	collecting,
	gate,
	itemsOf,
	keyOf,
	nothing,
	signed,
	started,
	webhooksOf,
	written,
	type Editor,
	type Sandbox,
	type Webhook,
} from '../support/atTrigger';
import { report, runChecks } from '../support/checklist';
import { cluster, type Cluster } from '../support/cluster';
import { editor, resultOf, until } from '../support/editor';
import { judged, type Execution, type Sent } from '../support/flood';
import { asking } from '../support/questions';
import { sendAll, type Happening, type Letter } from '../support/sender';
import { called, operation, type Step } from '../support/workflow';
import { checkWaiting } from './waitingInQueue';

/** From here on the program is short: the same faults, and no figures. */
const FEW = 5_000;

/** Deliveries a second, where n8n takes as many. */
const RATE = 40;

/** Names of what comes after each way of letting through once. */
const AFTER_DUPLICATES = 'After Duplicates';
const AFTER_COUNTING = 'After Counting';

const { type, typeVersion, parameters } = botTemplate.nodes.find(
	({ name }) => name === 'Once Each',
)!;

/** The template's own node, and beside it what Redis counts, which no two can do at once. */
const onceEach: Step[] = [
	{
		name: 'Count',
		type: 'n8n-nodes-base.redis',
		parameters: {
			...{ operation: 'incr', expire: true, ttl: 86_400 },
			key: '=seen:{{ $json.event_key }}',
		},
		credentials: { redis: { id: 'redis', name: 'redis' } },
		after: 'Trigger',
	},
	{
		name: 'First',
		type: 'n8n-nodes-base.filter',
		typeVersion: 2.2,
		parameters: {
			conditions: {
				options: { caseSensitive: true, typeValidation: 'loose', version: 2 },
				combinator: 'and',
				conditions: [
					{
						id: 'first',
						leftValue: '={{ Object.values($json)[0] }}',
						rightValue: 1,
						operator: { type: 'number', operation: 'equals' },
					},
				],
			},
			options: {},
		},
		after: 'Count',
	},
	{ ...nothing, name: AFTER_COUNTING, after: 'First' },
	{
		name: 'Once Each',
		...{ type, typeVersion, parameters: parameters as IDataObject },
		after: 'Trigger',
	},
	{ ...nothing, name: AFTER_DUPLICATES, after: 'Once Each' },
];

const REACHED = { options: { address_is_reachable: true } };
const events = { events: ['message_created'] };

const tell = (url: string, name: string, after: string, body: string): Step => {
	const { parameters, ...step } = collect(url);
	return { ...step, name, after, parameters: { ...parameters, jsonBody: `={{ ${body} }}` } };
};

const period = { period: 'between', since: '2000-01-01', until: '2100-01-01' };
const WHOLE = { period: 'last_year' };

const workflows = (url: string) => [
	{
		...started('flood', { ...events, ...REACHED }, onceEach, 'newer'),
		// One branch after the other: Remove Duplicates may fail where two add to its list first.
		settings: { executionOrder: 'v1' },
	},
	started('plain', { ...events, ...REACHED }, [nothing], 'newer'),
	started(
		'reads',
		{ ...events, options: { read_message: true } },
		[collect(`${url}/reads`)],
		'turn',
	),
	called('report', [
		{
			name: 'Report',
			...operation('report', 'downloadAgents', { ...WHOLE, output: 'file' }),
			after: 'Start',
		},
		tell(`${url}/file`, 'Tell', 'Report', 'JSON.stringify({ id: $binary.data.id })'),
		{
			name: 'Rows',
			type: 'n8n-nodes-base.extractFromFile',
			parameters: { operation: 'csv', options: {} },
			after: 'Report',
		},
		tell(`${url}/rows`, 'Told', 'Rows', 'JSON.stringify($json)'),
	]),
	called('export', [
		{ name: 'Export', ...operation('export', 'conversations', period), after: 'Start' },
		tell(`${url}/export`, 'Tell', 'Export', 'JSON.stringify({ key: $json.key })'),
	]),
	asking('approval', url, {}, 'user'),
	called(
		'schedule',
		[
			{ name: 'Own', ...operation('profile', 'get', {}), after: 'Start' },
			tell(`${url}/schedule`, 'Tell', 'Own', 'JSON.stringify({ id: $json.id })'),
		],
		{
			type: 'n8n-nodes-base.scheduleTrigger',
			typeVersion: 1.2,
			parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 5 }] } },
		},
	),
];

/** Everything that the checks share. */
interface Place {
	at: Cluster;
	sandbox: Sandbox;
	collected: IDataObject[];
	isShort: boolean;
}

let lastKey = 1_000_000;

/** Deliveries to a registered webhook: one in ten is forged, one in ten says again what was said before. */
function lettersTo({ id, url }: Webhook, amount: number, isPure = false): Letter[] {
	const { pathname, search } = new URL(url);
	const { body } = delivery('message_created--incoming', '4.16');
	const first = lastKey;
	lastKey += amount;
	const path = pathname + search;
	const letter = (key: number, more: Partial<Letter> = {}): Letter => {
		const text = written({ ...body, id: key });
		return {
			...{ key, kind: 'genuine', path, text },
			headers: () => signed(keyOf(id), text),
			...more,
		};
	};
	const forged: Array<Partial<Letter>> = [
		{ path: path.replace(/&secret=\w+/, '') },
		{ path: path.replace(/secret=\w+/, `secret=${'0'.repeat(64)}`) },
		{ headers: () => ({}) },
		{ headers: () => signed('forged', 'forged') },
	];
	return Array.from({ length: amount }, (_, index) => {
		if (!isPure && index % 10 === 3)
			return letter(first + index, { kind: 'forged', ...forged[Math.floor(index / 10) % 4] });
		const block = Math.floor(index / 10);
		const before = 10 * (block - (block % 3)) + [6, 5, 4, 2, 1][block % 5];
		if (!isPure && index % 10 === 7) return letter(first + before, { kind: 'doubled' });
		return letter(first + index);
	});
}

const signedFor = ({ id }: Webhook, text: string) => signed(keyOf(id), text);

const say = (text: string) => process.stdout.write(`    ${text}\n`);
const seconds = (from: number) => `${((Date.now() - from) / 1000).toFixed(1)} s`;

/** Something is away, and comes back. */
const away = (event: string, after: number, act: () => Promise<void>): Happening => ({
	after,
	act: async () => {
		const from = Date.now();
		await act();
		say(`${event}; back after ${seconds(from)}`);
	},
});

const openOnes = async ({ postgres }: Cluster) =>
	(await postgres.query(`select id from execution_entity where status in ('new', 'running')`))
		.length;

const allEnded = async (at: Cluster, patience: number) => {
	await Promise.allSettled([
		until('every execution ended', async () => (await openOnes(at)) === 0, patience),
	]);
};

/** Notes whose each execution is while it is stored: where one fails in the queue n8n leaves its data out. */
const WATCH = `
	create table told ("executionId" int, key int);
	create function tell() returns trigger language plpgsql as $$ begin
		insert into told values (new."executionId", substring(new.data from 'message_created:([0-9]+)')::int);
		return new;
	end $$;
	create trigger tell after insert on execution_data for each row execute function tell();`;

/** What the database has of a workflow's executions. */
async function executionsOf({ postgres }: Cluster, id: string): Promise<Execution[]> {
	const has = (name: string) => `d.data like '%"${name}":"%'`;
	const rows = await postgres.query<Execution & Record<string, boolean>>(`
		select e.id::text, e.status, t.key,
			${has(AFTER_DUPLICATES)} as duplicates, ${has(AFTER_COUNTING)} as counting
		from execution_entity e
		join execution_data d on d."executionId" = e.id
		join told t on t."executionId" = e.id
		where e."workflowId" = '${id}' and t.key is not null`);
	return rows.map(({ id, key, status, duplicates, counting }) => ({
		...{ id, key, status },
		passed: [...(duplicates ? [AFTER_DUPLICATES] : []), ...(counting ? [AFTER_COUNTING] : [])],
	}));
}

/** The messages of failed executions, each with its number. */
async function failuresOf({ postgres }: Cluster, id: string): Promise<Record<string, number>> {
	const rows = await postgres.query<{ data: string }>(`
		select d.data from execution_entity e join execution_data d on d."executionId" = e.id
		where e."workflowId" = '${id}' and e.status = 'error'`);
	const counts: Record<string, number> = {};
	for (const { data } of rows) {
		const message = String(resultOf(data)?.error?.message);
		counts[message] = (counts[message] ?? 0) + 1;
	}
	return counts;
}

/** Many deliveries while one part after another fails. */
async function checkFlood({ at, isShort }: Place, webhook: Webhook, amount: number) {
	const faults: Happening[] = [
		away('worker 1 was killed', 0.1, async () => {
			await at.workers[0].kill();
			await at.workers[0].start();
		}),
		away('webhook 2 was killed', 0.3, async () => {
			await at.webhooks[1].kill();
			await at.webhooks[1].start();
		}),
		away('Redis was restarted', 0.55, async () => {
			await at.redis.stop();
			await at.redis.start();
		}),
		away(`PostgreSQL was away`, 0.75, async () => {
			await at.postgres.stop('SIGQUIT');
			await sleep(isShort ? 3_000 : 10_000);
			await at.postgres.start();
		}),
	];
	const from = Date.now();
	const sent = await step(
		`Send ${amount} deliveries`,
		async () => await sendAll(lettersTo(webhook, amount), at.webhooks, RATE, faults),
	);
	say(`${Math.round((amount * 1000) / (Date.now() - from))} a second, ${RATE} at most`);
	await step(
		'Wait for the executions',
		async () => await allEnded(at, isShort ? 120_000 : 600_000),
	);
	await report('every part is ready again', at.ready);
	const executions = await executionsOf(at, 'flood');
	const passes = [AFTER_DUPLICATES, AFTER_COUNTING];
	const found = judged(sent, executions, passes);
	const summary = (counts: Record<string, number>) =>
		Object.entries(counts)
			.map(([name, count]) => `${name} ${count}`)
			.join(', ');
	say(
		`deliveries ${found.deliveries}: answered 200 ${found.accepted}, refused ${found.refused}, unanswered ${found.unanswered}`,
	);
	say(`answers: ${summary(answersOf(sent))}`);
	say(`executions ${executions.length}: ${summary(found.statuses)}`);
	for (const [message, count] of Object.entries(await failuresOf(at, 'flood')))
		say(`  error ${count}: ${message}`);
	const past = passes.map(
		(name) => `${found.past[name].length} passed twice ${name.toLowerCase()}`,
	);
	say(`doubled ${found.doubled}: ${found.twice} came in twice, ${past.join(', ')}`);
	say(`forged ${found.forged}: ${found.letIn.length} let in`);
	const lostByNode = found.lost.filter(({ part }) => part === 'node');
	say(
		`lost ${found.lost.length}: ${lostByNode.length} ours, ${found.lost.length - lostByNode.length} n8n's`,
	);
	for (const { key, part, why } of found.lost) say(`  message ${key}, ${part}: ${why}`);
	await report('every delivery answered 200 has its execution, as far as it is ours', () =>
		assert.deepEqual(lostByNode, []),
	);
	await report('no forged one was let in, and none has an execution', () => {
		assert.deepEqual(found.letIn, []);
		const answers = sent.filter(({ kind, status }) => kind === 'forged' && status !== undefined);
		assert.ok(answers.some(({ status }) => status === 401));
	});
	await report('none has more executions than deliveries', () =>
		assert.deepEqual(found.multiplied, []),
	);
	await report('no doubled one gets past what Redis counts', () =>
		assert.deepEqual(found.past[AFTER_COUNTING], []),
	);
}

function answersOf(sent: Sent[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { status, fault } of sent) {
		const name = String(status ?? fault);
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}

/** Seconds between the first and the last end of a workflow's newest executions: n8n 1.123 says that they begin when they are queued. */
async function spentOn({ postgres }: Cluster, id: string, count: number): Promise<number> {
	const [{ spent }] = await postgres.query<{ spent: number }>(`
		select extract(epoch from max("stoppedAt") - min("stoppedAt"))::float as spent
		from (select * from execution_entity where "workflowId" = '${id}'
			order by id desc limit ${count}) newest`);
	return spent;
}

/** What this machine does in a second. */
async function measure({ at, sandbox }: Place) {
	const amount = 600;
	await report('figures of this machine', async () => {
		const api = await editor(at.main.address);
		const webhook = await activated(api, sandbox, 'plain', signedFor);
		for (const [webhooks, workers] of [
			[1, 1],
			[2, 3],
		]) {
			for (const worker of at.workers) await worker.stop();
			const from = Date.now();
			const sent = await sendAll(lettersTo(webhook, amount, true), at.webhooks.slice(0, webhooks));
			const perSecond = (amount * 1000) / (Date.now() - from);
			say(`${perSecond.toFixed(0)} deliveries a second, webhook processes: ${webhooks}`);
			assert.deepEqual(answersOf(sent), { '200': amount });
			for (const worker of at.workers.slice(0, workers)) await worker.start();
			await until('all are done', async () => (await openOnes(at)) === 0, 240_000);
			const run = amount / (await spentOn(at, 'plain', amount));
			say(`${run.toFixed(0)} executions a second, workers: ${workers}`);
			// The one was measured without the other, each with the whole machine.
			const seconds = 1 / perSecond + 1 / run;
			const machines = Math.ceil((seconds * 1e6) / 3600);
			say(
				`both in ${(seconds * 1000).toFixed(0)} ms; 1,000,000 an hour: ${machines} such machines`,
			);
		}
		await api.deactivate('plain');
	});
}

/** Activates by n8n's public API, as a pipeline does. */
async function activateByApi(api: Editor, address: string, id: string) {
	const { rawApiKey } = await api.ask<{ rawApiKey: string }>('POST', '/api-keys', {
		...{ label: 'queue', expiresAt: null },
		scopes: await api.ask('GET', '/api-keys/scopes'),
	});
	const reply = await fetch(`${address}/api/v1/workflows/${id}/activate`, {
		method: 'POST',
		headers: { 'X-N8N-API-KEY': rawApiKey, 'content-type': 'application/json' },
		body: '{}',
	});
	assert.equal(reply.status, 200, await reply.text());
}

/** One webhook at the service whatever main does, and the same secret. @returns it */
async function checkRegistration({ at, sandbox, isShort }: Place): Promise<Webhook> {
	const only = async (): Promise<Webhook> => {
		await until('one webhook', async () => (await webhooksOf(sandbox)).length === 1);
		return (await webhooksOf(sandbox))[0];
	};
	let first: Webhook | undefined;
	await report('activated by the API: one webhook at the service', async () => {
		const api = await editor(at.main.address);
		await activateByApi(api, at.main.address, 'flood');
		const webhook = (first = await only());
		const nothing: Letter = { ...lettersTo(webhook, 1, true)[0], text: written({ event: 'none' }) };
		const headers = () => signed(keyOf(webhook.id), nothing.text);
		await until('it listens', async () =>
			isOnly200(answersOf(await sendAll([{ ...nothing, headers }], at.webhooks))),
		);
	});
	const ends = [
		['killed', at.main.kill],
		['stopped', at.main.stop],
	] as const;
	for (const [event, end] of isShort ? ends.slice(0, 1) : ends)
		await report(`main was ${event} and started: the same webhook, the same secret`, async () => {
			await end();
			await at.main.start();
			// n8n handles these requests after it has registered its webhooks.
			const api = await editor(at.main.address);
			await api.activate('approval');
			await api.deactivate('approval');
			assert.equal((await only()).url, first?.url);
		});
	return await only();
}

/** Two copies of a delivery to two processes, one after the other and at once. */
async function checkRepeats({ at }: Place, webhook: Webhook) {
	const pairs = 30;
	const inTurn = lettersTo(webhook, pairs, true);
	const atOnce = lettersTo(webhook, pairs, true);
	await step('Send each delivery to both processes', async () => {
		for (const letter of inTurn) for (const one of at.webhooks) await sendAll([letter], [one]);
		for (const letter of atOnce)
			await Promise.all(at.webhooks.map(async (one) => await sendAll([letter], [one])));
		await allEnded(at, 60_000);
	});
	const all = await executionsOf(at, 'flood');
	for (const [name, letters, most] of [
		['one after the other: each starts once', inTurn, pairs],
		['at once: once past what Redis counts', atOnce, 2 * pairs],
	] as const)
		await report(`to two processes ${name}`, () => {
			const runs = all.filter(({ key }) => letters.some((letter) => letter.key === key));
			assert.ok(runs.length >= pairs && runs.length <= most);
			const passed = (name: string) => runs.filter((one) => one.passed.includes(name)).length;
			say(
				`${pairs} pairs: ${runs.length} executions, ${passed(AFTER_DUPLICATES)} past Remove Duplicates, ${passed(AFTER_COUNTING)} past counting`,
			);
			assert.equal(passed(AFTER_COUNTING), pairs);
		});
}

/** What an activation stores stays, whatever deliveries come meanwhile. */
async function checkPublishing({ at, sandbox }: Place, rounds: number) {
	const api = await editor(at.main.address);
	let current = await activated(api, sandbox, 'plain', signedFor);
	let isOver = false;
	const findWebhook = async () =>
		(await webhooksOf(sandbox)).find(({ url }) => url.includes('workflow=plain')) ?? current;
	await report(`published ${rounds} times while deliveries come: it still listens`, async () => {
		const flood = async () => {
			while (!isOver) await sendAll(lettersTo(current, 20, true), at.webhooks);
		};
		const flooding = flood();
		try {
			for (let round = 1; round <= rounds; round++) {
				const before = current.id;
				await api.change('plain', 'Trigger', {
					events: round % 2 ? ['message_created', 'message_updated'] : ['message_created'],
				});
				await until(
					'it was registered anew',
					async () => (current = await findWebhook()).id !== before,
				);
				let answers: Record<string, number> = {};
				const [outcome] = await Promise.allSettled([
					until(
						`round ${round}`,
						async () => {
							const sent = await sendAll(lettersTo(current, 2, true), at.webhooks);
							answers = answersOf(sent);
							return isOnly200(answers);
						},
						10_000,
					),
				]);
				assert.equal(outcome.status, 'fulfilled', `round ${round}: ${JSON.stringify(answers)}`);
			}
		} finally {
			isOver = true;
			await flooding;
		}
	});
}

const isOnly200 = (answers: Record<string, number>) => Object.keys(answers).join() === '200';

/** A credential that is changed while all run. */
async function checkCredential({ at, sandbox, collected }: Place) {
	const api = await editor(at.main.address);
	const set = async (token: string) =>
		await api.ask('PATCH', '/credentials/turn', {
			...{ name: 'turn', type: 'customerConversationApi' },
			data: { base_url: sandbox.url, account_id: '1', api_access_token: token },
		});
	const { url } = await activated(api, sandbox, 'reads');
	const { pathname, search } = new URL(url);
	const reads = async () => {
		const { length } = itemsOf(collected, 'reads');
		const body = { ...delivery('message_created--incoming').body, id: ++lastKey };
		const letter: Letter = {
			...{ key: lastKey, kind: 'genuine', path: pathname + search },
			...{ text: written(body), headers: () => ({}) },
		};
		await sendAll([letter], [at.webhooks[1]]);
		await until('its item', () => itemsOf(collected, 'reads').length > length);
		return String((itemsOf(collected, 'reads').at(-1)?.stored_message as IDataObject)?.error);
	};
	await report('a credential that is changed counts at once in a webhook process', async () => {
		assert.match(await reads(), /was not found/);
		await set('revoked');
		assert.match(await reads(), /token|401|Unauthorized/i);
		await set(sandbox.tokens.user);
		assert.match(await reads(), /was not found/);
	});
	await api.deactivate('reads');
}

/** Calls a webhook of n8n's own, and waits for what comes of it. */
async function runs({ at, collected }: Place, id: string, result: string, amount = 1) {
	const api = await editor(at.main.address);
	await api.activate(id);
	const before = itemsOf(collected, result).length;
	await until(`${id} listens`, async () => {
		const reply = await fetch(`${at.webhooks[0].address}/webhook/${id}`, { method: 'POST' });
		return reply.ok;
	});
	await until(result, () => itemsOf(collected, result).length >= before + amount, 60_000);
	await allEnded(at, 60_000);
	await api.deactivate(id);
	return itemsOf(collected, result).slice(before);
}

/** A file that a worker makes is read by the next node, and from main. */
async function checkFiles(place: Place, mode: string) {
	await report(`a report as a file on a worker, kept by ${mode}`, async () => {
		const { at, collected } = place;
		const before = itemsOf(collected, 'rows').length;
		const [file] = await runs(place, 'report', 'file');
		await until('its rows', () => itemsOf(collected, 'rows').length > before);
		const rows = itemsOf(collected, 'rows').slice(before);
		const id = String(file.id);
		assert.ok(id.startsWith(`${mode}`), `the file is at ${id}`);
		const download = await (await editor(at.main.address)).download(id);
		assert.equal(download.trim().split('\n').length, rows.length + 1);
		return `${rows.length} rows`;
	});
}

async function checkExport(place: Place) {
	await report('an export on a worker: each conversation once', async () => {
		const headers = { api_access_token: place.sandbox.tokens.user };
		const path = '/api/v1/accounts/1/conversations/meta?status=all';
		const reply = await fetch(`${place.sandbox.url}${path}`, { headers });
		const { meta } = (await reply.json()) as { meta: { all_count: number } };
		const rows = await runs(place, 'export', 'export', meta.all_count);
		assert.equal(new Set(rows.map(({ key }) => key)).size, meta.all_count);
		assert.equal(rows.length, meta.all_count);
		return `${rows.length} rows`;
	});
}

async function checkSchedule({ at, collected }: Place) {
	await report('a schedule of five seconds runs once each, on a worker', async () => {
		const api = await editor(at.main.address);
		const from = Date.now();
		await api.activate('schedule');
		await until('three runs', () => itemsOf(collected, 'schedule').length >= 3, 60_000);
		await api.deactivate('schedule');
		const ticks = Math.floor((Date.now() - from) / 5_000) + 1;
		const { length } = itemsOf(collected, 'schedule');
		assert.ok(length <= ticks, `${length} runs in ${ticks} ticks`);
		return `${length} runs`;
	});
}

/** Several mains need a licence. */
async function checkMains({ at, sandbox }: Place) {
	await report('a second main without a licence ends, and registers nothing', async () => {
		const before = await webhooksOf(sandbox);
		const { child, logFile } = await at.another({ N8N_MULTI_MAIN_SETUP_ENABLED: 'true' });
		await until('its end', () => child.exitCode !== null, 120_000);
		assert.match(readFileSync(logFile, 'utf8'), /licen[sc]e/i);
		assert.deepEqual(await webhooksOf(sandbox), before);
	});
}

/**
 * `--line=1.123` runs it in that line of n8n, `--deliveries=500` is short, `--redis=memory` forgets, `waiting`
 * only checks the executions that wait.
 */
async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			line: { type: 'string', default: lines[0].name },
			deliveries: { type: 'string', default: '10000' },
			redis: { type: 'string', default: 'lasting' },
		},
	});
	const amount = Number(values.deliveries);
	const isShort = amount < FEW;
	const sandbox = await startSandbox();
	const newer = await gate(sandbox.url, as416);
	const collector = await collecting();
	const { collected } = collector;
	try {
		const at = await cluster(lineNamed(values.line), values.redis === 'lasting');
		const place: Place = { at, sandbox, collected, isShort };
		await step('Import credentials and workflows', async () => {
			const credential = (id: string, base_url: string) => ({
				...{ id, name: id, type: 'customerConversationApi' },
				data: { base_url, account_id: '1', api_access_token: sandbox.tokens.user },
			});
			await at.n8n.import('credentials', [
				...[
					credential('user', sandbox.url),
					credential('turn', sandbox.url),
					credential('newer', newer.url),
				],
				{
					...{ id: 'redis', name: 'redis', type: 'redis' },
					data: { host: '127.0.0.1', port: at.redis.port, database: 0, password: '', user: '' },
				},
			]);
			await at.n8n.import('workflow', workflows(collector.url));
		});
		await step(
			'Start n8n: main, 2 webhook processes, 3 workers',
			async () =>
				await at.start({
					N8N_DEFAULT_BINARY_DATA_MODE: 'database',
					N8N_AVAILABLE_BINARY_DATA_MODES: 'database,filesystem', // n8n 1.123 asks for it
				}),
		);
		if (positionals.includes('waiting')) return await checkWaiting(place);
		await at.postgres.run(WATCH);
		const webhook = await checkRegistration(place);
		await checkRepeats(place, webhook);
		await checkFlood(place, webhook, amount);
		if (!isShort) await measure(place);
		await checkPublishing(place, isShort ? 3 : 10);
		await checkCredential(place);
		await checkFiles(place, 'database');
		await checkWaiting(place);
		if (!isShort) {
			await checkExport(place);
			await checkSchedule(place);
			await checkMains(place);
		}
		if (!isShort) {
			await step('Start n8n with a shared folder', async () => {
				await at.stop();
				await at.start({
					N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
					N8N_BINARY_DATA_STORAGE_PATH: join(at.n8n.folder, 'files'),
				});
			});
			await checkFiles(place, 'filesystem');
		}
	} finally {
		await stopAll();
		newer.close();
		await sandbox.close();
		await collector.close();
	}
}

runChecks(main);
