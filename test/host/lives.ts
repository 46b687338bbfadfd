/** Triggers across restarts of n8n: the webhooks that Chatwoot has, and the items of a polling trigger. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { step } from '../../host/steps';
import { startSandbox } from '../../sandbox/server';
import { delivery } from '../../truth/recordings';
import { atSandbox } from '../support/atSandbox';
import {
	ACCOUNT,
	addressOf,
	collect,
	collecting,
	gate,
	itemsOf,
	nothing,
	post,
	started,
	startedByHand,
	webhooksOf,
	type Editor,
	type Sandbox,
} from '../support/atTrigger';
import { report } from '../support/checklist';
import { editor, until } from '../support/editor';
import type { Prepare } from '../support/part';
import type { N8n } from '../support/realN8n';
import { NEVER, polls } from '../support/polls';
import { addressLives, oneAddressLife, type Life } from './addresses';
import { macroOrRuleLife, macroOrRuleLives } from './macroOrRule';

const CREDENTIAL = 'lives';
const REPEATED = 'repeated-life';

const shown = (url: string) => url.replace(/secret=\w+/, 'secret=…');

type Gate = Awaited<ReturnType<typeof gate>>;

/** Prints the webhooks that Chatwoot has after a step of the life cycle, and compares them with the list. */
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
			assert.equal(arrived.status, 'fulfilled', 'these are not the expected webhooks');
			for (const { url } of found) assert.match(url, /[?&]secret=[0-9a-f]{64}(&|$)/);
		},
	);
}

/** Every step of the life cycle. After each, Chatwoot must have exactly one correct webhook, or none. */
function accountLife(n8n: N8n, sandbox: Sandbox, way: Gate): Life {
	const id = 'life';
	const { address } = n8n;
	const { remove } = atSandbox(sandbox);
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
						await remove(`${ACCOUNT}/webhooks/${webhook}`);
					await publish(api);
				},
				webhookWith(changed),
			);
			const listening = [...webhookWith(changed), ...webhookWith(changed)];
			await state(
				'listens for a test event next to production',
				() => api.listen(id, 'Trigger'),
				listening,
			);
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

/** Deliveries to an API inbox that come again after n8n was killed after its answer, and after a stop. */
function repeatedLife({ address }: N8n): Life {
	const id = REPEATED;
	const { body } = delivery('message_created--outgoing-api-inbox');
	let url: string;
	const send = async (message: number) =>
		assert.equal(await post(url, { ...body, id: message }), 200);
	const startedAre = async (api: Editor, count: number) => {
		await api.ended(id);
		assert.deepEqual(await api.executions(id), { success: count, error: 0 });
	};
	return {
		first: async (api) => {
			await api.activate(id);
			url = await addressOf(api, address, id);
		},
		restarted: async (api) => {
			await Promise.all([1, 2].map(send));
			await startedAre(api, 2);
			// It stores both: SQLite may have stored them in another order.
			await send(2);
			// The last one before n8n is killed.
			await send(3);
			await startedAre(api, 3);
		},
		moved: async (api) =>
			await report('deliveries that came before n8n was killed start nothing again', async () => {
				for (const message of [3, 2, 1, 4]) await send(message);
				await startedAre(api, 4);
			}),
		back: async (api) => {
			await report('deliveries that came before n8n was stopped start nothing again', async () => {
				for (const message of [1, 4]) await send(message);
				await startedAre(api, 4);
			});
			await api.deactivate(id);
		},
	};
}

/** A polling trigger that returns each customer message once, although n8n is stopped and killed. */
function pollingLife(sandbox: Sandbox, collected: IDataObject[]): Life {
	const id = 'polling-life';
	const { opens, says } = atSandbox(sandbox);
	const texts: string[] = [];
	const writes = async (content: string) => {
		texts.push(content);
		await says(await opens(1), content);
	};
	const received = () => itemsOf(collected, id).map(({ content }) => String(content));
	const comes = async (event: string) =>
		await report(`polling, ${event}: each message once`, async () => {
			await until('the message', () => texts.every((content) => received().includes(content)));
			assert.deepEqual(received(), texts);
		});
	return {
		first: async (api) => {
			await api.activate(id);
			await until('the first poll', async () => await api.hasPolled(id));
			await writes('Before n8n is stopped');
		},
		// n8n polls last when it starts, so an item shows that the start is complete.
		restarted: async (api) => {
			await comes('n8n was stopped, and started');
			await api.ended(id);
			await writes('Before n8n is killed');
		},
		moved: async (api) => {
			await comes('n8n was killed, and started');
			await api.ended(id);
			await writes('Before n8n is stopped again');
		},
		back: async (api) => {
			await comes('n8n was stopped again');
			await api.deactivate(id);
			assert.equal((await api.executions(id)).error, 0);
		},
	};
}

/** Runs all life cycles together, because each restart of n8n takes seconds. */
async function checkLives(n8n: N8n, lives: Life[]): Promise<void> {
	const { address } = n8n;
	const moved = address.replace('127.0.0.1', 'localhost');
	const checkStage = async (stage: keyof Life) => {
		const api = await editor(address);
		for (const life of lives) await life[stage](api, moved);
	};
	const restart = async (by: 'stop' | 'crash', at: string) =>
		await step(`Start n8n again after a ${by}, at ${at}`, async () => {
			await (await n8n.server())[by]();
			await n8n.start({ WEBHOOK_URL: `${at}/` });
		});
	await n8n.server();
	await checkStage('first');
	await restart('stop', address);
	await checkStage('restarted');
	await restart('crash', moved);
	await checkStage('moved');
	await restart('stop', address);
	await checkStage('back');
}

/** The life of every trigger: activated, changed, over a stop, a kill and a new address, and deactivated. */
export const lives: Prepare = async (n8n) => {
	const sandbox = await startSandbox();
	const way = await gate(sandbox.url);
	const collector = await collecting();
	const data = { base_url: way.url, account_id: '1', api_access_token: sandbox.tokens.user };
	return {
		credentials: [{ id: CREDENTIAL, name: CREDENTIAL, type: 'customerConversationApi', data }],
		workflows: [
			started('life', { events: ['message_created'] }, [nothing], CREDENTIAL),
			...addressLives(CREDENTIAL),
			...macroOrRuleLives(CREDENTIAL),
			startedByHand(REPEATED, 'api_inbox', [nothing]),
			polls('polling-life', CREDENTIAL, NEVER, { events: ['customer_wrote'] }, [
				collect(`${collector.url}/polling-life`),
			]),
		],
		check: async () =>
			await checkLives(n8n, [
				pollingLife(sandbox, collector.collected),
				accountLife(n8n, sandbox, way),
				oneAddressLife(n8n, sandbox),
				macroOrRuleLife(n8n, sandbox),
				repeatedLife(n8n),
			]),
		close: async () => await Promise.all([way, sandbox, collector].map((one) => one.close())),
	};
};
