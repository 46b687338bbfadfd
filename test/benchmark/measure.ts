import { once } from 'node:events';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeType } from 'n8n-workflow';
import { freePort } from '../../host/checks';
import { n8nProgram, node24, packPackage } from '../../host/install';
import { options } from '../../host/n8n';
import { lastLines, launch, npm, root, run, runFolder, step } from '../../host/steps';
import { peakMemory } from '../support/memory';
import type { Count, Setting } from './service';
import { credentials, OTHER, otherVersion, PACKAGE, workflows, type Name } from './workflows';
import manifest from '../../package.json';

export const node = node24() ?? process.execPath;

const folder = join(runFolder, 'benchmark');
const resultFile = join(folder, 'result.json');
const nodesFolder = join(folder, '.n8n', 'nodes');
const nodeFile = join(
	PACKAGE,
	'dist',
	'nodes',
	'CustomerConversation',
	'CustomerConversation.node.js',
);

type Built = Record<'CustomerConversation', new () => INodeType>;

/** Installs both packages as n8n installs community packages, into an n8n without data. */
export async function install(): Promise<void> {
	if (!fs.existsSync(n8nProgram)) throw new Error('There is no n8n yet: npm start -- --once');
	await packPackage();
	fs.rmSync(join(folder, '.n8n'), { recursive: true, force: true });
	fs.mkdirSync(nodesFolder, { recursive: true });
	fs.writeFileSync(join(nodesFolder, 'package.json'), '{ "private": true }');
	const packages = [
		join(runFolder, `${manifest.name}-${manifest.version}.tgz`),
		`${OTHER}@${otherVersion}`,
	];
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	await step('Install the packages', async () => {
		await npm('benchmark-install', ['install', ...flags, ...packages], { cwd: nodesFolder });
	});
	// As in other installations: a package finds the n8n-workflow of n8n, not one in this folder.
	const shared = join(dirname(n8nProgram), '..', '..', 'n8n-workflow');
	fs.symlinkSync(shared, join(nodesFolder, 'node_modules', 'n8n-workflow'));
}

/** How large the measured node is. */
export function size(): string {
	const built = require(join(nodesFolder, 'node_modules', nodeFile)) as Built;
	const { properties } = new built.CustomerConversation().description;
	const lists = properties.filter(({ name }) => name === 'operation');
	const operations = lists.flatMap(({ options = [] }) => options);
	const kilobytes = Math.round(JSON.stringify(properties).length / 1000);
	return `${operations.length} operations, ${properties.length} top-level properties, ${kilobytes} kB`;
}

/** Milliseconds to load all nodes of the package, and n8n's HTTP Request node. */
export interface Loading {
	packageNodes: number;
	http: number;
}

/** Measures each once, in a separate process. */
export async function loading(): Promise<Loading> {
	const modules = join(dirname(n8nProgram), '..', '..');
	const load = async (...files: string[]) => {
		const command = [node, join(__dirname, 'loading.cjs'), ...files];
		return Number(
			await run('benchmark-loading', command, { env: { ...process.env, NODE_PATH: modules } }),
		);
	};
	const base = join(modules, 'n8n-nodes-base', 'dist', 'nodes');
	return {
		packageNodes: await load(...manifest.n8n.nodes.map((file) => join(root, file))),
		http: await load(join(base, 'HttpRequest', 'HttpRequest.node.js')),
	};
}

/** Milliseconds that the node took, and peak resident memory of the n8n process in MB. */
export interface Measurement extends Count {
	time: number;
	memory: number;
}

/** What a run must have done. */
interface Expected {
	/** Any number without it. */
	requests?: number;
	records: number;
}

/** Starts the service and gives n8n the workflows. @returns runs one and checks what it did */
export async function prepare() {
	const port = await freePort(4100);
	const service = `http://127.0.0.1:${port}`;
	const settings = options(await freePort(5690), {
		N8N_USER_FOLDER: folder,
		EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
		// n8n's log would also say it, but with an entry for each expression, which costs time.
		EXTERNAL_HOOK_FILES: join(__dirname, 'hooks.cjs'),
		RESULT_FILE: resultFile,
		// Otherwise a sub-workflow works only after `n8n start` has published it.
		N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false',
	});
	const cli = async (command: string, ...flags: string[]) =>
		await run('benchmark-prepare', [node, n8nProgram, command, ...flags], settings);
	const load = async (kind: string, content: object[]) => {
		const file = join(folder, `${kind}.json`);
		fs.writeFileSync(file, JSON.stringify(content));
		await cli(`import:${kind}`, `--input=${file}`);
	};
	const control = async (request?: RequestInit) =>
		(await (await fetch(service, request)).json()) as Count;

	const program = join(__dirname, 'service.ts');
	const start = [process.execPath, '--import', 'tsx', program, `${port}`];
	const { child: server, logFile: serverLog } = launch('benchmark-service', start);
	while (!(await control().catch(() => undefined))) {
		if (server.exitCode !== null) throw new Error(lastLines(serverLog));
		await sleep(100);
	}
	await load('credentials', credentials(service));
	const all = workflows(service);
	await load('workflow', all.flatMap(Object.values));
	for (const { inner } of all) await cli('publish:workflow', `--id=${inner.id}`);

	return async (name: Name, setting: Setting, expected: Expected): Promise<Measurement> => {
		await control({ method: 'PUT', body: JSON.stringify(setting) });
		fs.rmSync(resultFile, { force: true });
		const command = [node, n8nProgram, 'execute', `--id=${name}`];
		const { child, logFile } = launch(`benchmark-${name}`, command, settings);
		const ended = once(child, 'exit', { signal: AbortSignal.timeout(300_000) });
		const [memory, [status]] = await Promise.all([peakMemory(child.pid), ended]);
		if (status !== 0) throw new Error(lastLines(logFile));
		const { time, records } = JSON.parse(fs.readFileSync(resultFile, 'utf8')) as Reported;
		const { requests, inFlight, waited, late } = await control();
		const isRight = expected.records === records && (expected.requests ?? requests) === requests;
		if (!isRight) throw new Error(`${name} did ${JSON.stringify({ requests, records })}`);
		return { time, memory, requests, inFlight, waited, late };
	};
}

/** What hooks.cjs writes. */
interface Reported {
	time: number;
	records: number;
}
