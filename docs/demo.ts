/**
 * `npm run demo:video`: walks from the installation to an AI agent in the real n8n, in Chromium, and writes the take into
 * docs/pictures/demo.webm. `-- --frames <folder>` also writes a picture of the end of each chapter.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { lines, tarball } from '../host/install';
import { owner } from '../host/n8n';
import { runFolder, step, stopAll } from '../host/steps';
import { startSandbox } from '../sandbox/server';
import { atSandbox } from '../test/support/atSandbox';
import * as canvas from '../test/support/canvas';
import { openBrowser } from '../test/support/chromium';
import { editor, until } from '../test/support/editor';
import { realN8n } from '../test/support/realN8n';
import { listen } from '../test/support/server';
import { root } from './pages';

const SIZE = { width: 1280, height: 720 };

/** Seconds; what reviewers watch. */
const LONGEST = 300;
/** Bytes. */
const LARGEST = 10_000_000;

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

interface Stage {
	page: Page;
	sandbox: Sandbox;
	/** The template's text with the credential of the take. */
	template: (name: string) => Promise<object>;
	/** Shows a sentence below the page, long enough to be read. */
	say: (text: string) => Promise<void>;
}

/** A language model that uses two tools, then writes a draft. */
const model = async () =>
	await listen(({ body }) => {
		interface ModelRequest {
			messages: Array<{ role: string }>;
			tools?: Array<{ function: { name: string } }>;
		}
		const { messages, tools = [] } = JSON.parse(String(body)) as ModelRequest;
		const values: Record<string, object> = {
			Read_Conversation: {},
			Set_Priority: { priority: 'high' },
		};
		const calls = messages.at(-1)?.role === 'tool' ? [] : tools.map((tool) => tool.function.name);
		const tool_calls = calls
			.filter((name) => name in values)
			.map((name) => ({
				id: `call_${name}`,
				type: 'function',
				function: { name, arguments: JSON.stringify(values[name]) },
			}));
		const message = {
			role: 'assistant',
			content: tool_calls.length ? null : 'Sorry for the delay! Your parcel arrives tomorrow.',
			...(tool_calls.length ? { tool_calls } : {}),
		};
		return {
			status: 200,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				id: 'chatcmpl-1',
				object: 'chat.completion',
				created: 1,
				model: 'stand-in',
				choices: [{ index: 0, message, finish_reason: tool_calls.length ? 'tool_calls' : 'stop' }],
				usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
			}),
		};
	});

const CREDENTIAL = 'editCredential-modal';

/** The chapters in the order of the take. */
export const chapters: Record<string, (stage: Stage) => Promise<void>> = {
	install: async ({ page, say }) => {
		const command = `npm install --prefix ~/.n8n/nodes ${tarball.split('/').at(-1)}`;
		await page.setContent(
			`<body style="margin:0;background:#101330;color:#fff;font:22px/1.6 monospace"><pre style="padding:80px">$ ${command}\n\nadded 1 package\n\n$ n8n start\n\nEditor is now accessible via: http://localhost:5678</pre></body>`,
		);
		await say('The package is installed in a self-hosted n8n. It has no dependencies.');
		await canvas.openWorkflow(page);
		await canvas.search(page, canvas.nextPlus(page), 'Chatwoot');
		await canvas.names(page).filter({ hasText: 'Customer Side' }).waitFor();
		await say('After a restart, a search for Chatwoot finds its nodes.');
	},
	credential: async ({ page, sandbox, say }) => {
		await canvas.names(page).getByText('Customer Conversation', { exact: true }).click();
		await say('An action is chosen by what it does: here, Get many conversations.');
		await page
			.getByTestId('item-iterator-item')
			.getByText('Get many conversations', { exact: true })
			.click();
		await canvas.panel(page).waitFor();
		await page.getByTestId('node-credentials-empty-state').click();
		const modal = page.getByTestId(CREDENTIAL);
		const field = (name: string) => modal.getByTestId(`parameter-input-${name}`).locator('input');
		await say('The credential needs the address of Chatwoot and an access token.');
		await field('base_url').fill(sandbox.url);
		await page.waitForTimeout(1_000);
		await field('api_access_token').fill(sandbox.tokens.user);
		await page.waitForTimeout(1_000);
		await page.getByTestId('credential-save-button').click();
		// n8n closes it after the test; it tests again where it is opened.
		await modal.waitFor({ state: 'hidden' });
		await page.getByTestId('credential-edit-button').click();
		await page.getByText('Connection tested successfully').waitFor();
		await say(
			'The connection was tested. A refusal would say what is wrong, and whose token it is.',
		);
		await modal.getByRole('button', { name: 'Close' }).click();
	},
	action: async ({ page, say }) => {
		await canvas.execute(page);
		await canvas
			.output(page)
			.getByText(/^\d+ items$/)
			.waitFor();
		await canvas.output(page).getByText('Table', { exact: true }).click();
		await say('First action: one item for each open conversation, with flat fields.');
		await canvas.close(page);
		await page.waitForTimeout(1_000);
	},
	trigger: async ({ page, sandbox, say }) => {
		await canvas.newWorkflow(page);
		await canvas.addFirst(page, 'On customer wrote');
		await say('The trigger registers its webhook in Chatwoot by itself.');
		await canvas.execute(page);
		await canvas.panel(page).getByText('Listening for test event').waitFor();
		await say('It listens. Now a customer writes in Chatwoot.');
		await atSandbox(sandbox).says(240, 'My parcel has not arrived. Where is it?');
		await canvas.output(page).getByText('1 item', { exact: true }).waitFor();
		await canvas.output(page).getByText('Table', { exact: true }).click();
		await say('The message starts the workflow, with contact, conversation and inbox.');
		await canvas.close(page);
	},
	agent: async ({ page, sandbox, template, say }) => {
		await canvas.newWorkflow(page);
		const name = 'ai-agent.json';
		await canvas.importFile(page, { name, content: await template(name) });
		await page.waitForTimeout(1_500);
		await page.keyboard.press('1');
		await say('A template: an AI agent has operations of the package as tools.');
		await page.getByTestId('execute-workflow-button').click();
		const { says, webhooks } = atSandbox(sandbox);
		await until('the trigger listens', async () => (await webhooks()).length > 0);
		await says(240, 'Please, I need it before the weekend!');
		await page.getByTestId('canvas-node-status-success').nth(3).waitFor();
		await say('A customer writes. The agent reads the conversation and sets the priority.');
		await canvas.open(page, 'Draft as Note');
		await canvas.output(page).getByText('Table', { exact: true }).click();
		await say('Its draft becomes a private note, which only the team sees.');
	},
};

/** In the page: a bar with the sentence, above everything and in nobody's way. */
const caption = (text: string) => `(() => {
	const id = 'demo-caption';
	const bar = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'));
	bar.id = id;
	bar.textContent = ${JSON.stringify(text)};
	bar.style.cssText = 'position:fixed;left:60px;right:60px;bottom:18px;width:fit-content;margin:0 auto;z-index:2147483647;padding:10px 22px;border-radius:8px;background:rgba(16,19,48,.92);color:#fff;font:600 20px/1.4 sans-serif;pointer-events:none;text-align:center';
})()`;

interface Frame {
	file: string;
	/** Seconds. */
	at: number;
}

/** Keeps what Chromium paints, each picture with its time. */
async function record(client: CDPSession, folder: string): Promise<Frame[]> {
	const frames: Frame[] = [];
	client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
		const file = join(folder, `${String(frames.length).padStart(5, '0')}.jpg`);
		writeFileSync(file, Buffer.from(data, 'base64'));
		frames.push({ file, at: Number(metadata.timestamp) });
		void client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
	});
	await client.send('Page.startScreencast', {
		format: 'jpeg',
		quality: 90,
		maxWidth: SIZE.width,
		maxHeight: SIZE.height,
	});
	return frames;
}

/** Writes the frames as one film. @returns its length in seconds */
function film(frames: Frame[], folder: string, file: string): number {
	const end = (frames.at(-1)?.at ?? 0) + 1;
	const list = frames.map(
		({ file: picture, at }, index) =>
			`file '${picture}'\nduration ${((frames[index + 1]?.at ?? end) - at).toFixed(3)}`,
	);
	const names = join(folder, 'frames.txt');
	writeFileSync(names, `${list.join('\n')}\nfile '${frames.at(-1)?.file}'\n`);
	const size = `${SIZE.width}:${SIZE.height}`;
	const shown = `scale=${size}:force_original_aspect_ratio=decrease,pad=${size}:(ow-iw)/2:(oh-ih)/2`;
	const { status, stderr } = spawnSync(
		'ffmpeg',
		[
			...['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', names],
			...['-vf', `${shown},fps=10`, '-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0'],
			...['-row-mt', '1', '-cpu-used', '4', '-pix_fmt', 'yuv420p', file],
		],
		{ encoding: 'utf8' },
	);
	if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
	return end - (frames[0]?.at ?? end);
}

async function main(args: string[]): Promise<void> {
	const { values } = parseArgs({ args, options: { frames: { type: 'string' } } });
	if (spawnSync('ffmpeg', ['-version']).status !== 0)
		throw new Error('There is no ffmpeg. Debian: apt-get install -y ffmpeg');
	const folder = mkdtempSync(join(tmpdir(), 'demo-'));
	const [browser, sandbox, openAi] = await Promise.all([openBrowser(), startSandbox(), model()]);
	const n8n = await realN8n(lines[0]);
	try {
		await n8n.import('credentials', [
			{
				id: 'openAiDemo',
				name: 'OpenAI',
				type: 'openAiApi',
				data: { apiKey: 'none', url: openAi.url },
			},
		]);
		await step(`Start n8n ${n8n.version}`, () => n8n.start({ N8N_WEBHOOK_URL: n8n.address }));
		const { ask } = await editor(n8n.address);
		const template = async (name: string) => {
			const all = await ask<Array<{ id: string; name: string; type: string }>>(
				'GET',
				'/credentials',
			);
			const made = all.find(({ type }) => type === 'customerConversationApi');
			const text = readFileSync(join(root, 'templates', name), 'utf8');
			return JSON.parse(text.replaceAll('customerConvDemo', String(made?.id))) as object;
		};
		const context = await browser.newContext({ baseURL: n8n.address, viewport: SIZE });
		context.setDefaultTimeout(60_000);
		const page = await context.newPage();
		await page.goto('/signin');
		await page
			.locator('input[type=email], input[name=emailOrLdapLoginId]')
			.first()
			.fill(owner.email);
		await page.locator('input[type=password]').fill(owner.password);
		await page.getByTestId('form-submit-button').click();
		await until('the owner is logged in', () => !page.url().includes('/signin'));
		const frames = await record(await context.newCDPSession(page), folder);
		const say = async (text: string) => {
			await page.evaluate(caption(text));
			await page.waitForTimeout(1_500 + 55 * text.length);
		};
		for (const [name, chapter] of Object.entries(chapters)) {
			await step(name, async () => await chapter({ page, sandbox, template, say })).catch(
				async (error: unknown) => {
					await page.screenshot({ path: join(runFolder, `demo-${name}.png`) });
					throw error;
				},
			);
			if (!values.frames) continue;
			mkdirSync(values.frames, { recursive: true });
			await page.screenshot({ path: join(values.frames, `${name}.png`) });
		}
		const file = join(root, 'docs/pictures/demo.webm');
		const seconds = await step(
			'Write the film',
			async () => await Promise.resolve(film(frames, folder, file)),
		);
		const { size } = statSync(file);
		process.stdout.write(`${file}: ${Math.round(seconds)} s, ${(size / 1e6).toFixed(1)} MB\n`);
		if (seconds > LONGEST || size > LARGEST)
			throw new Error(`The take must have at most ${LONGEST} s and ${LARGEST / 1e6} MB.`);
	} finally {
		await browser.close();
		await stopAll();
		await Promise.all([sandbox.close(), openAi.close()]);
		rmSync(folder, { recursive: true, force: true });
	}
}

if (require.main === module)
	main(process.argv.slice(2)).then(
		() => process.exit(0),
		(error: Error) => {
			process.stderr.write(`${error.message}\n`);
			process.exit(1);
		},
	);
