import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { readDelivery } from '../../nodes/shared/events/delivery';
import { isObject } from '../../nodes/shared/values';
import type { startSandbox } from '../../sandbox/server';
import {
	deliveries,
	deliveryCases,
	type RecordedDelivery,
	type Release,
} from '../../truth/recordings';
import type { atSandbox } from './atSandbox';
import { report } from './checklist';
import { until, type editor } from './editor';
import { listen } from './server';
import { packageNode, workflow, type Step } from './workflow';

export type Editor = Awaited<ReturnType<typeof editor>>;
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export const ACCOUNT = '/api/v1/accounts/1';

/** A recorded delivery, the events that it is, and what stands in its item. */
export interface Case {
	delivery: string;
	events: string[];
	item?: IDataObject;
}

/** A workflow that a trigger starts. */
export const startedWith = (id: string, trigger: Omit<Step, 'name'>, steps: Step[]) => {
	// An address of its own.
	const first: Step = { ...trigger, name: 'Trigger', webhookId: randomUUID() };
	const made = workflow(id, [first, ...steps]);
	const nodes = (made.nodes as IDataObject[]).filter(({ name }) => name !== 'Start');
	const { Start: _, ...connections } = made.connections as IDataObject;
	return { ...made, nodes, connections };
};

/** A workflow that a trigger of the package starts. @param type of the trigger */
export const startedBy = (
	type: string,
	id: string,
	parameters: IDataObject,
	steps: Step[],
	credential?: string,
) => {
	const credentials = credential
		? { customerConversationApi: { id: credential, name: credential } }
		: undefined;
	return startedWith(id, packageNode(type, parameters, credentials), steps);
};

/** A workflow that the trigger starts. */
export const started = (id: string, parameters: IDataObject, steps: Step[], credential = 'gated') =>
	startedBy('customerConversationTrigger', id, parameters, steps, credential);

/** The same without a credential: the URL of the trigger is entered by hand. */
export const startedByHand = (id: string, source: string, steps: Step[]) =>
	startedBy('customerConversationTrigger', id, { source, connection: 'by_hand' }, steps);

/** Where n8n listens for a workflow whose URL is entered by hand. */
export async function addressOf(api: Editor, address: string, id: string): Promise<string> {
	const [{ webhookId }] = (await api.read(id)).nodes.filter((node) => node.webhookId);
	return `${address}/webhook/${webhookId}/webhook`;
}

export const nothing: Step = {
	name: 'Nothing',
	type: 'n8n-nodes-base.noOp',
	parameters: {},
	after: 'Trigger',
};

/** Sends each item to the collector. */
export const collect = (url: string): Step => ({
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

/** Where `collect` sends items. @returns its URL, and what came, each with the last part of the path */
export async function collecting() {
	const collected: IDataObject[] = [];
	const { url, close } = await listen(({ path, body }) => {
		collected.push({ workflow: path.slice(1), item: JSON.parse(body.toString()) as IDataObject });
		return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
	});
	return { collected, url, close };
}

/** A recorded body as one of the sandbox's account: a trigger refuses what is of another. */
const ofSandbox = <T>(body: T): T =>
	JSON.parse(JSON.stringify(body), (key, value: unknown) => {
		if (key === 'account_id') return 1;
		return key === 'account' && isObject(value) ? { ...value, id: 1 } : value;
	}) as T;

export const post = async (url: string, body: unknown, more = {}): Promise<number> =>
	(
		await fetch(url, {
			method: 'POST',
			headers: { accept: 'application/json', 'content-type': 'application/json', ...more },
			body: typeof body === 'string' ? body : JSON.stringify(ofSandbox(body)),
		})
	).status;

/** A body as the service writes it: what HTML knows is escaped. */
export const written = (body: unknown) =>
	JSON.stringify(ofSandbox(body)).replace(
		/[<>&\u2028\u2029]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

/** What a newer release sends along. @param time Unix time in seconds */
export const signed = (key: string, text: string, time = Math.floor(Date.now() / 1000)) => ({
	'x-chatwoot-timestamp': `${time}`,
	'x-chatwoot-signature': `sha256=${createHmac('sha256', key).update(`${time}.${text}`).digest('hex')}`,
});

/**
 * The way to a service, which can be closed: then it is down for who comes by it.
 * @param change of what the service answers at a path
 */
export async function gate(target: string, change?: (path: string, text: string) => string) {
	let open = true;
	const server = createServer((from, to) => {
		if (!open) return void from.destroy();
		const { method, headers } = from;
		const onward = request(target + from.url, { method, headers }, (reply) => {
			const { 'content-length': _, ...otherHeaders } = reply.headers;
			to.writeHead(reply.statusCode ?? 500, change ? otherHeaders : reply.headers);
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

/** What is compared otherwise, or says where it was received: it was recorded elsewhere. */
export const here = ({ events: order, account_id, url }: IDataObject): IDataObject => ({
	events: order,
	account_id,
	url,
});

/** Recorded deliveries to forge: all, or the first of each event. */
export const toForge = (recorded: RecordedDelivery[], forgesAll: boolean): RecordedDelivery[] =>
	forgesAll
		? recorded
		: [...new Map(recorded.toReversed().map((one) => [one.event, one])).values()];

/** Whether a value holds all that is expected of it; it may hold more. */
export function contains(actual: unknown, expected: unknown): boolean {
	if (!isObject(expected) || !isObject(actual)) return isDeepStrictEqual(actual, expected);
	return Object.entries(expected).every(([key, value]) => contains(actual[key], value));
}

/** Holds the items that came against what every delivery of a release to these receivers is. */
export async function judge(release: Release, items: IDataObject[], receivers: string[]) {
	const recordedByName = new Map(
		deliveries(release)
			.filter(({ receiver }) => receivers.includes(receiver))
			.map((one) => [one.name, one]),
	);
	const started = deliveryCases<Case>(release).filter(({ delivery }) =>
		recordedByName.has(delivery),
	);
	// Some are known by the id of the delivery alone, which 4.10 does not send.
	const idOf = (name: string) => recordedByName.get(name)?.headers['x-chatwoot-delivery'];
	const keyOf = (name: string) => readDelivery(ofSandbox(recordedByName.get(name)?.body)).key;
	const isRight = ({ delivery: name, events: fitting, item: expected }: Case) => {
		const rightKey = keyOf(name);
		const found = items.filter(({ event_key: key }) =>
			expected?.event_key ? key === rightKey : String(key).endsWith(`:${idOf(name)}`),
		);
		return (
			found.length > 0 &&
			found.every(
				(item) =>
					isDeepStrictEqual([...(item.events as string[])].sort(), fitting) &&
					contains(item, { ...expected, ...here(item), event_key: item.event_key }),
			)
		);
	};
	const wrong = started.filter((one) => !isRight(one)).map(({ delivery }) => delivery);
	await report(
		`${release}, ${receivers.join(' and ')}: ${started.length} replayed, ${started.length - wrong.length} right, ${wrong.length} wrong`,
		() => assert.deepEqual(wrong, []),
	);
	await report(`${release}, ${receivers.join(' and ')}: each event comes once`, () => {
		const keys = items
			.filter(({ event }) => !String(event).startsWith('conversation_typing'))
			.map(({ event_key }) => event_key);
		assert.equal(new Set(keys).size, keys.length);
	});
}

export const itemsOf = (collected: IDataObject[], id: string) =>
	collected.filter(({ workflow: from }) => from === id).map(({ item }) => item as IDataObject);

export interface Webhook {
	id: number;
	url: string;
	subscriptions: string[];
}

/** The webhooks at the service, as an administrator sees them; without those that were there. */
export async function webhooksOf({ url, tokens }: Sandbox): Promise<Webhook[]> {
	const headers = { api_access_token: tokens.user };
	const reply = await fetch(`${url}${ACCOUNT}/webhooks`, { headers });
	const { payload } = (await reply.json()) as { payload: { webhooks: Webhook[] } };
	return payload.webhooks.filter((webhook) => !webhook.url.startsWith('https://hooks.example'));
}

/**
 * Waits until every delivery has been answered and its executions have ended.
 * @param ids of the workflows that may be started; all without
 */
export async function atRest(
	{ ended }: Pick<Editor, 'ended'>,
	{ delivered }: Pick<Sandbox, 'delivered'>,
	...ids: string[]
): Promise<void> {
	let count: number;
	do {
		count = await delivered();
		await ended(...ids);
	} while (count !== (await delivered()));
}

/**
 * Writes to a bot as the customer, and waits for each answer before writing on.
 * @returns for each turn, how many answers came
 */
export async function talk(
	at: ReturnType<typeof atSandbox>,
	conversation: number,
	turns: number,
): Promise<number[]> {
	const counts: number[] = [];
	for (let turn = 1; turn <= turns; turn++) {
		await at.says(conversation, `Turn ${turn}`);
		const right = `You wrote: Turn ${turn}`;
		const count = async () =>
			(await at.answers(conversation)).filter((answer) => answer === right).length;
		await until(right, async () => (await count()) > 0);
		counts.push(await count());
	}
	return counts;
}

/** Whether n8n listens at a URL: its reply to a CORS preflight allows POST. */
export const isListening = async (url: string): Promise<boolean> => {
	const reply = await fetch(url, { method: 'OPTIONS', headers: { origin: 'http://any.example' } });
	return String(reply.headers.get('access-control-allow-methods')).includes('POST');
};

/** The key of a webhook at a service that signs. */
export const keyOf = (id: number) => `key-of-webhook-${id}`;

/** As 4.16 answers where the sandbox, which is of 4.10, answers otherwise. */
export function as416(path: string, text: string): string {
	if (path === '/api') return JSON.stringify({ version: '4.16.2' });
	if (!path.includes('/webhooks') || !text.includes('payload')) return text;
	const { payload } = JSON.parse(text) as { payload: { webhook?: Webhook; webhooks?: Webhook[] } };
	const withKey = (webhook: Webhook) => ({ ...webhook, secret: keyOf(webhook.id) });
	const { webhook, webhooks } = payload;
	return JSON.stringify({
		payload: webhook ? { webhook: withKey(webhook) } : { webhooks: webhooks?.map(withKey) },
	});
}

/** Activates a workflow. @returns what it registered */
export async function activated(
	api: Editor,
	sandbox: Sandbox,
	id: string,
	headersFor: (webhook: Webhook, text: string) => object = () => ({}),
): Promise<Webhook> {
	await api.activate(id);
	const all = await webhooksOf(sandbox);
	const webhook = all.find(({ url }) => new URL(url).searchParams.get('workflow') === id);
	assert.ok(webhook, `${id} is not registered`);
	// It lets nobody in before n8n has stored its secret.
	const nothing = written({ event: 'none' });
	const call = async () => await post(webhook.url, nothing, headersFor(webhook, nothing));
	await until(`${id} listens`, async () => (await call()) === 200);
	return webhook;
}
