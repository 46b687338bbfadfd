import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { files, publishConfig, scripts, version } from '../../package.json';

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
			...(publishes ? ['contents: read', 'id-token: write'] : []),
		]);
		expect(text.match(/persist-credentials: false/g)).toHaveLength(1);
		expect(/secrets\./.test(text)).toBe(publishes);
	});
});

describe('publishing', () => {
	test('happens for a tag alone, after the tests and the scan', () => {
		expect(publish).toMatch(/^on:\n {2}push:\n {4}tags: \['v\*'\]\npermissions:/m);
		const steps = ['The tag is', 'run: .ci/run', "n8n's scan", 'npm publish'];
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
		expect(publish).toContain(`run: npm publish ${packed}/*.tgz\n`);
		expect(publishConfig).toMatchObject({ access: 'public', provenance: true });
		expect(files).toEqual(['dist', 'CHANGELOG.md']);
	});

	test('by hand builds first, although npm is told to run no scripts here', () => {
		expect(scripts.prepack).toBe('npm run build');
		expect(publishConfig['ignore-scripts']).toBe(false);
	});
});
