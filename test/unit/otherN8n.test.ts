import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { instructions, isAddress } from '../../host/elsewhere';
import { otherProgram, tarball, userFolder } from '../../host/install';
import { listen } from '../support/server';

describe('a command that starts another n8n', () => {
	const folder = mkdtempSync(join(tmpdir(), 'other-n8n-'));
	const program = join(folder, 'n8n.js');
	writeFileSync(program, 'console.log(process.argv[2] === "--version" ? "3.1.0" : "");');
	afterAll(() => rmSync(folder, { recursive: true }));

	test('gets a data folder for its release', () => {
		expect(otherProgram(`node ${program}`)).toEqual({
			name: 'n8n 3.1.0',
			version: '3.1.0',
			command: ['node', program],
			folder: `${userFolder}-3.1.0`,
		});
	});

	test('may have a path that counts from the current folder', () => {
		const path = relative(process.cwd(), program);
		expect(otherProgram(`node ${path}`).command).toEqual(['node', program]);
	});

	test.each([
		['no-such-program', /ENOENT/],
		['node -e 1 --', /"node -e 1 -- --version" failed: it printed no version/],
		[`node ${folder}/none.js`, /Cannot find module/],
	])('is refused if it does not start n8n: %s', (text, reason) => {
		expect(() => otherProgram(text)).toThrow(reason);
	});
});

describe('the address of a running n8n', () => {
	const SETTINGS = '{"data":{"userManagement":{"showSetupOnFirstLoad":false}}}';
	const files: Record<string, string> = {};
	let n8n: Awaited<ReturnType<typeof listen>>;
	beforeAll(async () => {
		n8n = await listen(({ path }) =>
			path in files ? { status: 200, body: files[path] } : { status: 404 },
		);
	});
	beforeEach(() => {
		for (const path in files) delete files[path];
	});
	afterAll(async () => await n8n.close());

	test('is told from a command', () => {
		expect(isAddress(n8n.url)).toBe(true);
		expect(isAddress('node /opt/n8n/bin/n8n')).toBe(false);
		expect(isAddress()).toBe(false);
	});

	test('without the package gets the commands that install the tarball', async () => {
		files['/n8n/rest/settings'] = SETTINGS;
		const text = await instructions(`${n8n.url}/n8n`);
		expect(text).toContain('does not have the package');
		expect(text).toContain(`docker cp ${tarball} n8n:/tmp/`);
		expect(text).toContain('N8N_UNVERIFIED_PACKAGES_ENABLED=true');
	});

	test('with the package gets no commands', async () => {
		files['/rest/settings'] = SETTINGS;
		files['/icons/n8n-nodes-customer-conversation/dist/icons/customerConversation.svg'] = '<svg/>';
		const text = await instructions(`${n8n.url}/`);
		expect(text).toContain('has the package');
		expect(text).not.toContain('docker');
	});

	test('is refused if it is another program, or nothing', async () => {
		files['/rest/settings'] = '<html>';
		await expect(instructions(n8n.url)).rejects.toThrow('not the address of an n8n editor');
		await expect(instructions('http://127.0.0.1:1')).rejects.toThrow('Nothing answers at');
	});
});
