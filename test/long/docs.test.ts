import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

test('every table is fresh: else run npm run docs:operations', () => {
	const command = ['--import', 'tsx', 'docs/operations.ts', '--check'];
	const { stderr, status } = spawnSync(process.execPath, command, {
		cwd: join(__dirname, '../..'),
		encoding: 'utf8',
	});
	expect([stderr, status]).toEqual(['', 0]);
});
