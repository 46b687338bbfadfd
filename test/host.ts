import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { IDataObject, INode, IRun } from 'n8n-workflow';
import { freePort } from '../host/checks';
import { n8nProgram, node24, userFolder } from '../host/install';
import { options, readRun } from '../host/n8n';
import { run, runFolder, step } from '../host/steps';
import { startSandbox } from '../sandbox/server';

/** A folder of its own: the demo of `npm start` stays as it is. */
const folder = join(runFolder, 'test');

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
	const program = values.n8n ?? n8nProgram;
	const node = (values.n8n ? undefined : node24()) ?? process.execPath;
	const { version } = JSON.parse(
		readFileSync(join(dirname(program), '..', 'package.json'), 'utf8'),
	) as { version: string };
	const broker = await freePort(5690);
	const sandbox = await startSandbox();
	const foreign = await startSandbox();
	const engine = process.env.N8N_EXPRESSION_ENGINE;
	const settings = options(broker, {
		N8N_USER_FOLDER: folder,
		...(engine ? { N8N_EXPRESSION_ENGINE: engine } : {}),
	});
	const cli = async (log: string, ...args: string[]) =>
		await run(`test-${log}`, [node, program, ...args], settings);
	const write = (name: string, content: unknown): string => {
		const file = join(folder, name);
		writeFileSync(file, JSON.stringify(content));
		return file;
	};

	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	cpSync(join(userFolder, '.n8n', 'nodes'), join(folder, '.n8n', 'nodes'), { recursive: true });
	const credential = (id: string, type: string, data: IDataObject) => ({
		id,
		name: id,
		type,
		data: { base_url: sandbox.url, account_id: '1', ...data },
	});
	const all = proofs(sandbox.url, foreign.url);
	try {
		await step('Import credentials and workflow', async () => {
			await cli(
				'credentials',
				'import:credentials',
				`--input=${write('credentials.json', [
					credential('user', 'customerConversationApi', { api_access_token: sandbox.tokens.user }),
					credential('platform', 'customerConversationApi', {
						api_access_token: sandbox.tokens.platform,
					}),
					credential('client', 'customerConversationClientApi', {}),
				])}`,
			);
			await cli(
				'workflow',
				'import:workflow',
				`--input=${write('workflow.json', workflowOf(all))}`,
			);
		});
		const result = await step(`Run it in n8n ${version}`, async () =>
			readRun(await cli('execute', 'execute', '--id=hostTest')),
		);
		report(all, result);
	} finally {
		await sandbox.close();
		await foreign.close();
	}
}

/** One line a proof. */
function report(all: Proof[], { data }: IRun): void {
	let failed = 0;
	for (const { name, check } of all) {
		if (!check) continue;
		const task = data.resultData.runData[name]?.[0];
		const itemsOf = (output: number) => task?.data?.main[output]?.map(({ json }) => json) ?? [];
		try {
			assert.ok(task && !task.error, task?.error?.message ?? 'it did not run');
			check(itemsOf(0), itemsOf(1));
			process.stdout.write(`  ✓ ${name}\n`);
		} catch (error) {
			failed++;
			process.stdout.write(`  ✕ ${name}: ${(error as Error).message}\n`);
		}
	}
	if (failed) throw new Error(`${failed} of the checks in the real n8n failed`);
}

main().then(
	() => process.exit(0),
	(error: Error) => {
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	},
);
