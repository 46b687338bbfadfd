import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/server';
import { callsOf, plays, type Call } from '../../truth/cases';
import { entryOf } from '../../truth/coverage';
import { operations } from '../../truth/surfaces';
import { runAt } from '../support/run';

const account = '/api/v1/accounts/1';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(async () => await sandbox.close());

/**
 * Sends a JSON body by the user, unless it is said by whom; '' sends no token.
 * @returns the status of the reply, which is read to its end: its connection would stay open otherwise
 */
async function send(method: string, path: string, body: unknown, token = sandbox.tokens.user) {
	const reply = await fetch(sandbox.url + path, {
		method,
		headers: { ...(token && { api_access_token: token }), 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	await reply.arrayBuffer();
	return reply.status;
}

describe('nothing in nodes, docs and templates is refused as not kept', () => {
	const resources = [...new Set(operations().map(([id]) => id.split('.', 2).join('.')))];
	const idKey = /(^|_)(ids?|mergee_contact_id)$/;

	/** What is sent by itself goes nowhere: fetch refuses this port. */
	const toNobody = (text: string) => text.replace(/https?:\/\/[\w.-]+/g, 'http://127.0.0.1:9');

	/** A body with ids that the sandbox has, and with addresses of nobody. */
	const harmless = (value: unknown, key = ''): unknown => {
		if (Array.isArray(value)) return value.map((one) => harmless(one, key));
		if (typeof value === 'object' && value !== null)
			return Object.fromEntries(
				Object.entries(value).map(([name, one]) => [name, harmless(one, name)]),
			);
		if (idKey.test(key) && /^\d+$/.test(String(value))) return 1;
		return typeof value === 'string' ? toNobody(value) : value;
	};

	/** An address with ids that the sandbox has. */
	const ownPath = (path: string) =>
		path
			.replace(/(?<=\/)\d+(?=\/|$)/g, path.startsWith('/public') ? '240' : '1')
			.replace(/(inboxes)\/[^/]+(\/contacts)\/[^/]+/, '$1/acme-mobile-app$2/app-user-1')
			.replace(/(csat_survey)\/.*/, '$1/00000000-0000-4000-8000-000000000240');

	/** What no server was recorded with that has it. */
	const without = ['account.meeting'];

	/** No server was recorded with a provider that these need, and nothing of it is kept here. */
	const notKept = [
		...['account.contact.startVoiceCall', 'account.inbox.createCsatTemplate'],
		...['account.inbox.getHealth', 'account.inbox.getMessageTemplates'],
		'account.inbox.registerWebhook',
	];

	/** No server was recorded that has it. */
	const documented = operations()
		.filter(([id, definition]) => entryOf(id, definition)?.recorded === false)
		.map(([id]) => id);

	const play = async ({ request }: Call) => {
		const { method, path, query = {}, body, form } = request;
		const entries = Array.isArray(query) ? query : Object.entries(query);
		const pairs = entries.flatMap(([name, value]) =>
			[value].flat().map((one): [string, string] => [name, String(one)]),
		);
		const address = `${ownPath(path)}?${new URLSearchParams(pairs).toString()}`;
		const { user, platform } = sandbox.tokens;
		const token = path.startsWith('/platform') ? platform : path.startsWith('/public') ? '' : user;
		const sent = method === 'GET' ? undefined : harmless(body ?? form ?? {});
		const status = await send(method, address, sent, token);
		return { address: `${method} ${address}`, status };
	};

	it.each(resources.filter((one) => !without.includes(one)))(
		'%s',
		async (resource) => {
			const stderr = jest.spyOn(console, 'error').mockImplementation();
			await send('POST', `${account}/webhooks`, { url: toNobody('http://hooks.example') });
			await send('POST', `${account}/conversations/240/toggle_status`, { status: 'resolved' });
			const calls = plays
				.filter(({ operation, error }) => operation.startsWith(`${resource}.`) && !error)
				.filter(({ operation }) => ![...notKept, ...documented].includes(operation))
				.flatMap(callsOf)
				// The document's own address of this one has no portal.
				.filter(
					({ response, request }) =>
						response.status < 400 && !/PATCH .*portals$/.test(`${request.method} ${request.path}`),
				);
			expect(calls.length).toBeGreaterThan(0);
			// What is gone cannot be asked for.
			const isLast = ({ request }: Call) =>
				Number(/DELETE|PUT/.test(request.method) || /merge/.test(request.path));
			const replies = [];
			for (const call of calls.sort((a, b) => isLast(a) - isLast(b)))
				replies.push(await play(call));
			expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
			stderr.mockRestore();
		},
		60_000,
	);

	const root = join(__dirname, '../..');
	const templates = readdirSync(join(root, 'templates')).flatMap((file) => {
		const { nodes } = JSON.parse(readFileSync(join(root, 'templates', file), 'utf8')) as {
			nodes: INode[];
		};
		const ready = nodes.filter(
			({ type, parameters }) =>
				type.endsWith('.customerConversation') && !/"=/.test(JSON.stringify(parameters)),
		);
		return ready.map(({ name, parameters }): [string, string, IDataObject] => [
			file,
			name,
			parameters as IDataObject,
		]);
	});
	it.each(templates)('%s, %s', async (_file, _name, { resource, operation, ...parameters }) => {
		const { items, error } = await runAt(
			sandbox.url,
			`${String(resource)}.${String(operation)}`,
			parameters,
			{ credentials: { api_access_token: sandbox.tokens.user, account_id: '1' } },
		);
		if (error) throw error;
		expect(items.length).toBeGreaterThan(0);
	});

	const examples = [
		...readFileSync(join(root, 'docs/filters.md'), 'utf8').matchAll(/```json\n(.*?)```/gs),
	];
	it.each(examples.map(([, text]) => [text]))('%s', async (text) => {
		const body = { payload: JSON.parse(text) as unknown };
		expect(await send('POST', `${account}/conversations/filter`, body)).toBe(200);
	});
});
