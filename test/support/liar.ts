import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { anyPort } from '../../host/checks';
import { doorOf } from '../../live/door';
import { provePolling } from '../../live/polling';
import { prove, type Finding, type Setting } from '../../live/prove';
import { readServer } from '../../live/server';
import type { Source } from '../../live/sources';
import { proveTrigger, type TriggerSetting } from '../../live/trigger';
import { startSandbox } from '../../sandbox/server';
import type { Scenario } from '../../truth/scenarios';
import { json, JSON_TYPE } from './run';
import { scenarios } from './scenarios';
import { forward, listen, type Answer, type Received } from './server';

/** What a lying server makes of a reply; `undefined`: it is honest here. */
export interface Lie {
	/** Before the request is passed on: another body, or an answer in its place. */
	instead?: (
		request: Received,
	) => { body?: string; answer?: IDataObject; status?: number } | undefined;
	after?: (request: Received, reply: IDataObject) => void;
	/** What becomes of a delivery on its way. */
	delivered?: (body: string) => Array<{ body: string; headers?: Record<string, string> }>;
}

export const MARK = 'live-4821035';

export const REFUSED = {
	answer: { error: 'You are not authorized to do this action' },
	status: 401,
};

/** Everything in a reply that has these keys. */
export function changeHolders(
	value: unknown,
	key: string,
	change: (holder: IDataObject) => void,
): void {
	if (typeof value !== 'object' || value === null) return;
	if (key in value) change(value as IDataObject);
	for (const inner of Object.values(value)) changeHolders(inner, key, change);
}

/** What the sandbox does not: a CSV file becomes contacts. */
async function imported(url: string, request: Received): Promise<Answer> {
	const { headers, body } = request;
	const type = String(headers['content-type']);
	const form = await new Response(body, { headers: { 'content-type': type } }).formData();
	const [head, ...lines] = (await (form.get('import_file') as File).text()).trim().split('\n');
	const keys = head.split(',');
	for (const line of lines) {
		const contact = Object.fromEntries(line.split(',').map((cell, index) => [keys[index], cell]));
		const create = { ...request, path: request.path.replace('/import', '') };
		const jsonRequest = { ...create, headers: { ...headers, 'content-type': 'application/json' } };
		await forward(url, jsonRequest, JSON.stringify(contact));
	}
	return { status: 200 };
}

/** A server before the sandbox that lies. */
const startLiar = async (url: string, { instead, after }: Lie) =>
	await listen(async (request) => {
		const override = instead?.(request);
		if (override?.answer) return json(override.answer, override.status);
		if (request.path.endsWith('/contacts/import')) return await imported(url, request);
		const { status, headers, body } = await forward(url, request, override?.body);
		const shown = /^[[{]/.test(body) ? (JSON.parse(body) as IDataObject) : undefined;
		if (shown) after?.(request, shown);
		const { 'content-type': type, 'x-replayed': replayed } = headers;
		return {
			status,
			headers: { 'content-type': type, ...(replayed ? { 'x-replayed': replayed } : {}) },
			body: shown ? JSON.stringify(shown) : body,
		};
	});

/** The way of deliveries from the server to this port. */
const startWay = async (port: number, delivered: NonNullable<Lie['delivered']>) =>
	await listen(async ({ path, query, body }) => {
		const url = `http://127.0.0.1:${port}${path}?${new URLSearchParams(query).toString()}`;
		for (const { body: deliveryBody, headers } of delivered(body.toString()))
			await fetch(url, {
				method: 'POST',
				headers: { ...JSON_TYPE, ...headers },
				body: deliveryBody,
			});
		return { status: 200 };
	});

export type Proof = (setting: TriggerSetting) => Promise<Finding[]>;

export const ofSource =
	(source: Source): Proof =>
	async (setting) =>
		await proveTrigger({ ...setting, source });

/** @param operation in scenarios that run it alone */
export const ofOperations =
	(operation?: string, seen?: Setting['seen']): Proof =>
	async (setting) => {
		const hasOperation = ({ steps }: Scenario) =>
			steps.some(({ run }) => run === (operation ?? run));
		return await prove(scenarios().filter(hasOperation), { ...setting, seen });
	};

/** An import of three pages: tests have no time for more, and let silences pass on the sandbox's clock. */
export const ofPolling: Proof = async (setting) => {
	const { now } = Date;
	let passed = 0;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + passed);
	try {
		return await provePolling(setting, 40, async (milliseconds) => (passed += milliseconds));
	} finally {
		clock.mockRestore();
	}
};

/** What is found on a fresh sandbox behind a server that may lie. */
export async function found(proof: Proof, lie: Lie = {}): Promise<Finding[]> {
	const sandbox = await startSandbox();
	const liar = await startLiar(sandbox.url, lie);
	const port = await anyPort();
	const way = lie.delivered && (await startWay(port, lie.delivered));
	try {
		const { user: token, platform: platformToken } = sandbox.tokens;
		const access = { root: liar.url, token, account: '1', platformToken };
		const say = () => undefined;
		const source = 'account_webhook' as const;
		const setting = { access, source, whyNot: () => undefined, mark: MARK, patience: 0, say };
		const server = await readServer(access);
		const door = await doorOf(way?.url ?? '', way ? String(port) : '', server);
		return await proof({ ...setting, everything: true, door, release: server.release });
	} finally {
		await way?.close();
		await liar.close();
		await sandbox.close();
	}
}

export const wrongIn = (findings: Finding[]) =>
	findings.filter(({ verdict }) => verdict === 'wrong').map(({ operation }) => operation);

export const wrapped = (path: RegExp, method: string) => (request: Received) =>
	request.method === method && path.test(request.path);

const KEY = 'key-of-the-webhook';

/** Of 4.13 and later: the service tells a secret for each webhook, bot and API inbox. */
export const asSigning: Lie['after'] = ({ path }, reply) => {
	if (path === '/api') reply.version = '4.16.2';
	if (path.includes('/webhooks'))
		changeHolders(reply, 'subscriptions', (hook) => (hook.secret = KEY));
	for (const key of ['outgoing_url', 'webhook_url'])
		changeHolders(reply, key, (holder) => (holder.secret = KEY));
};

/** As the service signs. */
export function signed(body: string, key = KEY) {
	const time = String(Math.floor(Date.now() / 1000));
	const digest = createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
	return {
		body,
		headers: { 'x-chatwoot-timestamp': time, 'x-chatwoot-signature': `sha256=${digest}` },
	};
}
