import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shown } from '../docs/pictures';
import host from '../host/package.json';
import { coverage } from './support/coverage';
import { surfaces } from './support/surfaces';

const root = join(__dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the pictures show what is there now: else run npm run docs:pictures', () => {
	expect(readFileSync(join(root, 'docs/pictures/made-from.txt'), 'utf8').trim()).toBe(shown());
});

test('every picture of README exists and is below 300 kB', () => {
	const pictures = [...readme.matchAll(/!\[.+?\]\((.+?)\)/g)].map(([, path]) => path);
	expect(pictures.length).toBeGreaterThan(0);
	for (const picture of pictures) {
		expect([picture, existsSync(join(root, picture))]).toEqual([picture, true]);
		expect(readFileSync(join(root, picture)).length).toBeLessThan(300_000);
	}
});

test.each(Object.values(surfaces))('README lists the operations of $node.name', (surface) => {
	const { displayName } = new surface.node().description;
	const [, section] = readme.split(`### ${displayName}\n`);
	const rows = section.split('\n### ')[0].split('\n');
	for (const { name, operations } of Object.values(surface.resources)) {
		const row = rows.find((line) => line.startsWith(`| ${name} `)) ?? '';
		const listed = row
			.split('|')[2]
			?.split(',')
			.map((operation) => operation.trim());
		expect([name, listed]).toEqual([name, Object.values(operations).map((one) => one.name)]);
	}
});

test('operations.md is fresh: else run npm run docs:operations', () => {
	const command = ['--import', 'tsx', 'docs/operations.ts', '--check'];
	expect(spawnSync(process.execPath, command, { cwd: root }).status).toBe(0);
});

test('everything that should be offered is: npm run coverage:api tells what is not', () => {
	expect(coverage().faults).toEqual([]);
});

test('the benchmark was run with the n8n of npm start: else run npm run benchmark', () => {
	const page = readFileSync(join(root, 'docs/benchmark.md'), 'utf8');
	expect(page).toContain(`n8n ${host.dependencies.n8n},`);
});
