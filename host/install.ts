import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import manifest from '../package.json';
import { optionalDependencies } from './package.json';
import { cached, hashOf, hostFolder, isDone, npm, root, runFolder } from './steps';

/** A line of n8n, with its own manifest and lock file. */
export interface Line {
	name: string;
	folder: string;
	/** The Node that runs it. */
	node: () => string | undefined;
	settings?: NodeJS.ProcessEnv;
}

const current: Line = { name: '2.x', folder: hostFolder, node: node24 };
const previous: Line = {
	name: '1.123',
	folder: join(hostFolder, '1.123'),
	node: () => process.execPath,
	settings: { N8N_EXPRESSION_ENGINE: 'legacy' }, // the other one has no build for Node 20
};
const tarball = join(runFolder, `${manifest.name}-${manifest.version}.tgz`);

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
const inputs = ({ folder }: Line) =>
	hashOf(...['package.json', 'package-lock.json', '.npmrc'].map((name) => join(folder, name)));
const sqlite = (line: Line) =>
	join(modules(line), 'sqlite3', 'build', 'Release', 'node_sqlite3.node');

export const program = (line: Line) => join(modules(line), 'n8n', 'bin', 'n8n');
export const n8nProgram = program(current);
export const userFolder = join(runFolder, 'user');

export const isInstalled = () => isDone(installStep(current), inputs(current), n8nProgram);

/** n8n 2 needs Node 24: the one that runs this, else the one that comes as an npm package. */
export function node24(): string | undefined {
	if (process.versions.node.startsWith('24.')) return process.execPath;
	const windows = process.platform === 'win32';
	const system = `${windows ? 'win' : process.platform}-${process.arch}`;
	const name = Object.keys(optionalDependencies).find((key) => key.endsWith(`-${system}`));
	return name && join(hostFolder, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
}

export async function packPackage(): Promise<void> {
	const folders = ['nodes', 'credentials', 'icons', 'truth'];
	const files = ['package.json', 'gulpfile.js', 'tsconfig.json', 'tsconfig.build.json'];
	const sources = hashOf(...[...folders, ...files].map((name) => join(root, name)));
	await cached('Build and pack the package', sources, tarball, async () => {
		await npm('build', ['run', 'build']);
		await npm('pack', ['pack', `--pack-destination=${runFolder}`]);
	});
}

export async function installN8n(node: string, line = current): Promise<void> {
	const hash = inputs(line);
	await cached(installStep(line), hash, program(line), () =>
		npm('install', ['ci'], { cwd: line.folder }),
	);
	await cached(`Install sqlite3 for n8n ${line.name}`, hash, sqlite(line), async () => {
		const file = readyDriver();
		if (file === undefined) return await rebuildSqlite(node, line);
		await mkdir(dirname(sqlite(line)), { recursive: true });
		await copyFile(join(modules(line), '@appthreat', 'sqlite3', 'prebuilds', file), sqlite(line));
	});
}

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
export async function installPackage(): Promise<void> {
	await cached('Install the package in n8n', hashOf(tarball), packageIn(userFolder), () =>
		installTarball(userFolder),
	);
}

/** As README tells it; n8n-workflow, the one peer, comes from n8n itself. */
export const installTarball = async (user: string) =>
	await npm('package', ['install', `--prefix=${nodesOf(user)}`, '--legacy-peer-deps', tarball]);

/** Where n8n looks for community packages. */
const nodesOf = (user: string) => join(user, '.n8n', 'nodes');
export const packageIn = (user: string) => join(nodesOf(user), 'node_modules', manifest.name);
