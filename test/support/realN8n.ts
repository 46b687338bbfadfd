import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IDataObject, ITaskData } from 'n8n-workflow';
import { anyPort } from '../../host/checks';
import {
	installN8n,
	installTarball,
	lines,
	nodeOf,
	packPackage,
	program,
	type Line,
} from '../../host/install';
import { options, readRun, whenUp } from '../../host/n8n';
import { end, lastLines, launch, run, runFolder, step } from '../../host/steps';
import { keepNoConnections } from './connections';
import { editor } from './editor';
import { peakMemory } from './memory';

/** What a run left of each node. */
export type RunData = Record<string, ITaskData[] | undefined>;

/** A running n8n. */
interface Server {
	pid: number;
	logFile: string;
	stop: () => Promise<void>;
	/** Ends it as `kill -9` does. */
	crash: () => Promise<void>;
}

/** Settings of an n8n whose pages nobody opens. It starts a third faster, and does not serve the list of its nodes. */
export const WITHOUT_EDITOR = { N8N_DISABLE_UI: 'true' };

/** Settings of an n8n that runs no Code node: it starts no process for them. */
export const WITHOUT_RUNNER = { N8N_RUNNERS_MODE: 'external', N8N_RUNNERS_AUTH_TOKEN: 'none' };

/**
 * A real n8n of this line with the package, installed from its tarball. This process then keeps no connections.
 * @param environment settings of it
 */
export async function realN8n(line: Line, environment: NodeJS.ProcessEnv = {}) {
	keepNoConnections();
	const node = nodeOf(line);
	await packPackage();
	await installN8n(node, line);

	// outside of the checkout: its node_modules would come before n8n's own
	const folder = mkdtempSync(join(tmpdir(), 'n8n-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const [broker, port] = [await anyPort(), await anyPort()];
	const settings = options(broker, {
		N8N_USER_FOLDER: folder,
		N8N_PORT: `${port}`,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		// Only Node 24 has it; the line with Node 20 ignores it.
		NODE_COMPILE_CACHE: join(runFolder, 'compiled'),
		...line.settings,
		...environment,
	});
	const n8n = program(line);
	const logOf = (name: string) => `${line.name}-${name}`;
	const cli = async (command: string, ...args: string[]) =>
		await run(logOf(command.replace(':', '-')), [node, n8n, command, ...args], settings);
	await step('Install the tarball', () => installTarball(folder));

	const address = `http://127.0.0.1:${port}`;
	const manifest = readFileSync(join(dirname(n8n), '..', 'package.json'), 'utf8');
	let running: Server | undefined;
	const start = async (
		more: NodeJS.ProcessEnv = {},
		{ log = 'start', flags = [] as string[] } = {},
	): Promise<Server> => {
		const env = { ...settings.env, WEBHOOK_URL: `${address}/`, ...more };
		const launched = launch(logOf(log), [node, ...flags, n8n, 'start'], { ...settings, env });
		await whenUp(launched);
		const { child, logFile } = launched;
		const ended = async (by?: NodeJS.Signals) => {
			running = undefined;
			await end(child, by);
		};
		running = {
			pid: child.pid as number,
			logFile,
			stop: async () => await ended(),
			crash: async () => await ended('SIGKILL'),
		};
		return running;
	};
	/** The server that runs, or is started now. */
	const server = async () => running ?? (await step(`Start n8n ${line.name}`, start));
	const cliImport = async (kind: 'credentials' | 'workflow', content: IDataObject[]) => {
		const file = join(folder, `${kind}.json`);
		writeFileSync(file, JSON.stringify(content));
		await cli(`import:${kind}`, `--input=${file}`);
	};
	return {
		line,
		address,
		/** Its user folder. */
		folder,
		/** Starts another process of it. @param kind the command: a worker, a webhook process */
		launch: (log: string, kind: string, more: NodeJS.ProcessEnv) =>
			launch(logOf(log), [node, n8n, kind], {
				...settings,
				env: { ...settings.env, ...more },
			}),
		version: (JSON.parse(manifest) as { version: string }).version,
		import: cliImport,
		run: async (id: string): Promise<RunData> =>
			readRun(await cli('execute', `--id=${id}`)).data.resultData.runData,
		/** Runs a workflow as `run` does, and gives the peak memory of n8n, in MB. */
		measure: async (id: string): Promise<{ memory: number; data: RunData }> => {
			const command = [node, n8n, 'execute', `--id=${id}`];
			const { child, logFile } = launch(logOf('execute'), command, settings);
			const [memory, [status]] = await Promise.all([peakMemory(child.pid), once(child, 'exit')]);
			assert.equal(status, 0, lastLines(logFile));
			return { memory, data: readRun(readFileSync(logFile, 'utf8')).data.resultData.runData };
		},
		/**
		 * Starts the server and waits until it answers.
		 * @param more environment of it
		 * @param flags of Node
		 */
		start,
		server,
		/** Saves credentials and workflows: by API in n8n 2, by n8n's import command in n8n 1, whose API changes workflow IDs. */
		fill: async (credentials: IDataObject[], workflows: IDataObject[]) => {
			if (line.name === lines[0].name) {
				await server();
				const api = await editor(address);
				return await step('Save credentials and workflows', () => api.add(credentials, workflows));
			}
			await step('Import credentials and workflows', async () => {
				await cliImport('credentials', credentials);
				await cliImport('workflow', workflows);
			});
		},
	};
}

export type N8n = Awaited<ReturnType<typeof realN8n>>;
