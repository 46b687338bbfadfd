import assert from 'node:assert/strict';
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { lines } from '../../host/install';
import { runFolder, step, stopAll } from '../../host/steps';
import { recording } from '../../truth/recordings';
import { report, runChecks } from '../support/checklist';
import { editor, until } from '../support/editor';
import { realN8n, type RunData } from '../support/realN8n';
import { json, JSON_TYPE } from '../support/run';
import { listen, type Answer, type Received } from '../support/server';
import { operation, workflow, type Step } from '../support/workflow';

const { values: options } = parseArgs({ options: { messages: { type: 'string' } } });

const AMOUNT = 20_000;
const PAGE = 25;
const BEGIN = Date.UTC(2025, 0, 1) / 1000;
/** Of the memory of the same rows from a Code node, and of a file of few rows. */
const [BUDGET, FILE_BUDGET] = [1.3, 1.5];

const FEW = 10_000;
const MANY = Number(options.messages ?? 1_000_000);
/** Messages of a conversation, one a second. */
const PER_CONVERSATION = 500;

const [recorded] = (
	recording('account.conversation.list', 'ok').response.body as {
		data: { payload: IDataObject[] };
	}
).data.payload;
const [written] = (
	recording('account.message.list', 'ok').response.body as { payload: IDataObject[] }
).payload;

/** A recorded conversation, with these of its own. */
const conversation = (id: number) => ({
	...recorded,
	id,
	created_at: BEGIN + id * 60,
	last_activity_at: BEGIN + id * 60 + PER_CONVERSATION,
	inbox_id: 1,
});

/** A recorded message as text, where its own number and time come in. */
const [head, middle, tail] = JSON.stringify({ ...written, id: '#', created_at: '#' }).split('"#"');

/** What the service has, and does. */
const service = {
	conversations: AMOUNT,
	/** Answers for messages before it answers no more, and what it then does. */
	answers: Infinity,
	then: async (): Promise<Answer> => json({}),
	requests: 0,
};

function messagesOf(number: number, query: IDataObject): Answer {
	const first = number * PER_CONVERSATION;
	const from = Math.max(first, Number(query.after ?? first + PER_CONVERSATION - 20));
	const rows = Array.from({ length: Math.max(0, first + PER_CONVERSATION - from) }, (_, index) => {
		const id = from + index;
		return `${head}${id}${middle}${BEGIN + number * 60 + id - first}${tail}`;
	});
	return { status: 200, headers: JSON_TYPE, body: `{"meta":{},"payload":[${rows.join()}]}` };
}

/** A service with many conversations. */
function answer({ path, query }: Received): Answer | Promise<Answer> {
	const params = Object.fromEntries(query);
	if (path === '/api') return json({ version: '4.16.2', timestamp: '2026-11-22 12:00:00' });
	if (path.endsWith('/inboxes')) return json({ payload: [{ id: 1, name: 'Website' }] });
	const [, number] = /(\d+)\/messages$/.exec(path) ?? [];
	if (number && ++service.requests > service.answers) return service.then();
	if (number) return messagesOf(Number(number), params);
	const from = (Number(params.page ?? 1) - 1) * PAGE;
	const length = Math.max(0, Math.min(PAGE, service.conversations - from));
	const ids = Array.from({ length }, (_, index) => from + index + 1);
	// The last active first.
	const newest = params.sort_by === 'last_activity_at_desc';
	const payload = ids.map((id) => conversation(newest ? service.conversations + 1 - id : id));
	return json({ data: { meta: { all_count: service.conversations }, payload } });
}

/** The same rows out of a Code node: what n8n itself needs for them. */
const codeNode = (row: IDataObject): Step => ({
	name: 'Rows',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `const row = ${JSON.stringify(row)};
return Array.from({ length: ${AMOUNT} }, (_, index) => ({
	json: { ...row, id: index + 1, key: 'conversation:' + (index + 1) },
}));`,
	},
});

const PERIOD = { period: 'between', since: BEGIN, until: BEGIN + AMOUNT * 120 };

const files = join(runFolder, '.n8n-files');

/** An export of messages into a file, and the node that writes it to the disk. */
const exportFile = (name: string, more: IDataObject = {}, after?: string): Step[] => [
	{
		name,
		after,
		...operation('export', 'messages', { ...PERIOD, output: 'ndjson', ...more }),
	},
	{
		name: `Write ${name}`,
		after: name,
		type: 'n8n-nodes-base.readWriteFile',
		parameters: { operation: 'write', fileName: `.n8n-files/${name}.ndjson`, options: {} },
	},
];

/** Reads files line by line. @returns how many messages they have, each once and in order */
async function countOf(...names: string[]): Promise<number> {
	let count = 0;
	let last = { conversation_id: 0, id: 0 };
	for (const name of names) {
		const lines = createInterface({ input: createReadStream(join(files, `${name}.ndjson`)) });
		for await (const line of lines) {
			const row = JSON.parse(line) as typeof last;
			const isNext =
				row.conversation_id === last.conversation_id
					? row.id === last.id + 1
					: row.conversation_id === last.conversation_id + 1 && row.id % PER_CONVERSATION === 0;
			assert.ok(isNext, `after ${JSON.stringify(last)} comes ${line.slice(0, 200)}`);
			last = { conversation_id: row.conversation_id, id: row.id };
			count++;
		}
	}
	return count;
}

const itemsOf = (data: RunData, name: string): IDataObject[] =>
	data[name]?.[0].data?.main[0]?.map((item) => item.json) ?? [];

type N8n = Awaited<ReturnType<typeof realN8n>>;

/** Rows as items, against the same from a Code node. */
async function checkRows(n8n: N8n): Promise<void> {
	service.conversations = AMOUNT;
	await n8n.import('workflow', [
		workflow('export', [{ name: 'Rows', ...operation('export', 'conversations', PERIOD) }]),
	]);
	const exported = await step(`Export ${AMOUNT} conversations`, () => n8n.measure('export'));
	const rows = itemsOf(exported.data, 'Rows');
	await report(`${rows.length} rows, each conversation once`, () => {
		assert.equal(rows.length, AMOUNT);
		assert.equal(new Set(rows.map(({ key }) => key)).size, AMOUNT);
	});
	await n8n.import('workflow', [workflow('code', [codeNode(rows[0] ?? {})])]);
	const coded = await step('The same rows from a Code node', () => n8n.measure('code'));
	assert.equal(itemsOf(coded.data, 'Rows').length, AMOUNT);
	const ratio = exported.memory / coded.memory;
	await report(
		`peak memory ${ratio.toFixed(2)} of the Code node's (${BUDGET} allowed): ${Math.round(exported.memory)} and ${Math.round(coded.memory)} MB`,
		() => assert.ok(ratio <= BUDGET),
	);
}

/** The same workflow with few messages and with many. */
async function checkFiles(n8n: N8n): Promise<void> {
	await n8n.import('workflow', [workflow('file', exportFile('messages'))]);
	const memory: number[] = [];
	for (const amount of [FEW, MANY]) {
		service.conversations = amount / PER_CONVERSATION;
		service.requests = 0;
		const begun = Date.now();
		const run = await step(`Export ${amount} messages into a file`, () => n8n.measure('file'));
		const seconds = (Date.now() - begun) / 1000;
		const [item] = itemsOf(run.data, 'messages');
		await report(`${amount} messages in the file, each once and in order`, async () => {
			assert.equal(item?.rows, amount);
			assert.equal(await countOf('messages'), amount);
			const size = Math.round(Number(item.fileSize) / 1e6);
			return `${size} MB, ${seconds.toFixed(1)} s, ${service.requests} requests for them, peak ${Math.round(run.memory)} MB`;
		});
		memory.push(run.memory);
	}
	const ratio = memory[1] / memory[0];
	await report(
		`peak memory ${ratio.toFixed(2)} of that of ${FEW} messages (${FILE_BUDGET} allowed)`,
		() => assert.ok(ratio <= FILE_BUDGET),
	);
}

/** One export that the Limit ends in the middle of a conversation, and one that goes on. */
async function checkContinue(n8n: N8n): Promise<void> {
	service.conversations = FEW / PER_CONVERSATION;
	const limited = { returnAll: false, limit: 7_777 };
	const rest = { continue_from: '={{ $json.continue_from }}' };
	await n8n.import('workflow', [
		workflow('parts', [...exportFile('first', limited), ...exportFile('rest', rest, 'first')]),
	]);
	await step('Export them in two parts', () => n8n.run('parts'));
	await report('the second part begins after the last row of the first', async () => {
		assert.equal(await countOf('first'), 7_777);
		assert.equal(await countOf('first', 'rest'), FEW);
	});
}

/** What n8n has stored of executions. */
const storedBy = ({ folder }: N8n): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.parentPath.includes('binary_data'))
		.map(({ name }) => name);

/** An execution that is stopped while replies are awaited, and one that fails. */
async function checkEnds(n8n: N8n): Promise<void> {
	service.conversations = MANY / PER_CONVERSATION;
	const before = storedBy(n8n).length;
	const server = await step('Start n8n', () => n8n.start());
	const api = await editor(n8n.address);
	const begin = async () => {
		service.requests = 0;
		const workflowData = await api.read('file');
		const { executionId } = await api.ask<{ executionId: string }>('POST', '/workflows/file/run', {
			workflowData,
			triggerToStartFrom: { name: 'Start' },
		});
		return executionId;
	};
	const statusOf = async (id: string) => (await api.ask('GET', `/executions/${id}`)).status;
	try {
		let release = () => {};
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		service.answers = 100;
		service.then = async () => {
			await held;
			return json({ payload: [] });
		};
		const stopped = await begin();
		await until('100 answers', () => service.requests > 100 + 5);
		await report('while a file is written it is in n8n alone', () =>
			assert.equal(storedBy(n8n).length, before + 1),
		);
		const stopping = Date.now();
		await api.ask('POST', `/executions/${stopped}/stop`);
		await until('the file is gone', () => storedBy(n8n).length === before, 5_000);
		const took = Date.now() - stopping;
		const requestsBefore = service.requests;
		release();
		await sleep(2_000);
		await report(`stopped in ${took} ms while replies were awaited (1000 allowed)`, async () => {
			assert.ok(took <= 1000);
			assert.equal(await statusOf(stopped), 'canceled');
			assert.equal(service.requests, requestsBefore, 'more was asked for after that');
		});
		service.then = async () => json({ error: 'You are not authorized to do this action' }, 403);
		const failed = await begin();
		await until('the export has failed', async () => (await statusOf(failed)) === 'error');
		await report('an export that fails leaves no part of a file behind', () =>
			assert.equal(storedBy(n8n).length, before),
		);
	} finally {
		await server.stop();
		service.answers = Infinity;
	}
}

/** What people schedule, in the real n8n: exports of many rows, and their memory. */
async function main(): Promise<void> {
	const n8n = await realN8n(lines[0]);
	const { url, close } = await listen(answer);
	mkdirSync(files, { recursive: true });
	try {
		await step('Import the credential', async () => {
			const data = { base_url: url, account_id: '1', api_access_token: 'token' };
			const user = { id: 'user', name: 'user', type: 'customerConversationApi', data };
			await n8n.import('credentials', [user]);
		});
		await checkRows(n8n);
		await checkFiles(n8n);
		await checkContinue(n8n);
		await checkEnds(n8n);
	} finally {
		for (const name of ['messages', 'first', 'rest'])
			rmSync(join(files, `${name}.ndjson`), { force: true });
		await stopAll();
		await close();
	}
}

runChecks(main);
