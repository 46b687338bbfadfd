import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { dependencies } from '../host/package.json';

const root = join(__dirname, '..');
const folder = join(__dirname, 'pictures');

/** What the pictures show; a test holds this hash against the one kept beside them. */
export const shown = (): string =>
	[
		'templates/agent-summary.json',
		'icons/customerConversation.svg',
		'nodes/CustomerConversation/resources/report/getAgentSummary.ts',
	]
		.reduce(
			(hash, file) => hash.update(readFileSync(join(root, file))),
			createHash('sha256').update(dependencies.n8n),
		)
		.digest('hex');

interface Editor {
	workflow: string;
	email: string;
	password: string;
	stop: () => Promise<void>;
}

/** Starts n8n as `npm start` does, with the package and its examples. */
async function startEditor(): Promise<Editor> {
	const child = spawn(process.execPath, ['--import', 'tsx', 'host/start.ts'], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const stopped = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const [, email, password, workflow] = await new Promise<string[]>((resolve, reject) => {
		let printed = '';
		child.stdout.on('data', (chunk: Buffer) => {
			process.stdout.write(chunk);
			printed += String(chunk);
			const found = /Log in\s+(\S+)\s+(\S+)\s+Example\s+(\S+)\s/.exec(printed);
			if (found) resolve(found);
		});
		child.once('exit', () => reject(new Error('n8n did not start')));
	});
	return {
		workflow,
		email,
		password,
		stop: async () => {
			child.kill('SIGINT');
			await stopped;
		},
	};
}

async function logIn(page: Page, { workflow, email, password }: Editor): Promise<void> {
	const reply = await page.request.post(new URL('/rest/login', workflow).href, {
		data: { emailOrLdapLoginId: email, password },
	});
	if (!reply.ok()) throw new Error(`n8n refuses the log-in: ${await reply.text()}`);
}

async function main(): Promise<void> {
	const editor = await startEditor();
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
	});
	try {
		const page = await browser.newPage({ viewport: { width: 1280, height: 640 } });
		await logIn(page, editor);
		await page.goto(editor.workflow);
		await page.getByText('Agent Summary', { exact: true }).first().waitFor();
		await page.keyboard.press('1');
		await page.waitForTimeout(2_000);
		mkdirSync(folder, { recursive: true });
		await page.screenshot({ path: join(folder, 'workflow.png') });
		const node = page
			.locator('.vue-flow__node')
			.filter({ hasText: /^Agent Summary/ })
			.last();
		await node.dblclick({ position: { x: 40, y: 40 } });
		await page
			.locator('[data-test-id="output-panel"]')
			.getByRole('button', { name: 'Execute step' })
			.click();
		await page.getByText('Grace Okoye').waitFor();
		await page.waitForTimeout(1_000);
		await page.screenshot({ path: join(folder, 'node.png') });
		writeFileSync(join(folder, 'made-from.txt'), `${shown()}\n`);
	} finally {
		await browser.close();
		await editor.stop();
	}
}

if (require.main === module)
	void main().then(
		() => process.exit(0),
		(error: Error) => {
			process.stderr.write(`${error.message}\n`);
			process.exit(1);
		},
	);
