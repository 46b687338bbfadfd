import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/server';
import { atSandbox } from '../support/atSandbox';
import { report } from '../support/checklist';
import { editor, until } from '../support/editor';
import type { Prepare } from '../support/part';
import { forward, listen } from '../support/server';
import { NEVER, OFTEN, polls } from '../support/polls';
import type { Step } from '../support/workflow';

const ID = 'polls';
const EVENTS = [
	'contact_created',
	'conversation_created',
	'conversation_updated',
	'customer_silent',
	'message_created',
];

/** Events that are checked on their own. */
const OTHERS = /^(conversation_updated|customer_silent):/;

/** Sends each item to the collector, with the number of its execution. */
const collect = (url: string): Step => ({
	name: 'Collect',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		...{ method: 'POST', url: `=${url}/{{ $execution.id }}` },
		...{ sendBody: true, specifyBody: 'json', options: {} },
		jsonBody: '={{ JSON.stringify($json) }}',
	},
	after: 'Trigger',
});

/** The polling trigger: what happens is given once, whatever becomes of n8n and the service. */
export const polling: Prepare = async (n8n, { polls: mode, slow }) => {
	/** By default n8n polls when it starts. With its durable scheduler it polls at these times only. */
	const times = mode === 'default' ? NEVER : OFTEN;
	const sandbox = await startSandbox();
	const at = atSandbox(sandbox);
	/** How many of the next requests for the time fail. A poll begins with one, and repeats it once if it fails. */
	let failing = 0;
	/** Whether lists of conversations are slow. */
	let isSlow = false;
	const way = await listen(async (request) => {
		if (isSlow && request.path.endsWith('/conversations')) await sleep(slow * 1000);
		if (request.path !== '/api' || !failing) return await forward(sandbox.url, request);
		failing--;
		return { status: 500, body: '' };
	});
	const collected: IDataObject[] = [];
	const collector = await listen(({ path, body }) => {
		const item = JSON.parse(body.toString()) as IDataObject;
		collected.push({ ...item, execution: Number(path.slice(1)) });
		return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
	});
	/** Keys of what happened, except for changes of conversations. */
	const happened: string[] = [];
	const keys = () => collected.map(({ event_key }) => String(event_key));
	/** Conversations in which the team wrote last. */
	const answered: number[] = [];
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
		answered.push(talk);
		texts.push(await at.says(1, `Again ${people}`));
		happened.push(
			...[`contact_created:${id}`, `conversation_created:${talk}`],
			...texts.map((message) => `message_created:${String(message.id)}`),
		);
	};
	let api: Awaited<ReturnType<typeof editor>>;
	const requestCount = () => way.received.filter(({ path }) => path === '/api').length;
	/** Does this, and waits until the node has asked the service and n8n is at rest. */
	const polled = async (act: () => Promise<unknown>) => {
		const before = requestCount();
		await act();
		await until('a poll', () => requestCount() > before);
		await until('what happened', () => happened.every((key) => keys().includes(key)));
		await api.ended();
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
			const created = all.filter((key) => !OTHERS.test(key));
			assert.deepEqual(created.sort(), [...happened].sort());
			assert.equal((await api.executions(ID)).error, failures);
			return `${created.length} given`;
		});
	let failures = 0;
	const checkAll = async () => {
		const restart = async () => {
			await n8n.server();
			api = await editor(n8n.address);
		};
		await restart();
		await check('activation gives nothing of before', async () => {
			await polled(async () => await api.activate(ID));
		});
		await check('what came while n8n was stopped, before the first item', async () => {
			await (await n8n.server()).stop();
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
			// An execution that is killed does not run again, so nothing may happen while n8n polls.
			if (mode === 'default') await happen();
			await (await n8n.server()).crash();
			await happen();
			await polled(restart);
		});
		await check("what came while the service failed, at n8n's own time", async () => {
			await polled(async () => await api.change(ID, 'Trigger', { pollTimes: { item: OFTEN } }));
			failures = 2;
			failing = 2 * failures;
			await happen();
			await until('polls in vain', async () => (await api.executions(ID)).error >= failures);
			await happen();
			await polled(async () => {});
			await api.change(ID, 'Trigger', { pollTimes: { item: times } });
		});
		await check(`what happens while each list takes ${slow} seconds`, async () => {
			isSlow = true;
			await polled(async () => await api.change(ID, 'Trigger', { pollTimes: { item: OFTEN } }));
			await happen();
			// The list that is being read, and the next one.
			await until(
				'what happened',
				() => happened.every((key) => keys().includes(key)),
				4 * slow * 1000 + 60_000,
			);
			isSlow = false;
			// A list that is still being read would be the next activation's, which then asks for nothing.
			await polled(async () => {});
			await api.change(ID, 'Trigger', { pollTimes: { item: times } });
		});
		// All else depends on the node alone, not on how n8n polls.
		if (mode !== 'default') return await api.deactivate(ID);
		await check('a conversation that only changed', async () => {
			const changes = () =>
				collected.filter(({ event_key }) =>
					String(event_key).startsWith('conversation_updated:1:'),
				);
			const { length } = changes();
			await at.resolve(1);
			await polled(again);
			await until('the change', () => changes().length > length);
			assert.equal(changes().at(-1)?.status, 'resolved');
		});
		await report('a test in the editor shows examples, and stores nothing', async () => {
			await api.deactivate(ID);
			const { length } = collected;
			await api.listen(ID, 'Trigger');
			await until('examples', () => collected.length > length);
			await api.ended();
			collected.length = length;
		});
		await check('gives what happened while the workflow was inactive', async () => {
			await happen();
			await polled(async () => await api.activate(ID));
		});
		await check('a customer who is silent for a minute, after restarts and failures', async () => {
			sandbox.clock.ahead = 60;
			await polled(again);
			const silent = () =>
				answered.map((id) => keys().filter((key) => key.startsWith(`customer_silent:${id}:`)));
			await until('all silences', () => silent().every(({ length }) => length > 0));
			await polled(again);
			assert.ok(silent().every(({ length }) => length === 1));
			await api.deactivate(ID);
		});
		await report('each item is as old as the next, or older', () => {
			// Executions of two polls may run at the same time.
			const inOrder = collected.toSorted((a, b) => Number(a.execution) - Number(b.execution));
			// Messages have whole seconds, in which another poll may have given a change.
			const times = inOrder.map(({ occurred_at }) => String(occurred_at).slice(0, 19));
			const back = times.filter((time, index) => index > 0 && time < times[index - 1]);
			assert.deepEqual(back, []);
		});
	};
	return {
		credentials: [
			{
				...{ id: 'polled', name: 'polled', type: 'customerConversationApi' },
				data: { base_url: way.url, account_id: '1', api_access_token: sandbox.tokens.user },
			},
		],
		workflows: [
			polls(
				ID,
				'polled',
				times,
				{
					...{ events: EVENTS, loop_guard: false },
					silent_for: { times: [{ amount: 1, unit: 'minutes' }] },
					// n8n cannot evaluate an expression at every moment of a slow poll.
					simplify: '={{ true }}',
				},
				[collect(collector.url)],
			),
		],
		check: checkAll,
		close: async () => await Promise.all([way, sandbox, collector].map((one) => one.close())),
	};
};
