import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { asPublished } from './owner';
import { notesOf, ownersPart, provenanceProblem, versionProblem, type Release } from './steps';

const root = join(__dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Runs a program in the repository. @throws with what it printed */
function run(program: string, ...args: string[]): string {
	const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
	if (status !== 0) throw new Error(`${stdout}${stderr}`.trim());
	return stdout.trim();
}

function release(): Release {
	const { version } = JSON.parse(read('package-lock.json')) as { version: string };
	return {
		manifest: JSON.parse(read('package.json')) as Release['manifest'],
		locked: version,
		changelog: read('CHANGELOG.md'),
		workflow: read('.github/workflows/publish.yml'),
		tags: run('git', 'tag', '--list', 'v*')
			.split('\n')
			.map((tag) => tag.slice(1)),
		origin: spawnSync('git', ['remote', 'get-url', 'origin'], { cwd: root, encoding: 'utf8' })
			.stdout.trim()
			.match(/^.*github\.com.*$/)?.[0],
	};
}

interface Packed {
	filename: string;
	size: number;
	files: unknown[];
}

/** Builds and packs the package. @returns the file and what is in it, in words */
function pack(folder: string): [file: string, words: string] {
	run('npm', 'run', 'build', '--silent');
	const [packed] = JSON.parse(
		run('npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder),
	) as Packed[];
	const { filename, size, files } = packed;
	return [
		join(folder, filename),
		`${filename}, ${Math.round(size / 1000)} kB, ${files.length} files`,
	];
}

/** n8n's scan of the packed package, with an example for what the owner has not filled in. */
function scan(folder: string, file: string): string {
	execFileSync('tar', ['-xzf', file, '-C', folder]);
	const manifest = join(folder, 'package/package.json');
	const packed = JSON.parse(readFileSync(manifest, 'utf8')) as Release['manifest'];
	writeFileSync(manifest, JSON.stringify(asPublished(packed)));
	return run('npx', 'tsx', 'test/lint.ts', join(folder, 'package'));
}

function isClean(): string {
	const changed = run('git', 'status', '--porcelain');
	if (changed) throw new Error(`Commit or remove these changes first:\n${changed}`);
	return 'nothing is uncommitted';
}

/** @throws Error with the problem, if there is one */
function passed(problem: string | undefined, words: string): string {
	if (problem) throw new Error(problem);
	return words;
}

/**
 * `npm run release` checks, builds, scans and packs a release, writes the text for its page on GitHub, and
 * makes the tag if nothing is left for the owner. `--dry-run` makes no tag, and `--notes` only writes the text.
 */
function main(args: string[]): number {
	const { values } = parseArgs({
		args,
		options: { 'dry-run': { type: 'boolean' }, notes: { type: 'boolean' } },
	});
	const found = release();
	const { version } = found.manifest;
	const notes = notesOf(found.changelog, version);
	if (values.notes) {
		process.stdout.write(`${notes}\n`);
		return 0;
	}
	const folder = mkdtempSync(join(tmpdir(), 'release-'));
	let failed = 0;
	const step = (name: string, action: () => string) => {
		try {
			process.stdout.write(`✓ ${name}: ${action()}\n`);
		} catch (error) {
			failed++;
			process.stdout.write(`✗ ${name}: ${(error as Error).message}\n`);
		}
	};
	try {
		let file = '';
		step('version', () => passed(versionProblem(found), version));
		step('repository', isClean);
		step('build and pack', () => {
			const [path, words] = pack(folder);
			file = path;
			return words;
		});
		step("n8n's scan of the tarball", () => scan(folder, file));
		step('provenance', () => passed(provenanceProblem(found), 'publish.yml may make it'));
		step('text of the release', () =>
			passed(
				notes ? undefined : `CHANGELOG.md has no part "## ${version}".`,
				`${notes.split('\n').length} lines; npm run release --silent -- --notes prints them`,
			),
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	if (failed) {
		process.stdout.write(`\nNot ready: ${failed} failed.\n`);
		return 1;
	}
	const left = ownersPart(found);
	process.stdout.write(`\n${version} is ready, but for:\n`);
	for (const part of left) process.stdout.write(`- ${part}\n`);
	process.stdout.write('docs/publishing.md says how.\n');
	if (values['dry-run'] || left.length > OWNERS_LAST) return 0;
	run('git', 'tag', '--cleanup=verbatim', '--message', `${version}\n\n${notes}`, `v${version}`);
	process.stdout.write(`Made the tag v${version}. To publish: git push origin v${version}\n`);
	return 0;
}

/** How many parts are always the owner's: npm, the push of the tag, n8n. */
const OWNERS_LAST = 3;

process.exitCode = main(process.argv.slice(2));
