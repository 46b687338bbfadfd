import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ESLint } from 'eslint';
import type { INodeType } from 'n8n-workflow';
import { installLinter, linterModules as modules, packPackage, tarball } from '../host/install';
import { root, runFolder } from '../host/steps';
import { asPublished } from '../release/owner';
import manifest from '../package.json';

/** n8n's gate for community packages: the rules of its scan. */
interface Scan {
	buildScanConfig: () => Promise<ESLint.Options['overrideConfig']>;
	SOURCE_FILE_PATTERNS: string[];
}

const scanner = async () =>
	(await import(
		join(root, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs')
	)) as Scan;

/** Lints files as n8n's scan does. @returns what it found, '' when nothing */
async function scan(folder: string, patterns: string[]): Promise<string> {
	const { buildScanConfig } = await scanner();
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const formatter = await eslint.loadFormatter('stylish');
	return await formatter.format(await eslint.lintFiles(patterns));
}

/** Lints a project as `n8n-node lint` does in its strict mode. @returns what it found, '' when nothing */
function lintProject(folder: string): string {
	const { stdout, stderr, status } = spawnSync(
		process.execPath,
		[join(modules, '@n8n/node-cli/bin/n8n-node.mjs'), 'lint'],
		{ cwd: folder, encoding: 'utf8' },
	);
	const isClean = status === 0 && !/\d+ problems?|violation/i.test(stdout);
	return isClean ? '' : `${stdout}${stderr}`;
}

/** A project in the form of n8n's tool: it lints all that it finds, so there is nothing else in it. */
function newProject(name: string): string {
	const folder = join(runFolder, 'lint', name);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), JSON.stringify(asPublished(manifest), null, '\t'));
	for (const file of ['tsconfig.json', 'README.md', 'LICENSE'])
		copyFileSync(join(root, file), join(folder, file));
	const template = '@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs';
	copyFileSync(join(modules, template), join(folder, 'eslint.config.mjs'));
	symlinkSync(modules, join(folder, 'node_modules'), 'junction');
	return folder;
}

/** A project with the sources of the package. */
function sources(): string {
	const folder = newProject('sources');
	for (const part of ['nodes', 'credentials', 'icons'])
		cpSync(join(root, part), join(folder, part), { recursive: true });
	return folder;
}

/** A project with the built nodes' properties as literals: n8n's rules for parameters read nothing else. */
function properties(): string {
	const folder = newProject('properties');
	for (const file of manifest.n8n.nodes) {
		const name = basename(file, '.node.js');
		const built = require(join(root, file)) as Record<string, new () => INodeType>;
		const { description } = new built[name]();
		const literal = JSON.stringify(description.properties, null, '\t').replace(
			/^(\t*)"(\w+)":/gm,
			'$1$2:',
		);
		const path = join(folder, 'nodes', name, `${name}.node.ts`);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(
			path,
			`export class ${name} {\n\tdescription = {\n\t\tproperties: ${literal},\n\t};\n}\n`,
		);
	}
	return folder;
}

/** Unpacks the tarball, with example values for what the owner fills in. */
function published(): string {
	const folder = join(runFolder, 'lint', 'published');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
	writeFileSync(join(folder, 'package.json'), JSON.stringify(asPublished(manifest)));
	return folder;
}

const BUILT = ['**/*.js', '**/*.json'];

/** By default, scans the sources and the packed package. @param unpacked the folder of a tarball, to scan only that */
async function main([unpacked]: string[]) {
	let found = '';
	if (unpacked) found = await scan(resolve(unpacked), BUILT);
	else {
		await installLinter();
		await packPackage();
		const { SOURCE_FILE_PATTERNS } = await scanner();
		for (const folder of [sources(), properties()])
			found += lintProject(folder) + (await scan(folder, SOURCE_FILE_PATTERNS));
		found += await scan(published(), BUILT);
	}
	process.stdout.write(found || 'lint: nothing found\n');
	process.exit(found ? 1 : 0);
}

void main(process.argv.slice(2));
