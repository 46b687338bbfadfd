import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { IDataObject, INode } from 'n8n-workflow';
import { readRun } from '../host/n8n';
import { step, stopAll } from '../host/steps';
import { startSandbox } from '../sandbox/server';
import { realN8n } from './support/n8n';

const PICTURE =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const PACKAGE = 'n8n-nodes-customer-conversation';
const api = { customerConversationApi: { id: 'user', name: 'user' } };

interface Proof {
	name: string;
	type: string;
	typeVersion?: number;
	parameters: IDataObject;
	credentials?: INode['credentials'];
	onError?: INode['onError'];
	/** Node that feeds it; the trigger where none is named. */
	after?: string;
	/** Holds on the items of the first output, and of the second. */
	check?: (items: IDataObject[], second: IDataObject[]) => void;
}

const operation = (
	resource: string,
	name: string,
	parameters: IDataObject,
): Pick<Proof, 'type' | 'parameters' | 'credentials'> => ({
	type: `${PACKAGE}.customerConversation`,
	parameters: { resource, operation: name, ...parameters },
	credentials: api,
});

const httpRequest = (url: string): Pick<Proof, 'type' | 'typeVersion' | 'parameters'> => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'customerConversationApi',
		options: {},
	},
});

/** What only the real host can show. */
const proofs = (sandbox: string, foreign: string): Proof[] => [
	{
		name: "n8n's HTTP Request node works with the credential",
		...httpRequest(`${sandbox}/api/v1/profile`),
		credentials: api,
		check: ([profile]) => assert.equal(profile.email, 'ada@acme.example'),
	},
	{
		name: 'The HTTP Request node sends the token nowhere else',
		...httpRequest(`${foreign}/api/v1/profile`),
		credentials: api,
		onError: 'continueErrorOutput',
		check: (_, [refused]) => assert.match(JSON.stringify(refused), /This credential is for/),
	},
	{
		name: 'A list is read to its end',
		...operation('contact', 'search', { q: 'e', sort: 'name', returnAll: true }),
		check: (contacts) => {
			assert.ok(contacts.length > 15);
			assert.equal(new Set(contacts.map(({ id }) => id)).size, contacts.length);
		},
	},
	{
		name: 'A refusal goes to the error output with all it says',
		...operation('inbox', 'get', { inbox_id: 99999 }),
		onError: 'continueErrorOutput',
		check: (regular, [{ error }]) => {
			assert.equal(regular.length, 0);
			assert.deepEqual(error, {
				message: 'Resource could not be found',
				description: 'Inbox → Get, item 0, HTTP 404.',
				status: 404,
				operation: 'Inbox → Get',
				fields: [],
			});
		},
	},
	{
		name: 'Bad input goes to the regular output when told so',
		...operation('inbox', 'get', { inbox_id: 'seven' }),
		onError: 'continueRegularOutput',
		check: ([{ error }]) =>
			assert.equal((error as IDataObject).message, 'Inbox must be a numeric ID, not "seven"'),
	},
	{
		name: 'JSON null does not stop the workflow',
		...operation('conversation', 'assign', { conversation_id: 3, assign_to: 'no_agent' }),
		check: (items) => assert.deepEqual(items, [{ success: true }]),
	},
	{
		name: 'Picture',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			assignments: {
				assignments: [{ id: 'picture', name: 'picture', value: PICTURE, type: 'string' }],
			},
		},
	},
	{
		name: 'File',
		type: 'n8n-nodes-base.convertToFile',
		typeVersion: 1.1,
		parameters: {
			operation: 'toBinary',
			sourceProperty: 'picture',
			options: { fileName: 'a.png', mimeType: 'image/png' },
		},
		after: 'Picture',
	},
	{
		name: 'A file goes out as a form',
		...operation('contact', 'create', {
			additional_fields: { name: 'Pia Picture', email: 'pia@picture.example', avatar: 'data' },
		}),
		after: 'File',
		check: ([contact]) => assert.equal(contact.email, 'pia@picture.example'),
	},
	{
		name: 'The platform node takes the token of a platform app',
		type: `${PACKAGE}.customerConversationPlatform`,
		parameters: { resource: 'account', operation: 'get', account_id: 1 },
		credentials: { customerConversationApi: { id: 'platform', name: 'platform' } },
		check: ([account]) => assert.equal(account.name, 'Acme Support'),
	},
	{
		name: 'The client node needs no token',
		type: `${PACKAGE}.customerConversationClient`,
		parameters: {
			resource: 'conversation',
			operation: 'get',
			inbox_identifier: 'acme-mobile-app',
			contact_identifier: 'app-user-1',
			conversation_id: 240,
		},
		credentials: { customerConversationClientApi: { id: 'client', name: 'client' } },
		check: ([conversation]) => assert.equal(conversation.id, 240),
	},
];

function workflowOf(all: Proof[]) {
	const connections: IDataObject = {};
	for (const { name, after = 'Start' } of all) {
		const { main } = (connections[after] ??= { main: [[]] }) as { main: IDataObject[][] };
		main[0].push({ node: name, type: 'main', index: 0 });
	}
	const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	return {
		id: 'hostTest',
		name: 'Host test',
		active: false,
		connections,
		nodes: [start, ...all].map((node, index) => ({
			typeVersion: 1,
			...node,
			id: String(index),
			position: [240 * index, 0],
		})),
	};
}

/** `--n8n=<folder>/bin/n8n` runs the checks in another n8n than the one of `npm start`. */
async function main(): Promise<void> {
	const { values } = parseArgs({ options: { n8n: { type: 'string' } } });
	const n8n = await realN8n(values.n8n);
	const sandbox = await startSandbox();
	const foreign = await startSandbox();
	const credential = (id: string, type: string, data: IDataObject) => ({
		id,
		name: id,
		type,
		data: { base_url: sandbox.url, account_id: '1', ...data },
	});
	const all = proofs(sandbox.url, foreign.url);
	try {
		await step('Import credentials and workflow', async () => {
			await n8n.import('credentials', [
				credential('user', 'customerConversationApi', { api_access_token: sandbox.tokens.user }),
				credential('platform', 'customerConversationApi', {
					api_access_token: sandbox.tokens.platform,
				}),
				credential('client', 'customerConversationClientApi', {}),
			]);
			await n8n.import('workflow', workflowOf(all));
		});
		const { data } = await step(`Run it in n8n ${n8n.version}`, async () =>
			readRun(await n8n.cli('execute', '--id=hostTest')),
		);
		for (const { name, check } of all) {
			if (!check) continue;
			const task = data.resultData.runData[name]?.[0];
			const itemsOf = (output: number) => task?.data?.main[output]?.map(({ json }) => json) ?? [];
			report(name, () => {
				assert.ok(task && !task.error, task?.error?.message ?? 'it did not run');
				check(itemsOf(0), itemsOf(1));
			});
		}
		if (values.n8n) return;
		await n8n.import('workflow', toolServer);
		await n8n.cli('publish:workflow', `--id=${toolServer.id}`);
		const address = await step('Start it as a server of tools', n8n.start);
		await checkTools(`${address}/mcp/${toolServer.id}`);
	} finally {
		await stopAll();
		await sandbox.close();
		await foreign.close();
	}
}

const tool = (name: string, { parameters, credentials, type }: ReturnType<typeof operation>) => ({
	id: name,
	name,
	type: `${type}Tool`,
	typeVersion: 1,
	position: [0, 0],
	parameters: { descriptionType: 'manual', toolDescription: name, ...parameters },
	credentials,
});

/** n8n's MCP Server Trigger with operations as its tools: what an AI agent would call. */
const toolServer = {
	id: 'toolServer',
	name: 'Tool server',
	active: false,
	nodes: [
		{
			id: 'server',
			name: 'Server',
			type: '@n8n/n8n-nodes-langchain.mcpTrigger',
			typeVersion: 2,
			position: [0, 0],
			webhookId: 'toolServer',
			parameters: { path: 'toolServer' },
		},
		tool('inbox', operation('inbox', 'get', { inbox_id: "={{ $fromAI('inbox_id') }}" })),
		tool(
			'search',
			operation('contact', 'search', { q: "={{ $fromAI('q') }}", sort: 'name', limit: 3 }),
		),
	],
	connections: Object.fromEntries(
		['inbox', 'search'].map((name) => [
			name,
			{ ai_tool: [[{ node: 'Server', type: 'ai_tool', index: 0 }]] },
		]),
	),
};

interface ToolReply {
	isError?: boolean;
	content: Array<{ text: string }>;
}

async function checkTools(url: string): Promise<void> {
	let session = '';
	const ask = async (method: string, params: IDataObject, id?: number) => {
		const reply = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session ? { 'mcp-session-id': session } : {}),
			},
			body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
			signal: AbortSignal.timeout(30_000),
		});
		session = reply.headers.get('mcp-session-id') ?? session;
		const line = /^data: (.*)$/m.exec(await reply.text())?.[1];
		return line ? (JSON.parse(line) as { result: ToolReply }).result : undefined;
	};
	const call = async (name: string, args: IDataObject): Promise<ToolReply> => {
		const reply = await ask('tools/call', { name, arguments: args }, 2);
		return reply ?? { content: [{ text: 'no reply' }] };
	};
	const clientInfo = { name: 'test', version: '1' };
	const greeting = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
	// n8n answers before its workflows are active.
	for (let tries = 0; tries < 40 && !(await ask('initialize', greeting, 1)); tries++)
		await sleep(500);
	await ask('notifications/initialized', {});
	const found = await call('search', { q: 'Amara' });
	report('As a tool a list gives its records', () => {
		assert.equal((JSON.parse(found.content[0].text) as IDataObject[]).length, 3);
	});
	const refused = await call('inbox', { inbox_id: '99999' });
	report("As a tool a refusal is an error with the server's words", () => {
		assert.equal(refused.isError, true);
		assert.match(refused.content[0].text, /Resource could not be found.*HTTP 404/s);
	});
	const bad = await call('inbox', { inbox_id: 'seven' });
	report('As a tool bad input is an error that says what is right', () => {
		assert.equal(bad.isError, true);
		assert.match(bad.content[0].text, /Inbox must be a numeric ID, not "seven"/);
	});
}

let failed = 0;

/** One line a check. */
function report(name: string, check: () => void): void {
	try {
		check();
		process.stdout.write(`  ✓ ${name}\n`);
	} catch (error) {
		failed++;
		process.stdout.write(`  ✕ ${name}: ${(error as Error).message}\n`);
	}
}

main().then(
	() => process.exit(failed ? 1 : 0),
	(error: Error) => {
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	},
);
