import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { ESLint } from 'eslint';
import type { INodeType } from 'n8n-workflow';

/** n8n's own gate for community packages: the rules of its scan. */
interface Scan {
	buildScanConfig: () => Promise<ESLint.Options['overrideConfig']>;
	SOURCE_FILE_PATTERNS: string[];
}

const root = join(__dirname, '..');
const scanner = async () =>
	(await import(
		join(root, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs')
	)) as Scan;

/** Nobody has given the project a homepage yet: until then this one warning stands. */
const OPEN = ['@n8n/community-nodes/require-homepage'];

/** Lints files as n8n's scan does. @returns what it found, '' when nothing */
async function lint(folder: string, patterns: string[]): Promise<string> {
	const { buildScanConfig } = await scanner();
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const results = await eslint.lintFiles(patterns);
	for (const result of results) {
		result.messages = result.messages.filter(({ ruleId }) => !OPEN.includes(String(ruleId)));
		result.warningCount = result.messages.filter(({ severity }) => severity === 1).length;
	}
	const formatter = await eslint.loadFormatter('stylish');
	return await formatter.format(results);
}

/** The built nodes' properties as literals: n8n's rules for parameters read nothing else. */
function printProperties(): string {
	const folder = mkdtempSync(join(tmpdir(), 'properties-'));
	const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[] };
	};
	for (const file of n8n.nodes) {
		const name = basename(file, '.node.js');
		const built = require(join(root, file)) as Record<string, new () => INodeType>;
		const { description } = new built[name]();
		const literal = JSON.stringify(description.properties, null, '\t').replace(
			/^(\t*)"(\w+)":/gm,
			'$1$2:',
		);
		mkdirSync(join(folder, 'nodes', name), { recursive: true });
		writeFileSync(
			join(folder, 'nodes', name, `${name}.node.ts`),
			`export class ${name} {\n\tdescription = {\n\t\tproperties: ${literal},\n\t};\n}\n`,
		);
	}
	return folder;
}

async function lintProperties(): Promise<string> {
	const folder = printProperties();
	try {
		return await lint(folder, ['nodes/**/*.ts']);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

async function main([unpacked]: string[]) {
	const { SOURCE_FILE_PATTERNS } = await scanner();
	const found = unpacked
		? await lint(resolve(unpacked), ['**/*.js', '**/*.json'])
		: (await lint(root, SOURCE_FILE_PATTERNS)) + (await lintProperties());
	process.stdout.write(found || 'lint: nothing found\n');
	process.exit(found ? 1 : 0);
}

void main(process.argv.slice(2));
