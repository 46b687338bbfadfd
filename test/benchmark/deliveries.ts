import assert from 'node:assert/strict';
import { lines } from '../../host/install';
import { step } from '../../host/steps';
import { delivery } from '../../truth/recordings';
import { addressOf, nothing, post, startedByHand, startedWith } from '../support/atTrigger';
import { editor, until } from '../support/editor';
import { realN8n, WITHOUT_EDITOR, WITHOUT_RUNNER } from '../support/realN8n';

/** Settings of n8n's expression engine. */
const ENGINES: Record<'default' | 'lazy', NodeJS.ProcessEnv> = {
	default: {},
	lazy: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
};

export type Engine = keyof typeof ENGINES;

/** Milliseconds that all deliveries take, in each round. */
export interface Deliveries {
	webhook: number[];
	trigger: number[];
}

const [DELIVERIES, AT_ONCE, ROUNDS] = [200, 20, 3];

/** Deliveries to the trigger, and the same calls to n8n's Webhook node, in turn in the same n8n. */
export async function deliveries(): Promise<Record<Engine, Deliveries>> {
	const n8n = await realN8n(lines[0], { ...WITHOUT_EDITOR, ...WITHOUT_RUNNER });
	const webhook = {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		parameters: { httpMethod: 'POST', path: 'benchmark', options: {} },
	};
	await n8n.fill(
		[],
		[startedWith('webhook', webhook, [nothing]), startedByHand('trigger', 'api_inbox', [nothing])],
	);
	const api = await editor(n8n.address);
	for (const id of ['webhook', 'trigger']) await api.activate(id);
	const urls = {
		webhook: `${n8n.address}/webhook/benchmark`,
		trigger: await addressOf(api, n8n.address, 'trigger'),
	};
	const { body } = delivery('message_created--outgoing-api-inbox');
	let last = 0;
	const send = async (url: string) => await post(url, { ...body, id: ++last });
	/** Milliseconds until all are answered and their executions have ended. */
	const measure = async (id: keyof typeof urls) => {
		const from = Date.now();
		let left = DELIVERIES;
		const work = async () => {
			while (left-- > 0) assert.equal(await send(urls[id]), 200);
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		await api.ended(id);
		return Date.now() - from;
	};
	const results = {} as Record<Engine, Deliveries>;
	for (const engine of Object.keys(ENGINES) as Engine[]) {
		await (await n8n.server()).stop();
		await n8n.start(ENGINES[engine]);
		for (const url of Object.values(urls))
			await until('n8n listens', async () => (await send(url)) === 200);
		const result: Deliveries = (results[engine] = { webhook: [], trigger: [] });
		await step(`${DELIVERIES} deliveries, expression engine: ${engine}`, async () => {
			for (let round = 0; round < ROUNDS; round++)
				for (const id of ['webhook', 'trigger'] as const) result[id].push(await measure(id));
		});
	}
	await (await n8n.server()).stop();
	return results;
}
