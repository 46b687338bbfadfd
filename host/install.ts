import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { delimiter, dirname, join, relative, resolve, sep } from 'node:path';

import manifest from '../package.json';
import { dependencies, optionalDependencies } from './package.json';
import { cached, hashOf, hostFolder, isDone, npm, root, runFolder } from './steps';

/** A line of n8n, with its own manifest and lock file. */
export interface Line {
	name: string;
	folder: string;
	/** The Node that runs it. */
	node: () => string | undefined;
	settings?: NodeJS.ProcessEnv;
}

/** An n8n that `npm start` runs. */
export interface Program {
	/** As the steps show it. */
	name: string;
	version: string;
	command: string[];
	/** Its settings and data. */
	folder: string;
}

const current: Line = {
	name: '2.x',
	folder: hostFolder,
	node: node24,
	// When it starts, it asks api.n8n.io for MCP servers (modules/mcp-registry/mcp-registry-refresh.task.js).
	settings: { N8N_DISABLED_MODULES: 'mcp-registry' },
};
const previous: Line = {
	name: '1.123',
	folder: join(hostFolder, '1.123'),
	node: () => process.execPath,
	settings: { N8N_EXPRESSION_ENGINE: 'legacy' }, // the other one has no build for Node 20
};
export const tarball = join(runFolder, `${manifest.name}-${manifest.version}.tgz`);

/** The lines that the package is tested with; `npm start` runs the first. */
export const lines = [current, previous];

/** A line by its name, as `--line=1.123` gives it. */
export function lineNamed(name: string): Line {
	const line = lines.find((one) => one.name === name);
	if (line) return line;
	throw new Error(`--line must be one of ${lines.map((one) => one.name).join(', ')}`);
}

const modules = ({ folder }: Line) => join(folder, 'node_modules');
const installStep = ({ name }: Line) => `Install n8n ${name} (a few minutes, once)`;
const inputsIn = (folder: string) =>
	hashOf(...['package.json', 'package-lock.json', '.npmrc'].map((name) => join(folder, name)));
const sqlite = (line: Line) =>
	join(modules(line), 'sqlite3', 'build', 'Release', 'node_sqlite3.node');

export const program = (line: Line) => join(modules(line), 'n8n', 'bin', 'n8n');
export const n8nProgram = program(current);
export const userFolder = join(runFolder, 'user');

/** The n8n of npm. @param node the Node that runs it */
export const installedProgram = (node: string): Program => ({
	name: 'n8n',
	version: dependencies.n8n,
	command: [node, n8nProgram],
	folder: userFolder,
});

/**
 * Another n8n. Its release has a data folder: an older n8n cannot read the database of a newer one.
 * @param text a command such as `node /path/to/n8n/bin/n8n`; a path counts from the current folder
 * @throws if the command does not print its version
 */
export function otherProgram(text: string): Program {
	const command = text.split(/\s+/).map((word) => (word.includes('/') ? resolve(word) : word));
	const [program, ...args] = [...command, '--version'];
	const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
	const version = /^\d+\.\d+\.\d+\S*$/m.exec(stdout)?.[0];
	if (version === undefined) {
		const reason = error?.message ?? (stderr.trim() || 'it printed no version');
		throw new Error(
			`--n8n must be the address of an n8n, or a command that starts one. "${text} --version" failed: ${reason}`,
		);
	}
	return { name: `n8n ${version}`, version, command, folder: `${userFolder}-${version}` };
}

export const isInstalled = () => isDone(installStep(current), inputsIn(current.folder), n8nProgram);

/** n8n 2 needs Node 24: the one that runs this, else the one that comes as an npm package. */
export function node24(): string | undefined {
	if (process.versions.node.startsWith('24.')) return process.execPath;
	const windows = process.platform === 'win32';
	const system = `${windows ? 'win' : process.platform}-${process.arch}`;
	const name = Object.keys(optionalDependencies).find((key) => key.endsWith(`-${system}`));
	return name && join(hostFolder, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
}

/** The Node that runs a line of n8n. @throws if this system has none */
export function nodeOf(line: Line): string {
	const node = line.node();
	if (node === undefined) throw new Error(`There is no Node for n8n ${line.name} on this system.`);
	return node;
}

export async function packPackage(): Promise<void> {
	const folders = ['nodes', 'credentials', 'icons', 'truth', 'release'];
	const files = ['package.json', 'gulpfile.js', 'tsconfig.json', 'tsconfig.build.json'];
	const sources = hashOf(...[...folders, ...files].map((name) => join(root, name)));
	await cached('Build and pack the package', sources, tarball, async () => {
		await npm('build', ['run', 'build']);
		await npm('pack', ['pack', `--pack-destination=${runFolder}`]);
	});
}

export async function installN8n(node: string, line = current): Promise<void> {
	await installModules(installStep(line), line.folder, program(line));
	const hash = inputsIn(line.folder);
	await cached(`Install sqlite3 for n8n ${line.name}`, hash, sqlite(line), async () => {
		const file = readyDriver();
		if (file === undefined) return await rebuildSqlite(node, line);
		await mkdir(dirname(sqlite(line)), { recursive: true });
		await copyFile(join(modules(line), '@appthreat', 'sqlite3', 'prebuilds', file), sqlite(line));
	});
}

const linterFolder = join(hostFolder, 'lint');
export const linterModules = join(linterFolder, 'node_modules');

/** n8n's tool for packages. It needs another n8n-workflow than the tests, so it has a lock file of its own. */
export async function installLinter(): Promise<void> {
	const linter = join(linterModules, '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
	await installModules("Install n8n's linter (a minute, once)", linterFolder, linter);
}

/**
 * Installs what the lock file of a folder names. If KEPT_MODULES names a folder, the modules are kept there,
 * too, and the next checkout on this machine with the same lock file links them: seconds, not minutes.
 * @param step its name
 * @param made a file of what is installed
 */
async function installModules(step: string, folder: string, made: string): Promise<void> {
	const { KEPT_MODULES } = process.env;
	const name = relative(root, folder).replaceAll(sep, '-');
	const inputs = inputsIn(folder);
	await cached(step, inputs, made, async () => {
		const installed = join(folder, 'node_modules');
		const shelf = KEPT_MODULES && join(KEPT_MODULES, name);
		if (shelf && linkKept(join(shelf, inputs), installed)) return;
		await npm(`install-${name}`, ['ci'], { cwd: folder });
		if (shelf) await keep(installed, shelf, inputs);
	});
}

/** @returns whether there were modules to link */
function linkKept(kept: string, installed: string): boolean {
	if (!existsSync(kept)) return false;
	rmSync(installed, { recursive: true, force: true });
	return link(kept, installed);
}

/** Replaces the kept modules. The rename makes sure that half a copy is never used. */
async function keep(installed: string, shelf: string, inputs: string): Promise<void> {
	await rm(shelf, { recursive: true, force: true });
	await mkdir(shelf, { recursive: true });
	const part = join(shelf, 'part');
	if (link(installed, part)) await rename(part, join(shelf, inputs));
}

/** Copies a folder by hard links. @returns whether the system can */
const link = (from: string, to: string): boolean => spawnSync('cp', ['-al', from, to]).status === 0;

/**
 * n8n's database driver for this system, ready-made: sqlite3 itself puts only its sources on npm, and
 * @appthreat/sqlite3 the same sources with what was compiled of them.
 * @returns the file; nothing where the driver must be compiled
 */
export function readyDriver(): string | undefined {
	const system = `${process.platform}-${process.arch}`;
	const isKnown = /^(darwin|linux|win32)-(arm64|x64)$/.test(system);
	const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
	const [, minor] = header.glibcVersionRuntime?.split('.') ?? [];
	const isTooOld = Number(minor) < 34; // Debian 11, Ubuntu 20.04
	if (!isKnown || isTooOld) return undefined;
	const isMusl = process.platform === 'linux' && minor === undefined;
	return join(system, `@appthreat+sqlite3.${isMusl ? 'musl' : 'glibc'}.node`);
}

/** The installation runs no package's scripts; this one package needs its own. */
async function rebuildSqlite(node: string, { folder: cwd }: Line): Promise<void> {
	const folder = dirname(node);
	const headers = join(folder, '..', 'include', 'node');
	const env = {
		...process.env,
		PATH: [folder, process.env.PATH].join(delimiter),
		// headers that came with this Node need no download
		...(existsSync(headers) && { npm_config_nodedir: dirname(dirname(headers)) }),
	};
	const args = ['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'];
	await npm('sqlite3', args, { cwd, env });
}

/** Into the n8n of `npm start`. */
export async function installPackage({ name, folder }: Program): Promise<void> {
	await cached(`Install the package in ${name}`, hashOf(tarball), packageIn(folder), () =>
		installTarball(folder),
	);
}

/** As README tells it; n8n-workflow, the one peer, comes from n8n itself. */
export const installTarball = async (user: string) =>
	await npm('package', ['install', `--prefix=${nodesOf(user)}`, '--legacy-peer-deps', tarball]);

/** Where n8n looks for community packages. */
const nodesOf = (user: string) => join(user, '.n8n', 'nodes');
export const packageIn = (user: string) => join(nodesOf(user), 'node_modules', manifest.name);
