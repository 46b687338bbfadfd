import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IRun } from 'n8n-workflow';
import { parse } from '../nodes/shared/formats/csv';

import summary from '../templates/agent-summary.json';
import { userFolder, type Program } from './install';
import { cached, hashOf, lastLines, launch, root, run, runFolder } from './steps';

const filesFolder = join(runFolder, '.n8n-files');

export const csvFile = join(filesFolder, 'agent-summary.csv');
export const owner = { email: 'demo@example.com', password: 'Customer-Conversation-1' };

/** Where the credential of the examples points. */
export interface Service {
	url: string;
	token: string;
	account: string;
}

/** An n8n of its own: no setting of another one, nothing sent to its makers. */
export function options(broker: number, settings?: NodeJS.ProcessEnv) {
	const foreign = /^(N8N|DB|EXECUTIONS|QUEUE|CHATWOOT)_/;
	const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
	const env = {
		...Object.fromEntries(inherited),
		N8N_USER_FOLDER: userFolder,
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
		N8N_RUNNERS_BROKER_PORT: `${broker}`,
		N8N_LOG_LEVEL: 'info', // below it, `execute` prints no result
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true', // n8n 3 has false
		...settings,
	};
	// the examples name their files relative to the folder that n8n runs in
	return { cwd: runFolder, env };
}

const optionsOf = ({ folder }: Program, broker: number, settings?: NodeJS.ProcessEnv) =>
	options(broker, { N8N_USER_FOLDER: folder, ...settings });

/** Ids are fixed: importing again replaces. @returns the number of examples */
export async function importExamples(
	n8n: Program,
	broker: number,
	service: Service,
): Promise<number> {
	const type = 'customerConversationApi';
	const reference = summary.nodes.find(({ credentials }) => credentials)?.credentials?.[type];
	const data = {
		base_url: service.url,
		api_access_token: service.token,
		account_id: service.account,
		header_spelling: 'api_access_token',
	};
	const credentials = join(runFolder, 'credentials.json');
	const templates = join(root, 'templates');
	const database = join(n8n.folder, '.n8n', 'database.sqlite');
	const load = (kind: string, ...flags: string[]) =>
		run(kind, [...n8n.command, `import:${kind}`, ...flags], optionsOf(n8n, broker));
	await writeFile(credentials, JSON.stringify([{ ...reference, type, data }]), { mode: 0o600 });
	try {
		const inputs = hashOf(templates, credentials);
		const name = `Import the credential and the examples into ${n8n.name}`;
		await cached(name, inputs, database, async () => {
			await load('credentials', `--input=${credentials}`);
			await load('workflow', '--separate', `--input=${templates}`);
		});
	} finally {
		await rm(credentials);
	}
	return (await readdir(templates)).filter((name) => name.endsWith('.json')).length;
}

/** Runs the example, which writes the CSV, and returns the lines of that. */
export async function runSummary(n8n: Program, broker: number): Promise<string[][]> {
	await mkdir(filesFolder, { recursive: true });
	await rm(csvFile, { force: true });
	const command = [...n8n.command, 'execute', `--id=${summary.id}`];
	const { status } = readRun(await run('execute', command, optionsOf(n8n, broker)));
	if (status !== 'success') throw new Error(`The execution ended with status "${status}".`);
	const lines = parse(readFileSync(csvFile, 'utf8'));
	// The titles are in the language of the account, and every account has somebody.
	if (lines.length < 2) throw new Error(`${csvFile} holds no agent.`);
	return lines;
}

/** The execution in what `n8n execute` printed. */
export const readRun = (output: string): IRun =>
	JSON.parse(output.slice(output.indexOf('\n{'), output.lastIndexOf('\n}') + 2));

/** Starts the editor and waits until it answers. */
export async function startEditor(n8n: Program, broker: number, port: number) {
	const address = `http://127.0.0.1:${port}`;
	const network = {
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: `${port}`,
		N8N_SECURE_COOKIE: 'false',
	};
	const launched = launch('n8n', [...n8n.command, 'start'], optionsOf(n8n, broker, network));
	await whenUp(launched);
	const settings = (await (await fetch(`${address}/rest/settings`)).json()) as Settings;
	if (settings.data.userManagement.showSetupOnFirstLoad) {
		const reply = await createOwner(address);
		if (!reply.ok) throw new Error(`n8n made no owner account: ${await reply.text()}`);
	}
	return { ...launched, address, workflow: `${address}/workflow/${summary.id}` };
}

interface Settings {
	data: { userManagement: { showSetupOnFirstLoad: boolean } };
}

/**
 * Waits until a started n8n is up. Its addresses answer earlier: then n8n may not have looked yet for
 * executions that a crash interrupted, and takes one that is resumed for one of them.
 */
export async function whenUp({ child, logFile }: ReturnType<typeof launch>): Promise<void> {
	while (!readFileSync(logFile, 'utf8').includes('Editor is now accessible')) {
		if (child.exitCode !== null) throw new Error(lastLines(logFile));
		await sleep(100);
	}
}

export const post = async (url: string, body: object): Promise<Response> =>
	await fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	});

/** @returns n8n's reply: an error if there is an owner already, otherwise the owner's cookie */
export const createOwner = async (address: string): Promise<Response> =>
	await post(`${address}/rest/owner/setup`, { ...owner, firstName: 'Demo', lastName: 'Owner' });
