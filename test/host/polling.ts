import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { lineNamed, lines } from '../../host/install';
import { step, stopAll } from '../../host/steps';
import { startSandbox } from '../../sandbox/server';
import { atSandbox } from '../support/atSandbox';
import { report, runChecks } from '../support/checklist';
import { editor, until } from '../support/editor';
import { realN8n } from '../support/realN8n';
import { forward, listen } from '../support/server';
import { packageNode, workflow, type Step } from '../support/workflow';

const ID = 'polls';
const EVENTS = [
	'contact_created',
	'conversation_created',
	'conversation_updated',
	'message_created',
];

const polling: Step = {
	name: 'Polling',
	...packageNode(
		'customerConversationPollingTrigger',
		{ pollTimes: { item: [{ mode: 'everyMinute' }] }, events: EVENTS, loop_guard: false },
		{ customerConversationApi: { id: 'user', name: 'user' } },
	),
};

/** Sends each item to the collector. */
const collect = (url: string): Step => ({
	name: 'Collect',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		...{ method: 'POST', url, sendBody: true, specifyBody: 'json', options: {} },
		jsonBody: '={{ JSON.stringify($json) }}',
	},
	after: 'Polling',
});

/** A workflow that the node starts. */
function started(url: string): IDataObject {
	const made = workflow(ID, [polling, collect(url)]);
	const nodes = (made.nodes as IDataObject[]).filter(({ name }) => name !== 'Start');
	const { Start: _, ...connections } = made.connections as IDataObject;
	return { ...made, nodes, connections };
}

/** `--line=1.123` runs the checks in that line of n8n. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { line: { type: 'string', default: lines[0].name } },
	});
	const line = lineNamed(values.line);
	const n8n = await realN8n(line);
	const sandbox = await startSandbox();
	const at = atSandbox(sandbox);
	let isDown = false;
	const way = await listen(async (request) =>
		isDown ? { status: 500, body: '' } : await forward(sandbox.url, request),
	);
	const collected: IDataObject[] = [];
	const collector = await listen(({ body }) => {
		collected.push(JSON.parse(body.toString()) as IDataObject);
		return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
	});
	/** Keys of what happened, except for changes of conversations. */
	const happened: string[] = [];
	const keys = () => collected.map(({ event_key }) => String(event_key));
	let people = 0;
	/** Somebody new writes, and somebody else again. */
	const happen = async () => {
		const name = `Polled ${++people}`;
		const body = { name, email: `polled${people}@example.com`, inbox_id: 2 };
		const path = '/api/v1/accounts/1/contacts';
		const { payload } = await at.ask<{ payload: { contact: { id: number } } }>('POST', path, body);
		const { id } = payload.contact;
		const talk = await at.opens(id);
		const texts = [await at.says(talk, 'Hello'), await at.write(talk, { content: 'Hi' })];
		texts.push(await at.says(1, `Again ${people}`));
		happened.push(
			...[`contact_created:${id}`, `conversation_created:${talk}`],
			...texts.map((message) => `message_created:${String(message.id)}`),
		);
	};
	let api: Awaited<ReturnType<typeof editor>>;
	const requestCount = () => way.received.filter(({ path }) => path === '/api').length;
	/** Does this, and waits until the node has asked the service and n8n is at rest. */
	const polled = async (act: () => Promise<unknown>, patience?: number) => {
		const before = requestCount();
		await act();
		await until('a poll', () => requestCount() > before, patience);
		await until('what happened', () => happened.every((key) => keys().includes(key)), 90_000);
		await until('the end of all executions', async () => (await api.running()) === 0);
	};
	const again = async () => {
		await api.deactivate(ID);
		await api.activate(ID);
	};
	const check = async (title: string, act: () => Promise<void>) =>
		await report(title, async () => {
			await act();
			const all = keys();
			assert.deepEqual(
				all.filter((key, index) => all.indexOf(key) !== index),
				[],
				'given twice',
			);
			const created = all.filter((key) => !key.startsWith('conversation_updated:'));
			assert.deepEqual(created.sort(), [...happened].sort());
			assert.equal((await api.executions(ID)).error, failures);
			return `${created.length} given`;
		});
	let failures = 0;
	try {
		await step('Import the credential and a workflow', async () => {
			await n8n.import('credentials', [
				{
					...{ id: 'user', name: 'user', type: 'customerConversationApi' },
					data: { base_url: way.url, account_id: '1', api_access_token: sandbox.tokens.user },
				},
			]);
			await n8n.import('workflow', [started(collector.url)]);
		});
		let server = await n8n.start();
		const restart = async () => {
			server = await n8n.start();
			api = await editor(n8n.address);
		};
		api = await editor(n8n.address);
		await check('activation gives nothing of before', async () => {
			await polled(async () => await api.activate(ID));
		});
		await check('what came while n8n was stopped, before the first item', async () => {
			await server.stop();
			await happen();
			await polled(restart);
		});
		await check('what came between two activations', async () => {
			await happen();
			await happen();
			await polled(again);
		});
		await check('nothing twice after one more', async () => await polled(again));
		await check('what came after n8n was killed', async () => {
			await happen();
			await server.crash();
			await happen();
			await polled(restart);
		});
		await check("what came while the service failed, at n8n's own minute", async () => {
			isDown = true;
			await happen();
			const before = requestCount();
			await until('a poll in vain', () => requestCount() > before, 90_000);
			failures = 1;
			await until('its failure', async () => (await api.executions(ID)).error === 1, 90_000);
			isDown = false;
			await happen();
			await polled(async () => {}, 90_000);
		});
		await check('a conversation that only changed', async () => {
			const { length } = keys().filter((key) => key.startsWith('conversation_updated:1:'));
			await at.resolve(1);
			await polled(again);
			const isCollected = () =>
				keys().filter((key) => key.startsWith('conversation_updated:1:')).length > length;
			await until('the change', isCollected);
			assert.equal(collected.at(-1)?.status, 'resolved');
		});
		await report('a test in the editor shows examples, and stores nothing', async () => {
			await api.deactivate(ID);
			const { length } = collected;
			await api.listen(ID, 'Polling');
			await until('examples', () => collected.length > length);
			await until('the end of all executions', async () => (await api.running()) === 0);
			collected.length = length;
		});
		await check('and what came meanwhile comes', async () => {
			await happen();
			await polled(async () => await api.activate(ID));
		});
		await report('each item is as old as the next, or older', () => {
			// Messages have whole seconds, in which another poll may have given a change.
			const times = collected.map(({ occurred_at }) => String(occurred_at).slice(0, 19));
			const back = times.filter((time, index) => index > 0 && time < times[index - 1]);
			assert.deepEqual(back, []);
		});
	} finally {
		await stopAll();
		await way.close();
		await sandbox.close();
		await collector.close();
	}
}

runChecks(main);
