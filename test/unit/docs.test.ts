import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quick } from '../../docs/findings';
import { pictures, shown } from '../../docs/pictures';
import { coverage } from '../../truth/coverage';
import { nodes } from '../../truth/surfaces';
import host from '../../host/package.json';

const root = join(__dirname, '../..');
const page = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

test('the pictures show what is there now: else run npm run docs:pictures', () => {
	expect(readFileSync(join(root, 'docs/pictures/made-from.txt'), 'utf8').trim()).toBe(shown());
});

test.each(quick())('$what on the pages are right: else npm run docs:check', (finding) => {
	expect(finding.faults).toEqual([]);
	expect(finding.count).toBeGreaterThan(0);
});

test('the pictures are those that belong there', () => {
	const found = readdirSync(join(root, 'docs/pictures'));
	expect(found.sort()).toEqual(['made-from.txt', ...pictures].sort());
});

test.each(Object.entries(nodes))(
	'operations.md lists the operations of %s',
	(_, { type: Node, resources }) => {
		const { displayName } = new Node().description;
		const [, section] = page('operations.md').split(`### ${displayName}\n`);
		const rows = section.split('\n##')[0].split('\n');
		for (const { name, operations } of Object.values(resources)) {
			const row = rows.find((line) => line.startsWith(`| ${name} `)) ?? '';
			const listed = row
				.split('|')[2]
				?.split(',')
				.map((operation) => operation.trim());
			expect([name, listed]).toEqual([name, Object.values(operations).map((one) => one.name)]);
		}
	},
);

test('every table is fresh: else run npm run docs:operations', () => {
	const command = ['--import', 'tsx', 'docs/operations.ts', '--check'];
	const { stderr, status } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
	expect([stderr, status]).toEqual(['', 0]);
});

test('everything that should be offered is: npm run coverage:api tells what is not', () => {
	expect(coverage().faults).toEqual([]);
});

test('the benchmark was run with the n8n of npm start: else run npm run benchmark', () => {
	expect(page('benchmark.md')).toContain(`n8n ${host.dependencies.n8n},`);
});
