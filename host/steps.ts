import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const root = resolve(__dirname, '..');
export const hostFolder = join(root, 'host');
export const runFolder = join(root, '.host');

export const stampsFile = join(runFolder, 'stamps.json');
const running = new Set<ChildProcess>();

type LaunchOptions = Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>;

/**
 * Shows what is being done, and the seconds it took: on one line of a terminal. In a log, the beginning and the
 * end are a whole line each, because other steps may run at the same time.
 */
export async function step<T>(name: string, action: () => Promise<T>): Promise<T> {
	const { stderr } = process;
	const started = Date.now();
	const show = (result = '') => {
		const seconds = ((Date.now() - started) / 1000).toFixed(1);
		stderr.write(`${stderr.isTTY ? '\r' : ''}${name} … ${result}${seconds} s`);
	};
	const timer = stderr.isTTY ? setInterval(show, 200) : undefined;
	stderr.write(`${name} …${stderr.isTTY ? '' : '\n'}`);
	try {
		const result = await action();
		show();
		return result;
	} catch (error) {
		show('failed after ');
		throw error;
	} finally {
		clearInterval(timer);
		stderr.write('\n');
	}
}

/** A step that is left out while its inputs are the same and what it made is still there. */
export async function cached(
	name: string,
	inputs: string,
	made: string,
	action: () => Promise<unknown>,
): Promise<void> {
	if (isDone(name, inputs, made)) {
		console.error(`${name} … unchanged`);
		return;
	}
	await step(name, action);
	// Renamed into place, because another program may be reading it.
	const written = `${stampsFile}.${process.pid}`;
	fs.writeFileSync(written, JSON.stringify({ ...readStamps(), [name]: inputs }, null, '\t'));
	fs.renameSync(written, stampsFile);
}

export const isDone = (name: string, inputs: string, made: string) =>
	readStamps()[name] === inputs && fs.existsSync(made);

const readStamps = (): Record<string, string> =>
	fs.existsSync(stampsFile) ? JSON.parse(fs.readFileSync(stampsFile, 'utf8')) : {};

/** One hash over the names and contents of files and folders. */
export function hashOf(...paths: string[]): string {
	const hash = createHash('sha256');
	for (const file of paths.flatMap(filesIn)) {
		hash.update(`${relative(root, file)}\0`).update(fs.readFileSync(file));
	}
	return hash.digest('hex');
}

function filesIn(path: string): string[] {
	if (!fs.statSync(path).isDirectory()) return [path];
	const entries = fs.readdirSync(path, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** Whether all is being ended: what ends now is not to be started again. */
export let isStopping = false;

/** What the names of log files begin with: other programs may run beside this one. */
let program = basename(process.argv[1] ?? 'node', '.ts');

/** Adds words to the names of log files, for a program that may run twice at the same time. No secrets. */
export function nameLogs(...words: string[]): void {
	program = [program, ...words].join('-');
}

/** Starts a program in a process group of its own; all it prints goes into a log file. */
export function launch(log: string, command: string[], options: LaunchOptions = {}) {
	if (isStopping) throw new Error('Everything is being ended: nothing is started any more.');
	fs.mkdirSync(join(runFolder, 'logs'), { recursive: true });
	const logFile = join(runFolder, 'logs', `${program}-${log}.log`);
	const output = fs.openSync(logFile, 'w');
	const [file, ...args] = command;
	const child = spawn(file, args, {
		cwd: root,
		...options,
		detached: process.platform !== 'win32',
		stdio: ['ignore', output, output],
	});
	fs.closeSync(output);
	running.add(child);
	child.once('exit', () => running.delete(child));
	return { child, logFile };
}

/** Runs a program to its end and returns what it printed. */
export async function run(log: string, command: string[], options?: LaunchOptions) {
	const { child, logFile } = launch(log, command, options);
	const [status] = await once(child, 'exit');
	if (status !== 0) throw new Error(lastLines(logFile));
	return fs.readFileSync(logFile, 'utf8');
}

export function lastLines(logFile: string): string {
	const lines = fs.readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15);
	return `${lines.join('\n')}\n\nThe whole log: ${logFile}`;
}

/** Runs the npm that runs this, without a shell: the same call on every system. */
export async function npm(log: string, args: string[], options?: LaunchOptions) {
	const cli = process.env.npm_execpath ?? '';
	const command = cli.endsWith('npm-cli.js') ? [process.execPath, cli] : ['npm'];
	return await run(log, [...command, ...args], options);
}

/** Ends every program that still runs, and what it started. */
export async function stopAll(): Promise<void> {
	isStopping = true;
	await Promise.all([...running].map(async (child) => await end(child)));
}

/** Ends a program and what it started. @param by SIGKILL: as a crash does */
export async function end(child: ChildProcess, by: NodeJS.Signals = 'SIGTERM'): Promise<void> {
	if (!running.has(child)) return;
	const exit = once(child, 'exit');
	signal(child, by);
	await Promise.race([exit, sleep(15_000)]);
	if (running.has(child)) signal(child, 'SIGKILL');
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
	if (pid === undefined) return;
	if (process.platform === 'win32') spawnSync('taskkill', ['/pid', `${pid}`, '/T', '/F']);
	else process.kill(-pid, name);
}
