import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IDataObject, ITaskData } from 'n8n-workflow';
import { freePort } from '../../host/checks';
import { installN8n, installTarball, packPackage, program, type Line } from '../../host/install';
import { options, readRun, whenUp } from '../../host/n8n';
import { end, lastLines, launch, run, step } from '../../host/steps';
import { peakMemory } from './memory';

/** What a run left of each node. */
export type RunData = Record<string, ITaskData[] | undefined>;

/** A real n8n of this line with the package, installed from its tarball. */
export async function realN8n(line: Line) {
	const node = line.node();
	assert.ok(node, `There is no Node for n8n ${line.name} on this system.`);
	await packPackage();
	await installN8n(node, line);

	// outside of the checkout: its node_modules would come before n8n's own
	const folder = mkdtempSync(join(tmpdir(), 'n8n-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	// By chance far from those of a run beside this one.
	const broker = await freePort(10_000 + Math.floor(Math.random() * 40_000));
	const port = await freePort(broker + 1);
	const settings = options(broker, {
		N8N_USER_FOLDER: folder,
		N8N_PORT: `${port}`,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		...line.settings,
	});
	const n8n = program(line);
	const cli = async (command: string, ...args: string[]) =>
		await run(`test-${command.replace(':', '-')}`, [node, n8n, command, ...args], settings);
	await step('Install the tarball', () => installTarball(folder));

	const address = `http://127.0.0.1:${port}`;
	const manifest = readFileSync(join(dirname(n8n), '..', 'package.json'), 'utf8');
	return {
		address,
		/** Where it keeps its data. */
		folder,
		version: (JSON.parse(manifest) as { version: string }).version,
		import: async (kind: 'credentials' | 'workflow', content: IDataObject[]) => {
			const file = join(folder, `${kind}.json`);
			writeFileSync(file, JSON.stringify(content));
			await cli(`import:${kind}`, `--input=${file}`);
		},
		run: async (id: string): Promise<RunData> =>
			readRun(await cli('execute', `--id=${id}`)).data.resultData.runData,
		/** Runs a workflow as `run` does, and gives the peak memory of n8n, in MB. */
		measure: async (id: string): Promise<{ memory: number; data: RunData }> => {
			const { child, logFile } = launch(
				'test-execute',
				[node, n8n, 'execute', `--id=${id}`],
				settings,
			);
			const [memory, [status]] = await Promise.all([peakMemory(child.pid), once(child, 'exit')]);
			assert.equal(status, 0, lastLines(logFile));
			return { memory, data: readRun(readFileSync(logFile, 'utf8')).data.resultData.runData };
		},
		/** Deprecated in n8n 2, but the one command that both lines have. */
		activate: async (id: string) => await cli('update:workflow', `--id=${id}`, '--active=true'),
		/** Starts the server and waits until it answers. @returns its log file, and what ends it */
		start: async (more: NodeJS.ProcessEnv = {}) => {
			const env = { ...settings.env, ...more };
			const launched = launch('test-start', [node, n8n, 'start'], { ...settings, env });
			await whenUp(launched, address);
			const { child, logFile } = launched;
			return {
				logFile,
				stop: async () => await end(child),
				crash: async () => await end(child, 'SIGKILL'),
			};
		},
	};
}
