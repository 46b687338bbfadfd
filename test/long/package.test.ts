import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';
import { packPackage, tarball } from '../../host/install';

/** Most milliseconds of one command. */
const timeout = 120_000;

jest.setTimeout(2 * timeout);

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Loaded {
	types: { nodes: INodeTypeDescription[]; credentials: ICredentialType[] };
}

const NODES = [
	'customerConversation',
	'customerConversationSendAndWait',
	'customerConversationAdmin',
	'customerConversationHelpCenter',
	'customerConversationCompanies',
	'customerConversationIntegrations',
	'customerConversationCaptain',
	'customerConversationPolicies',
	'customerConversationTrigger',
	'customerConversationPollingTrigger',
	'customerConversationPlatform',
	'customerConversationClient',
].sort();
const CREDENTIALS = ['customerConversationApi', 'customerConversationClientApi'];

describe('the tarball', () => {
	let folder: string;
	let unpacked: string;
	let manifest: Record<string, unknown> & { name: string };

	beforeAll(async () => {
		await packPackage();
		folder = mkdtempSync(join(tmpdir(), 'package-'));
		execFileSync('tar', ['-xzf', tarball, '-C', folder]);
		unpacked = join(folder, 'package');
		manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as typeof manifest;
	}, timeout);

	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test('holds what was built, and the texts about it', () => {
		const paths = readdirSync(unpacked, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => relative(unpacked, join(entry.parentPath, entry.name)));
		const texts = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
		const built =
			/^dist\/(llms\.txt|operations\.json|(credentials|icons|nodes)\/.+\.(js|json|svg))$/;
		expect(paths.filter((path) => !built.test(path) && !texts.includes(path))).toEqual([]);
		const notPublished = /(^|\/)(test|sandbox|host|templates)(\/|$)|\.test\./;
		expect(paths.filter((path) => notPublished.test(path))).toEqual([]);
		expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'package.json']));
	});

	test('has at most 700 kB', () => {
		expect(statSync(tarball).size).toBeLessThanOrEqual(700_000);
	});

	test('brings no package, no script and no override into an n8n', () => {
		const brought = Object.keys(manifest).filter((key) =>
			/^((optional|bundled?)?dependencies|overrides|resolutions|bin)$/i.test(key),
		);
		expect(brought).toEqual([]);
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		const hooks = Object.keys(manifest.scripts ?? {}).filter((name) =>
			/^(pre|post)?(install|prepare|uninstall)$/.test(name),
		);
		expect(hooks).toEqual([]);
	});

	test('loads of the operations the one that is asked for', () => {
		const folder = join(unpacked, 'dist/nodes/CustomerConversation/resources');
		const script = `
			const { resources } = require(${JSON.stringify(folder)});
			const before = Object.keys(require.cache);
			resources.contact.operations.create.name;
			const loaded = Object.keys(require.cache).filter((file) => !before.includes(file));
			console.log(JSON.stringify(loaded.filter((file) => file.includes('resources'))));`;
		const printed = execFileSync(process.execPath, ['-e', script], {
			encoding: 'utf8',
			env: { ...process.env, NODE_PATH: join(root, 'node_modules') },
		});
		const files = (JSON.parse(printed) as string[]).map((file) => relative(folder, file));
		expect(files.sort()).toEqual([
			'contact/create.js',
			'contact/index.js',
			'contact/parts/fields.js',
		]);
	});

	describe('in n8n', () => {
		let nodes: INodeTypeDescription[];
		let credentials: ICredentialType[];

		beforeAll(() => {
			const printed = execFileSync(
				process.execPath,
				['--import', 'tsx', join(root, 'test/support/load.ts'), unpacked],
				{
					cwd: root,
					encoding: 'utf8',
					timeout,
					maxBuffer: 100_000_000,
					// n8n lends its own packages to community packages in this way.
					env: { ...process.env, NODE_ENV: 'production', NODE_PATH: join(root, 'node_modules') },
				},
			);
			({ nodes, credentials } = (JSON.parse(printed) as Loaded).types);
		});

		test('gives the nodes and the two credentials', () => {
			expect(nodes.map(({ name }) => name).sort()).toEqual(NODES);
			expect(credentials.map(({ name }) => name).sort()).toEqual(CREDENTIALS);
		});

		test('gives properties and what n8n adds to a declarative node', () => {
			for (const { name, properties } of nodes.filter(
				({ webhooks, polling }) => !webhooks && !polling,
			))
				expect([name, properties.map((property) => property.name)]).toEqual([
					name,
					expect.arrayContaining(['resource', 'operation', 'requestOptions']),
				]);
		});

		test('finds the light and the dark icon of each', () => {
			const prefix = `icons/${manifest.name}/`;
			for (const { name, iconUrl } of [...nodes, ...credentials]) {
				const { light, dark } = iconUrl as { light: string; dark: string };
				expect([name, light]).not.toEqual([name, dark]);
				for (const address of [light, dark]) {
					expect([name, address.startsWith(prefix)]).toEqual([name, true]);
					const picture = readFileSync(join(unpacked, address.slice(prefix.length)), 'utf8');
					expect(picture).toMatch(/^<svg /);
				}
			}
		});

		test('shows each node with a picture of its own', () => {
			const pictures = nodes.map(({ iconUrl }) => {
				const { light } = iconUrl as { light: string };
				return readFileSync(join(unpacked, light.replace(`icons/${manifest.name}/`, '')), 'utf8');
			});
			expect(new Set(pictures).size).toBe(NODES.length);
		});

		test('finds each node by the word Chatwoot', () => {
			for (const { name, codex } of nodes)
				expect([name, codex?.alias]).toEqual([name, expect.arrayContaining(['Chatwoot'])]);
		});
	});
});

test.each(['package-lock.json', 'host/package-lock.json', 'host/lint/package-lock.json'])(
	'%s names no address of a registry',
	(path) => {
		const lock = read(path);
		expect(lock).toContain('"integrity"');
		expect(lock).not.toContain('"resolved"');
	},
);

/**
 * What would switch a check off, in a comment or a type. As a pattern it switches off nothing: with it
 * this test proves that the package has none of it.
 */
const SWITCHES_OFF = /eslint-disable|\bas any\b|ts-(ignore|nocheck|expect-error)/;

test.each(['nodes', 'credentials'])('%s/ switches no check off', (folder) => {
	const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
		(path) => path.endsWith('.ts'),
	);
	expect(files).not.toEqual([]);
	const off = files.filter((path) => SWITCHES_OFF.test(read(join(folder, path))));
	expect(off).toEqual([]);
});
