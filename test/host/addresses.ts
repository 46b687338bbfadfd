/** The sources that have one address at the service, in the real n8n: an agent bot, an API inbox. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { step } from '../../host/steps';
import { offered } from '../../nodes/shared/events/events';
import { sources } from '../../nodes/CustomerConversationTrigger/sources';
import { deliveries, delivery } from '../../truth/recordings';
import { atSandbox } from '../support/atSandbox';
import {
	addressOf,
	atRest,
	collect,
	itemsOf,
	judge,
	nothing,
	post,
	signed,
	started,
	startedByHand,
	talk,
	toForge,
	written,
	type Editor,
	type Sandbox,
} from '../support/atTrigger';
import { report } from '../support/checklist';
import { until } from '../support/editor';
import type { N8n } from '../support/realN8n';
import { operation, type Step } from '../support/workflow';

const id = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });

/** Where it is kept, what chooses it, and what of it stands at the service. */
interface Place {
	source: 'agent_bot' | 'api_inbox';
	parameters: IDataObject;
	path: string;
	key: string;
}

const HELPER = {
	connection: 'by_node',
	...{ agent_bot: 'existing', agent_bot_id: id(1), bot_inbox_ids: [2] },
};
const places: Place[] = [
	{ source: 'agent_bot', parameters: HELPER, path: 'agent_bots', key: 'outgoing_url' },
	{
		source: 'api_inbox',
		parameters: { connection: 'by_node', api_inbox_id: id(2) },
		path: 'inboxes',
		key: 'webhook_url',
	},
];

const FOREIGN = 'https://flow.example/in?secret=theirs';

/** What a service that signs calls the secret of a bot and of an inbox. */
export const ONE_KEY = 'key-of-one-address';

/** What the newer service shows of a bot or an inbox. */
export const withOneKey = (text: string): string =>
	text.replace(/"(outgoing_url|webhook_url)":/g, `"secret":"${ONE_KEY}","$1":`);

const ofAll = (source: string, more: IDataObject) => ({
	...{ source, events: Object.keys(offered(sources[source].serviceEvents)), loop_guard: false },
	options: { address_is_reachable: true, only_its_turn: false, only_messages_to_send: false },
	...more,
});

const answer: Step = {
	name: 'Answer',
	...operation('message', 'send', {
		conversation_id: { __rl: true, mode: 'id', value: '={{ $json.conversation_id }}' },
		content: '=You wrote: {{ $json.content }}',
	}),
	credentials: { customerConversationApi: { id: 'bot', name: 'bot' } },
	after: 'Trigger',
};

/** The workflows of the life cycle. */
export const addressLives = (credential: string) =>
	places.map(({ source, parameters }) =>
		started(`${source}-life`, { source, ...parameters }, [nothing], credential),
	);

/** The workflows of the deliveries. */
export const addressWorkflows = (collector: string) => [
	...places.flatMap(({ source, parameters }) => [
		...['gated', 'newer'].map((credential) =>
			started(
				`${source}-${credential}`,
				ofAll(source, parameters),
				[collect(`${collector}/${source}-${credential}`)],
				credential,
			),
		),
		startedByHand(`${source}-hand`, source, [collect(`${collector}/${source}-hand`)]),
	]),
	started('turns', { source: 'agent_bot', ...HELPER }, [answer]),
];

interface Setting {
	/** Of n8n. */
	address: string;
	api: Editor;
	sandbox: Sandbox;
	collected: IDataObject[];
}

const rowOf = async ({ sandbox }: Pick<Setting, 'sandbox'>, { path, source }: Place) => {
	const { get } = atSandbox(sandbox);
	const found = await get<IDataObject[] | { payload: IDataObject[] }>(path);
	const rows = Array.isArray(found) ? found : found.payload;
	return rows.find((row) => row.id === (source === 'agent_bot' ? 1 : 2)) as IDataObject;
};

const urlOf = async (setting: Pick<Setting, 'sandbox'>, place: Place) =>
	((await rowOf(setting, place))[place.key] ?? null) as string | null;

const set = async (
	{ sandbox }: Pick<Setting, 'sandbox'>,
	{ source, path }: Place,
	url: unknown,
) => {
	const body = source === 'agent_bot' ? { outgoing_url: url } : { channel: { webhook_url: url } };
	const number = source === 'agent_bot' ? 1 : 2;
	await atSandbox(sandbox).ask('PATCH', `/api/v1/accounts/1/${path}/${number}`, body);
};

/** Activates a workflow. @returns its address, once it lets in what shows its secret */
async function activated(setting: Setting, place: Place, name: string, key?: string) {
	await setting.api.activate(name);
	const url = String(await urlOf(setting, place));
	assert.equal(new URL(url, 'http://none').searchParams.get('workflow'), name);
	const text = written({ event: 'none' });
	const call = async () => await post(url, text, key ? signed(key, text) : {});
	await until(`${name} listens`, async () => (await call()) === 200);
	return url;
}

async function deactivated(setting: Setting, place: Place, name: string) {
	await setting.api.deactivate(name);
	assert.equal(await urlOf(setting, place), null);
}

/** What is checked at first, after n8n has started again, at another address, and back at its own. */
export type Life = Record<
	'first' | 'restarted' | 'moved' | 'back',
	(api: Editor, moved: string) => Promise<void>
>;

/** Every step after which the right address stands at the service, or none. */
export function oneAddressLife(n8n: N8n, sandbox: Sandbox): Life {
	const { address } = n8n;
	const modeAt = async (place: Place) => {
		const url = await urlOf({ sandbox }, place);
		if (!url) return 'none';
		const { origin, pathname, searchParams } = new URL(url);
		assert.match(String(searchParams.get('secret')), /^[0-9a-f]{64}$/);
		const isTest = pathname.startsWith('/webhook-test/');
		assert.equal(searchParams.get('mode'), isTest ? 'test' : 'production');
		const before = searchParams.get('before') ? ', production behind it' : '';
		return `${isTest ? 'test' : 'production'}${before} at ${origin}`;
	};
	const after = async (place: Place, event: string, act: () => Promise<unknown>, right: string) =>
		await report(`${place.source}, ${event}: ${right}`, async () => {
			await act();
			let found = '';
			// n8n ends a test in the background.
			await until(event, async () => (found = await modeAt(place)) === right).catch(() =>
				assert.equal(found, right),
			);
		});
	const production = `production at ${address}`;
	const nameOf = ({ source }: Place) => `${source}-life`;
	const publish = async (api: Editor, place: Place) => {
		await api.deactivate(nameOf(place));
		assert.equal(await modeAt(place), 'none');
		await api.activate(nameOf(place));
	};
	const first = async (api: Editor, place: Place) => {
		const name = nameOf(place);
		await after(place, 'activated', () => api.activate(name), production);
		await after(place, 'deactivated', () => api.deactivate(name), 'none');
		await after(place, 'activated again', () => api.activate(name), production);
		const behind = `test, production behind it at ${address}`;
		const listen = async () => await api.listen(name, 'Trigger');
		await after(place, 'listens for a test event', listen, behind);
		await after(
			place,
			'the test event came',
			async () => {
				const url = String(await urlOf({ sandbox }, place));
				const body = delivery(
					place.source === 'agent_bot'
						? 'message_created--bot-reopened-pending'
						: 'message_created--outgoing-api-inbox',
				).body;
				assert.equal(await post(url, body), 200);
			},
			production,
		);
		await after(place, 'listens again', listen, behind);
		const stop = async () => await api.ask('DELETE', `/test-webhook/${name}`);
		await after(place, 'the test is stopped', stop, production);
		await after(
			place,
			'deleted by hand, then published again',
			async () => {
				await set({ sandbox }, place, null);
				// With the address went what it says of the inbox.
				const path = '/api/v1/accounts/1/inboxes/2/set_agent_bot';
				await fetch(sandbox.url + path, {
					method: 'POST',
					headers: { api_access_token: sandbox.tokens.user, 'content-type': 'application/json' },
					body: JSON.stringify({ agent_bot: null }),
				});
				await publish(api, place);
			},
			production,
		);
		await after(place, 'listens, and n8n ends', listen, behind);
	};
	/** n8n 2 tells its triggers nothing when it starts; 1.123 registers them again. */
	const again = async (api: Editor, place: Place) => {
		await api.deactivate(nameOf(place));
		assert.doesNotMatch(await modeAt(place), /production/);
		await api.activate(nameOf(place));
	};
	const back = async (api: Editor, place: Place) => {
		const name = nameOf(place);
		await after(place, 'moved back, published again', () => publish(api, place), production);
		await after(place, 'deactivated at the end', () => api.deactivate(name), 'none');
		await report(`${place.source}, another’s address: refused, and left`, async () => {
			await set({ sandbox }, place, FOREIGN);
			const [test] = await Promise.allSettled([api.listen(name, 'Trigger')]);
			assert.match(
				String((test as PromiseRejectedResult).reason),
				/already has another URL, https:/,
			);
			const { logFile } = await n8n.server();
			const log = () => readFileSync(logFile, 'utf8');
			const refusals = () => log().split(/registered.*already has another URL/).length;
			// The test was one, too.
			const before = refusals();
			await api.activate(name).catch(() => undefined);
			assert.ok(refusals() > before, 'the log tells why');
			await api.deactivate(name);
			assert.equal(await urlOf({ sandbox }, place), FOREIGN);
			assert.ok(!log().includes('theirs'));
			await set({ sandbox }, place, null);
		});
	};
	return {
		first: async (api) => {
			for (const place of places) await first(api, place);
		},
		restarted: async (api) => {
			const title = 'n8n started again, published again';
			for (const place of places) await after(place, title, () => again(api, place), production);
		},
		moved: async (api, moved) => {
			const there = `production at ${moved}`;
			for (const place of places)
				await after(place, 'moved, published again', () => publish(api, place), there);
		},
		back: async (api) => {
			for (const place of places) await back(api, place);
			await report('agent_bot, at the end: no inbox is connected', async () => {
				const path = '/api/v1/accounts/1/inboxes/2/agent_bot';
				assert.deepEqual(await atSandbox(sandbox).ask('GET', path), {});
			});
		},
	};
}

/** Every recorded delivery to bots and inboxes, those of 4.16 signed; forged and repeated ones. */
export async function checkOneAddressDeliveries(
	setting: Setting,
	forgesAll: boolean,
): Promise<void> {
	const { api, collected } = setting;
	for (const place of places) {
		const { source } = place;
		for (const release of ['4.10', '4.16'] as const) {
			const recorded = deliveries(release).filter(({ receiver }) => receiver === source);
			const key = release === '4.16' ? ONE_KEY : undefined;
			const name = `${source}-${key ? 'newer' : 'gated'}`;
			const url = await activated(setting, place, name, key);
			const send = async (body: IDataObject, more: IDataObject, at = url) => {
				const text = written(body);
				return await post(at, text, { ...more, ...(key ? signed(key, text) : {}) });
			};
			const idOf = ({ headers }: (typeof recorded)[number]): IDataObject =>
				headers['x-chatwoot-delivery']
					? { 'x-chatwoot-delivery': headers['x-chatwoot-delivery'] }
					: {};
			await step(`Replay every recorded delivery of ${release} to ${source}, twice`, async () => {
				for (const copy of [...recorded, ...recorded])
					assert.equal(await send(copy.body, idOf(copy)), 200);
				await api.ended();
			});
			await judge(release, itemsOf(collected, name), [source]);
			const before = await api.executions(name);
			const answers = new Set<number>();
			for (const { body } of toForge(recorded, forgesAll)) {
				const copy = { ...body, id: Number(body.id) + 1_000_000 };
				answers.add(await send(copy, {}, url.replace(/secret=\w+/, 'secret=x')));
				answers.add(await send(copy, {}, url.replace(/&secret=\w+/, '')));
				if (key) answers.add(await post(url, written(copy), signed('forged', written(copy))));
			}
			await report(`${release}, ${source}: forged ones get 401, and none starts`, async () => {
				assert.deepEqual([...answers], [401]);
				assert.deepEqual(await api.executions(name), before);
			});
			await deactivated(setting, place, name);
		}
		await report(`${source}, by hand: without a credential`, async () => {
			const name = `${source}-hand`;
			await api.activate(name);
			const url = await addressOf(api, setting.address, name);
			const all = deliveries('4.10').filter(({ receiver }) => receiver === source);
			await until('it listens', async () => (await post(url, all[0].body)) === 200);
			for (const { body } of all) assert.equal(await post(url, body), 200);
			await api.ended();
			const items = itemsOf(collected, name);
			assert.ok(items.length > 0);
			assert.ok(items.every(({ account_id, url: shown }) => account_id === 1 && shown === null));
			assert.equal(await urlOf(setting, place), null);
			await api.deactivate(name);
			return `${items.length} of ${all.length} start`;
		});
	}
}

/** A bot that answers with its own token, until a person does. */
export async function checkTurns(setting: Setting, turns: number): Promise<void> {
	const { api, sandbox } = setting;
	const [place] = places;
	await activated(setting, place, 'turns');
	const at = atSandbox(sandbox);
	const conversation = await at.opens(1);
	const settled = async () => await atRest(api, sandbox);
	const counts = await step(`Talk to a bot of the service for ${turns} turns`, async () => {
		const counted = await talk(at, conversation, turns);
		await settled();
		return counted;
	});
	const ended = await api.executions('turns');
	await report(`${turns} turns, ${counts.length} answers, ${ended.success} executions`, () => {
		assert.deepEqual(counts, Array(turns).fill(1));
		assert.deepEqual(ended, { success: turns, error: 0 });
	});
	await report('a WhatsApp bridge brings the bot’s words back: the bot goes on', async () => {
		const echoed = await at.opens(2);
		const executions = async () => (await api.executions('turns')).success;
		const before = await executions();
		const source_id = (number: number) => ({ source_id: `WAID:3EB0${number}` });
		await at.says(echoed, 'Hello');
		const saysOf = async () => (await at.messages(echoed)).map(({ content }) => content);
		await until('the answer', async () => (await saysOf()).includes('You wrote: Hello'));
		await at.write(echoed, { content: 'You wrote: Hello', ...source_id(1) });
		await settled();
		await at.says(echoed, 'And?');
		await until('the next answer', async () => (await saysOf()).includes('You wrote: And?'));
		await at.write(echoed, { content: 'Ada here, on my phone', ...source_id(2) });
		await settled();
		await at.says(echoed, 'Thanks');
		await settled();
		assert.equal(await executions(), before + 2);
		ended.success += 2;
	});
	await report('a person answers in between: no further answer of the bot', async () => {
		await at.write(conversation, { content: 'Ada here' });
		await settled();
		for (const text of ['Thanks', 'And?', 'Hello?']) await at.says(conversation, text);
		await settled();
		assert.equal((await at.answers(conversation)).at(-1), 'Ada here');
		assert.deepEqual(await api.executions('turns'), ended);
	});
	await report('resolved, and the customer writes again: the bot answers', async () => {
		await at.resolve(conversation);
		await settled();
		await at.says(conversation, 'New question');
		await until(
			'an answer',
			async () => (await at.answers(conversation)).at(-1) === 'You wrote: New question',
		);
	});
	await report('handed over: no further answer', async () => {
		await settled();
		const before = await api.executions('turns');
		await at.ask('POST', `/api/v1/accounts/1/conversations/${conversation}/toggle_status`, {
			status: 'open',
		});
		await settled();
		await at.says(conversation, 'Anybody there?');
		await settled();
		assert.equal((await at.answers(conversation)).at(-1), 'You wrote: New question');
		assert.deepEqual(await api.executions('turns'), before);
	});
	await deactivated(setting, place, 'turns');
}
