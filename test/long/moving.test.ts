import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** Runs `npm run convert`. @returns how it ended, and what it printed */
const run = (...args: string[]) =>
	spawnSync(process.execPath, ['--import', 'tsx', 'moving/convert.ts', ...args], {
		cwd: root,
		encoding: 'utf8',
	});

test('npm run convert writes beside the file, and never over it', () => {
	const place = mkdtempSync(join(tmpdir(), 'moving-'));
	try {
		const original = join(root, 'test/moving/devlikeapro-reply.json');
		const file = join(place, 'grüße.json');
		copyFileSync(original, file);
		expect(run(file)).toMatchObject({
			status: 0,
			stdout: expect.stringContaining('6 of 6 nodes converted') as string,
		});
		expect(readFileSync(file)).toEqual(readFileSync(original));
		const made = readFileSync(join(place, 'grüße.converted.json'), 'utf8');
		expect(made).toContain('n8n-nodes-customer-conversation.customerConversation"');
		expect(run(file, `--out=${file}`).stderr).toContain('The given file is not overwritten');
		expect(run(file).stderr).toContain('already exists');
		writeFileSync(file, '{ nodes');
		expect(run(file, `--out=${join(place, 'b.json')}`)).toMatchObject({
			status: 1,
			stderr: expect.stringContaining('is not JSON') as string,
		});
		expect(run('--help')).toMatchObject({
			status: 0,
			stdout: expect.stringContaining('npm run convert -- workflow.json') as string,
		});
	} finally {
		rmSync(place, { recursive: true });
	}
});
