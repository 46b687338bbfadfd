import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { installedProgram, isInstalled, node24, otherProgram, readyDriver } from './install';
import { hostFolder } from './steps';

const neededSpace = 4; // GB
const tools = ['make', 'g++', 'python3'];

/**
 * Finds everything that would stop the start later, before anything is done.
 * @param command another n8n than the one of npm
 * @throws with all problems
 */
export async function check({ port, n8n: command }: { port?: string; n8n?: string }) {
	const other = command === undefined ? undefined : otherProgram(command);
	const node = node24();
	const editor = port === undefined ? await freePort(5678) : Number(port);
	const problems = [
		...(other ? [] : [nodeProblem(node), spaceProblem(), driverProblem()]),
		settingsProblem(),
		await portProblem(editor),
	].filter((problem) => problem !== undefined);
	const program = other ?? (node === undefined ? undefined : installedProgram(node));
	if (problems.length > 0 || program === undefined) throw new Error(problems.join('\n'));
	// n8n's task broker: one port for the editor, one for the commands beside it
	const editorBroker = await freePort(editor + 1);
	const broker = await freePort(editorBroker + 1);
	return { program, ports: { editor, editorBroker, broker } };
}

function nodeProblem(node?: string): string | undefined {
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major < 20 || (major === 20 && minor < 19)) {
		return `Node ${process.versions.node} is too old: install Node 20.19 or newer (best: 24).`;
	}
	if (node) return undefined;
	return `There is no Node 24 for ${process.platform} ${process.arch} on npm: install Node 24.`;
}

function spaceProblem(): string | undefined {
	const { bavail, bsize } = statfsSync(hostFolder);
	const free = (bavail * bsize) / 1e9;
	if (isInstalled() || free >= neededSpace) return undefined;
	return `n8n needs ${neededSpace} GB of disk, ${free.toFixed(1)} GB are free: make room.`;
}

/** Why n8n cannot be installed: its database driver is compiled where none comes ready-made. */
export function driverProblem(): string | undefined {
	if (readyDriver()) return undefined;
	const missing = tools.filter((tool) => spawnSync(tool, ['--version']).status !== 0);
	if (missing.length === 0) return undefined;
	return `On this system n8n's database driver must be compiled, but there is no ${missing.join(', ')}. Debian, Ubuntu: apt-get install -y make g++ python3; macOS: xcode-select --install`;
}

function settingsProblem(): string | undefined {
	const { CHATWOOT_URL: url, CHATWOOT_TOKEN: token } = process.env;
	if (!url && !token) return undefined;
	if (!url || !token) {
		return 'Set both CHATWOOT_URL and CHATWOOT_TOKEN, or neither.';
	}
	if (/^https?:\/\/./.test(url)) return undefined;
	return `CHATWOOT_URL must be an address like https://chat.example.com, not ${url}`;
}

async function portProblem(port: number): Promise<string | undefined> {
	const valid = Number.isInteger(port) && port > 0 && port < 65_000;
	if (valid && (await isFree(port))) return undefined;
	return `The editor cannot have this port: choose a free one below 65000 with --port=<number>.`;
}

export async function freePort(from: number): Promise<number> {
	let port = from;
	while (!(await isFree(port))) port++;
	return port;
}

/**
 * Returns a free port below those that systems give to whoever connects or asks for any port: so nobody takes it
 * while the server that had it starts again.
 */
export const anyPort = async (): Promise<number> => await freePort(randomInt(10_000, 30_000));

const isFree = (port: number) =>
	new Promise<boolean>((done) => {
		const server = createServer().once('error', () => done(false));
		server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
	});
