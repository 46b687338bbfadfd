import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import manifest from '../package.json';
import { cached, hashOf, hostFolder, isDone, npm, root, run, runFolder } from './steps';
import { optionalDependencies } from './package.json';

const modules = join(hostFolder, 'node_modules');
const n8nStep = 'Install n8n (a few minutes, once)';
const n8nInputs = () =>
	hashOf(...['package.json', 'package-lock.json', '.npmrc'].map((name) => join(hostFolder, name)));
const tarball = join(runFolder, `${manifest.name}-${manifest.version}.tgz`);

export const n8nProgram = join(modules, 'n8n', 'bin', 'n8n');
export const sqliteBinary = join(modules, 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
export const userFolder = join(runFolder, 'user');

export const isInstalled = () => isDone(n8nStep, n8nInputs(), n8nProgram);

/** n8n needs Node 24: the one that runs this, else the one that comes as an npm package. */
export function node24(): string | undefined {
	if (process.versions.node.startsWith('24.')) return process.execPath;
	const windows = process.platform === 'win32';
	const system = `${windows ? 'win' : process.platform}-${process.arch}`;
	const name = Object.keys(optionalDependencies).find((key) => key.endsWith(`-${system}`));
	return name && join(modules, name, 'bin', windows ? 'node.exe' : 'node');
}

export async function packPackage(): Promise<void> {
	const folders = ['nodes', 'credentials', 'icons', 'test/cases'];
	const files = ['package.json', 'gulpfile.js', 'tsconfig.json', 'tsconfig.build.json'];
	const inputs = hashOf(...[...folders, ...files].map((name) => join(root, name)));
	await cached('Build and pack the package', inputs, tarball, async () => {
		await npm('build', ['run', 'build']);
		await npm('pack', ['pack', `--pack-destination=${runFolder}`]);
	});
}

export async function installN8n(node: string): Promise<void> {
	await cached(n8nStep, n8nInputs(), n8nProgram, () => npm('install', ['ci'], { cwd: hostFolder }));
	await cached('Compile sqlite3', n8nInputs(), sqliteBinary, () => rebuildSqlite(node));
}

/** The installation runs no package's scripts; this one package needs its own. */
async function rebuildSqlite(node: string): Promise<void> {
	const folder = dirname(node);
	const headers = join(folder, '..', 'include', 'node');
	const env = {
		...process.env,
		PATH: [folder, process.env.PATH].join(delimiter),
		// headers that came with this Node need no download
		...(existsSync(headers) && { npm_config_nodedir: dirname(dirname(headers)) }),
	};
	const args = ['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'];
	await npm('sqlite3', args, { cwd: hostFolder, env });
}

/** Unpacks the tarball where n8n itself unpacks community packages; it has no dependencies. */
export async function installPackage(): Promise<void> {
	const target = join(userFolder, '.n8n', 'nodes', 'node_modules', manifest.name);
	await cached('Install the package in n8n', hashOf(tarball), target, async () => {
		await rm(target, { recursive: true, force: true });
		await mkdir(target, { recursive: true });
		await run('unpack', ['tar', '-xzf', tarball, '-C', target, '--strip-components=1']);
	});
}
