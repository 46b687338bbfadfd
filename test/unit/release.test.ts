import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../package.json';
import {
	asPublished,
	EXAMPLE,
	fieldsOf,
	missingFields,
	pageAddress,
	PAGES,
	withLinks,
	type Owned,
} from '../../release/owner';
import {
	notesOf,
	ownersPart,
	provenanceProblem,
	versionProblem,
	type Release,
} from '../../release/steps';

const { files, publishConfig, scripts, version } = manifest;

const root = join(__dirname, '../..');
const folder = '.github/workflows';
const workflows = readdirSync(join(root, folder)).map((name): [string, string] => [
	name,
	readFileSync(join(root, folder, name), 'utf8'),
]);
const [, publish] = workflows.find(([name]) => name === 'publish.yml') ?? ['', ''];

/** The commands of a step, without their indentation. */
const commands = (step: string): string => {
	const [, text = ''] = publish.split(`- name: ${step}\n        run: |\n`);
	return text.split(/\n {0,8}(?=\S)/)[0].replace(/^ {10}/gm, '');
};

describe.each(workflows)('%s', (name, text) => {
	test('pins every action by its commit, and says which version that is', () => {
		const uses = text.split('\n').filter((line) => /\buses:/.test(line));
		expect(uses.length).toBeGreaterThan(0);
		for (const line of uses)
			expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	test('may do no more than it needs', () => {
		const rights = [...text.matchAll(/^ *([a-z-]+: (?:read|write)(?:-all)?)$/gm)].map(
			([, right]) => right,
		);
		const publishes = name === 'publish.yml';
		expect(rights).toEqual([
			'contents: read',
			...(publishes ? ['contents: read', 'id-token: write', 'contents: write'] : []),
		]);
		const checkouts = text.match(/uses: actions\/checkout@/g) ?? [];
		expect(text.match(/persist-credentials: false/g)).toHaveLength(checkouts.length);
		expect(/secrets\./.test(text)).toBe(publishes);
	});
});

describe('publishing', () => {
	test('happens for a tag alone, after the tests and the scan', () => {
		expect(publish).toMatch(/^on:\n {2}push:\n {4}tags: \['v\*'\]\npermissions:/m);
		const steps = ['The tag is', 'run: .ci/run', "n8n's scan", ' publish "', 'gh release create'];
		const places = steps.map((step) => publish.indexOf(step));
		expect(places).toEqual([...places].sort((one, other) => one - other));
		expect(places[0]).toBeGreaterThan(0);
	});

	describe('needs a tag', () => {
		const check = commands('The tag is the version of the package and the head of the changelog');
		/** The status of the check for a tag, where the changelog begins with this version. */
		const run = (tag: string, head: string) => {
			const cwd = mkdtempSync(join(tmpdir(), 'release-'));
			try {
				writeFileSync(join(cwd, 'package.json'), JSON.stringify({ version }));
				writeFileSync(join(cwd, 'CHANGELOG.md'), `# Changelog\n\n## ${head}\n\n## 0.1.0\n`);
				const env = { ...process.env, GITHUB_REF_NAME: tag };
				return spawnSync('bash', ['-e', '-c', check], { cwd, env }).status;
			} finally {
				rmSync(cwd, { recursive: true });
			}
		};

		test('that is the version', () => {
			expect(run(`v${version}`, version)).toBe(0);
			for (const tag of [`v${version}1`, version, 'v99.0.0'])
				expect([tag, run(tag, version)]).toEqual([tag, 1]);
		});

		test('that the changelog begins with', () => {
			for (const head of ['99.0.0', 'Unreleased'])
				expect([head, run(`v${version}`, head)]).toEqual([head, 1]);
		});
	});

	test('publishes what was scanned, with its origin', () => {
		const packed = '"$RUNNER_TEMP"';
		expect(commands("n8n's scan finds nothing in what will be published")).toBe(
			[
				`npm pack --pack-destination ${packed}`,
				`tar -xzf ${packed}/*.tgz -C ${packed}`,
				'npx tsx test/lint.ts "$RUNNER_TEMP/package"',
			].join('\n'),
		);
		expect(publish).toMatch(/run: npx --yes npm@[\d.]+ publish "\$RUNNER_TEMP"\/\*\.tgz\n/);
		expect(publishConfig).toMatchObject({ access: 'public', provenance: true });
		expect(files).toEqual(['dist', 'CHANGELOG.md']);
	});

	test('by hand builds first, although npm is told to run no scripts here', () => {
		expect(scripts.prepack).toBe('npm run build');
		expect(publishConfig['ignore-scripts']).toBe(false);
	});
});

describe('the owner', () => {
	const owned: Owned = { name: manifest.name, ...fieldsOf(EXAMPLE) };

	test('is in package.json alone, and an address is real or missing', () => {
		const present: Owned = manifest;
		expect(JSON.stringify(present)).not.toMatch(/\.(example|invalid|test)\b/);
		expect(missingFields(owned)).toEqual([]);
		expect(missingFields({ name: 'a', homepage: 'https://example.com' })).toEqual([
			...['repository', 'bugs', 'author'],
		]);
	});

	test('has a repository on GitHub, a name and an email', () => {
		expect(owned).toEqual({
			name: manifest.name,
			repository: {
				type: 'git',
				url: 'git+https://github.com/acme/n8n-nodes-customer-conversation.git',
			},
			homepage: 'https://github.com/acme/n8n-nodes-customer-conversation#readme',
			bugs: { url: 'https://github.com/acme/n8n-nodes-customer-conversation/issues' },
			author: { name: 'Ada Lovelace', email: 'ada@acme.example' },
		});
		for (const repository of ['', 'acme/a', 'https://github.com/acme', 'https://a.example/b/c/d'])
			expect(() => fieldsOf({ ...EXAMPLE, repository })).toThrow('--repository must have the form');
		for (const author of ['', 'Ada', 'ada@acme.example', 'Ada <ada>'])
			expect(() => fieldsOf({ ...EXAMPLE, author })).toThrow('--author must have the form');
	});

	test('keeps what is filled in where a check needs all fields', () => {
		const author = { name: 'Grace', email: 'grace@acme.example' };
		expect(asPublished({ name: 'a', author })).toEqual({ ...owned, name: 'a', author });
	});

	describe.each(Object.entries(PAGES))('%s', (file, page) => {
		const text = readFileSync(join(root, file), 'utf8');

		test('links to a page of docs/ at the address in package.json', () => {
			expect(readdirSync(join(root, 'docs'))).toContain(page);
			expect(text).toBe(withLinks(manifest, file, text));
			const moved = withLinks(owned, file, text);
			const at = 'https://github.com/acme/n8n-nodes-customer-conversation/blob/main/docs/';
			expect(moved.match(/https:\/\/[^'"]+/g)).toEqual(
				file.endsWith('.json')
					? [`${at}credentials.md`, `${at}${page}`]
					: expect.arrayContaining([`${at}${page}`]),
			);
			expect(withLinks(manifest, file, moved)).toBe(text);
		});
	});

	test('has a link in every node and credential', () => {
		const { nodes, credentials } = manifest.n8n;
		const sources = [
			...nodes.map((path) => path.replace('.js', '.json')),
			...credentials.map((path) => path.replace('.js', '.ts')),
		];
		expect(Object.keys(PAGES).sort()).toEqual(
			sources.map((path) => path.replace('dist/', '')).sort(),
		);
		expect(pageAddress({ name: 'a' }, 'trigger.md')).toBe('https://www.npmjs.com/package/a');
	});
});

describe('npm run release', () => {
	const ready: Release = {
		manifest: { ...asPublished<Release['manifest']>(manifest), version: '1.2.3' },
		locked: '1.2.3',
		changelog: '# Changelog\n\n## 1.2.3\n\n### Added\n\n- One.\n\n## 1.2.2\n\n- Two.\n',
		workflow: publish,
		tags: ['1.2.2'],
		origin: 'git@github.com:acme/n8n-nodes-customer-conversation.git',
	};

	test('takes the text of the version from the changelog', () => {
		expect(notesOf(ready.changelog, '1.2.3')).toBe('### Added\n\n- One.');
		expect(notesOf(ready.changelog, '1.2.2')).toBe('- Two.');
		expect(notesOf(ready.changelog, '1.2')).toBe('');
	});

	test('refuses a version that the files do not agree on, or that has a tag', () => {
		expect(versionProblem(ready)).toBeUndefined();
		expect(versionProblem({ ...ready, locked: '1.2.2' })).toMatch(
			/^package-lock\.json has 1\.2\.2/,
		);
		const changelog = ready.changelog.replace('1.2.3', 'Unreleased');
		expect(versionProblem({ ...ready, changelog })).toMatch(/begins with "## Unreleased"/);
		expect(versionProblem({ ...ready, tags: ['1.2.3'] })).toMatch(/There is a tag v1\.2\.3/);
	});

	test('refuses what npm would refuse to sign', () => {
		expect(provenanceProblem(ready)).toBeUndefined();
		expect(provenanceProblem({ ...ready, origin: undefined })).toBeUndefined();
		const origin = 'https://github.com/other/n8n-nodes-customer-conversation';
		expect(provenanceProblem({ ...ready, origin })).toMatch(/^repository in package\.json is /);
		expect(provenanceProblem({ ...ready, workflow: '' })).toMatch(/id-token/);
		const unsigned = { ...ready.manifest, publishConfig: {} };
		expect(provenanceProblem({ ...ready, manifest: unsigned })).toMatch(/publishConfig/);
	});

	test('lists what is left for the owner', () => {
		expect(ownersPart(ready)).toEqual([
			'the right to publish on npm (3)',
			'the tag v1.2.3, which publishes (4)',
			'the hand-in at n8n (5)',
		]);
		const { repository: _repository, ...others } = ready.manifest;
		expect(ownersPart({ ...ready, manifest: others, origin: undefined }).slice(0, 2)).toEqual([
			'the public repository on GitHub, and its address as origin (1)',
			'repository in package.json, and the links to the documentation (2)',
		]);
	});
});
