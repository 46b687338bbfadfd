/**
 * `npm run docs:pictures` takes all pictures; with `-- resources` only those of resources whose panel
 * is another one now, with `-- pages` only those of the web pages that operations make. With `-- --check`
 * it takes none and fails if some show what is no longer there.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { hashOf, root } from '../host/steps';
import { tokens } from '../sandbox/state';
import { atSandbox } from '../test/support/atSandbox';
import { byRows } from '../test/support/byRows';
import { add, close, openWorkflow } from '../test/support/canvas';
import { openBrowser } from '../test/support/chromium';
import { shownPages } from '../test/support/pageSamples';
import { panels, type ResourcePanel } from '../test/support/panels';
import { nodes as callers, panelFor, propertiesOf } from '../truth/surfaces';

const folder = join(__dirname, 'pictures');
const schemes = ['light', 'dark'] as const;

/** Every template but the one that only holds samples. */
const templates = readdirSync(join(root, 'templates'))
	.filter((file) => file.endsWith('.json') && file !== 'trigger-samples.json')
	.map((file) => file.replace('.json', ''));

const resourcesFolder = join(folder, 'resources');
const pagesFolder = join(folder, 'pages');

/** Says what the pictures in a folder show. */
const MADE_FROM = 'made-from.txt';
const madeFrom = (of: string) => join(of, MADE_FROM);

const keptIn = (of: string): string[] =>
	existsSync(madeFrom(of)) ? readFileSync(madeFrom(of), 'utf8').trim().split('\n') : [];

/** Web pages as wide as a mail program shows them, and one on a phone; as high as its beginning. */
const pageViews = [
	...Object.keys(shownPages).map((page) => ({ name: page, page, width: 620, height: undefined })),
	{ name: 'report-phone', page: 'report', width: 360, height: 1200 },
];

/** The pictures that belong in the folder. */
const pictures = [
	...['workflow', 'node', 'trigger', 'macro', ...templates],
	...Object.keys(byRows).map((name) => `rows-${name}`),
	...panels.map(({ name }) => `resources/${name}`),
	...pageViews.map(({ name }) => `pages/${name}`),
].flatMap((name) => schemes.map((scheme) => `${name}.${scheme}.png`));

/** In the same folder; `npm run demo:video` makes it. */
const VIDEO = 'demo.webm';

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** What a panel shows for one operation: its fields with their texts. @throws if the node has no such operation */
function contentOf({ node, resource, operation }: Omit<ResourcePanel, 'name'>): string {
	if (!(operation in (callers[node].resources[resource]?.operations ?? {})))
		throw new Error(`${node} has no operation ${resource}.${operation}.`);
	const all = propertiesOf(node).filter(({ displayOptions: { show } = {} }) =>
		Object.entries({ resource, operation }).every(
			([name, value]) => (show?.[name] as unknown[] | undefined)?.includes(value) ?? true,
		),
	);
	const [{ options: _, ...first }, ...others] = all;
	const seen = others.map(({ options = [], ...field }) =>
		field.name === 'operation'
			? { ...field, options: options.filter((one) => 'value' in one && one.value === operation) }
			: { ...field, options },
	);
	return sha256([first, ...seen]);
}

/** A line for each resource: its name, and what its picture shows. */
export const shownOfResources = (): string[] =>
	panels.map((panel) => `${panel.name} ${contentOf(panel)}`);

/** The operations in the picture of a node and in those of rows: of `weekly-agent-report` and of `byRows`. */
const OPERATIONS: Array<Omit<ResourcePanel, 'name'>> = [
	{ node: 'CustomerConversation', resource: 'report', operation: 'getAgentSummary' },
	{ node: 'CustomerConversation', resource: 'conversation', operation: 'filter' },
	{ node: 'CustomerConversation', resource: 'contact', operation: 'upsert' },
	{ node: 'CustomerConversation', resource: 'message', operation: 'send' },
	{ node: 'CustomerConversationAdmin', resource: 'automationRule', operation: 'create' },
];

/** What the pictures of templates, rows and nodes show: files, and the panels as n8n has them. */
export const shown = (): string =>
	sha256([
		hashOf(
			...['templates', 'icons', 'test/support/byRows.ts', 'host/package.json'].map((path) =>
				join(root, path),
			),
		),
		...OPERATIONS.map(contentOf),
		panelFor('CustomerConversationTrigger').properties,
	]);

/** What the pictures of web pages show. */
export const shownOfPages = (): string =>
	hashOf(
		...[
			'nodes/CustomerConversation/pages',
			'nodes/CustomerConversation/resources/report/parts/pageSections.ts',
			'nodes/CustomerConversation/resources/conversation/parts/transcriptPage.ts',
			'nodes/CustomerConversation/resources/csat/createPage.ts',
			'test/support/pageSamples.ts',
			'test/support/reportService.ts',
		].map((path) => join(root, path)),
	);

/** What is wrong with the pictures in a folder, each with the command that takes them again. */
export function outdated(of = folder): string[] {
	const lines = shownOfResources();
	const kept = keptIn(join(of, 'resources'));
	const resources = panels.filter((_, index) => !kept.includes(lines[index]));
	const found = readdirSync(of, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name !== MADE_FROM)
		.map((entry) => relative(of, join(entry.parentPath, entry.name)));
	return [
		...(keptIn(of)[0] === shown()
			? []
			: ['templates, rows and nodes are outdated: npm run docs:pictures']),
		...resources.map(
			({ name }) => `resources/${name} is outdated: npm run docs:pictures -- resources`,
		),
		...(keptIn(join(of, 'pages'))[0] === shownOfPages()
			? []
			: ['pages are outdated: npm run docs:pictures -- pages']),
		...pictures
			.filter((name) => !found.includes(name))
			.map((name) => `${name} is missing: npm run docs:pictures`),
		...(found.includes(VIDEO) ? [] : [`${VIDEO} is missing: npm run demo:video`]),
		...found
			.filter((name) => name !== VIDEO && !pictures.includes(name))
			.map((name) => `${name} shows nothing that exists now: remove it`),
	];
}

interface Editor {
	/** Of the service. */
	service: string;
	address: string;
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
	const [, service, address, email, password] = await new Promise<string[]>((resolve, reject) => {
		let printed = '';
		child.stdout.on('data', (chunk: Buffer) => {
			process.stdout.write(chunk);
			printed += String(chunk);
			const found = /Agents of (\S+), [^]+Editor\s+(\S+)\s+Log in\s+(\S+)\s+(\S+)\s+Example/.exec(
				printed,
			);
			if (found) resolve(found);
		});
		child.once('exit', () => reject(new Error('n8n did not start')));
	});
	return {
		service,
		address,
		email,
		password,
		stop: async () => {
			child.kill('SIGINT');
			await stopped;
		},
	};
}

async function logIn(page: Page, { email, password }: Editor): Promise<void> {
	const reply = await page.request.post('/rest/login', {
		data: { emailOrLdapLoginId: email, password },
	});
	if (!reply.ok()) throw new Error(`n8n refuses the log-in: ${await reply.text()}`);
}

/** What lies over the canvas, hovers over nodes, or tells something. */
const hidden = `[data-test-id="canvas-controls"], [data-test-id^="execute-workflow-button"], [aria-label="Select trigger node"],
	[data-test-id="canvas-node-toolbar"], [data-test-id="canvas-handle-plus-wrapper"],
	[data-test-id="floating-nodes"], .el-notification, .el-popper, [role="tooltip"]
	{ opacity: 0 !important }`;

interface Clip {
	x: number;
	y: number;
	width: number;
	height: number;
}

const MARGIN = 16;

/** In the page: the part that holds the nodes, their names and notes. */
const nodes = `(() => {
	const boxes = [...document.querySelectorAll('.vue-flow__node, .vue-flow__node :not(:has(*))')]
		.filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
		.map((element) => element.getBoundingClientRect())
		.filter(({ width, height }) => width && height);
	const x = Math.min(...boxes.map(({ left }) => left)) - ${MARGIN};
	const y = Math.min(...boxes.map(({ top }) => top)) - ${MARGIN};
	const width = Math.max(...boxes.map(({ right }) => right)) + ${MARGIN} - x;
	const height = Math.max(...boxes.map(({ bottom }) => bottom)) + ${MARGIN} - y;
	return { x, y, width, height };
})()`;

/** Takes what is to be seen in both schemes: n8n follows the system's. */
async function take(page: Page, name: string, part: () => Promise<Clip | null>): Promise<void> {
	await page.mouse.move(0, 0);
	for (const colorScheme of schemes) {
		await page.emulateMedia({ colorScheme });
		// Colours fade.
		await page.waitForTimeout(1_000);
		const clip = (await part()) ?? undefined;
		await page.screenshot({ path: join(folder, `${name}.${colorScheme}.png`), clip });
	}
	process.stdout.write(`${name}\n`);
}

/** The id of a template's workflow stands in the template. */
async function openTemplate(page: Page, template: string): Promise<void> {
	const { id } = JSON.parse(readFileSync(join(root, 'templates', `${template}.json`), 'utf8')) as {
		id: string;
	};
	await page.goto(`/workflow/${id}`);
	await page.addStyleTag({ content: hidden });
	await page.getByTestId('canvas-node').first().waitFor();
	// The canvas fits itself a moment later.
	await page.waitForTimeout(1_500);
	await page.keyboard.press('1');
	await page.waitForTimeout(1_000);
}

/** @param nodes that have run when it is done */
async function runTemplate(page: Page, template: string, nodes: number): Promise<void> {
	await openTemplate(page, template);
	await page.getByTestId('execute-workflow-button').click();
	await page
		.getByTestId('canvas-node-status-success')
		.nth(nodes - 1)
		.waitFor();
}

/** Opens a node, and moves its fields to the left: its output gets the room of its input. */
async function openNode(page: Page, name: string): Promise<void> {
	await page.getByTestId('canvas-node').filter({ hasText: name }).first().dblclick();
	await page.getByTestId('panel-drag-button').hover();
	await page.mouse.down();
	await page.mouse.move(0, 0, { steps: 10 });
	await page.mouse.up();
}

/** The part of a node's panel below its head, from the fields to the right. */
async function fieldsAndOutput(page: Page): Promise<Clip | null> {
	const [panel, tab] = await Promise.all(
		['ndv', 'tab-params'].map((id) => page.getByTestId(id).boundingBox()),
	);
	if (!panel || !tab) return null;
	const [x, y] = [tab.x, tab.y - MARGIN];
	return { x, y, width: panel.x + panel.width - x, height: panel.y + panel.height - y };
}

/** What an operation asks for first: what comes below the choice of it, above its collection. */
async function fieldsAlone(page: Page): Promise<Clip | null> {
	const all = page.getByTestId('node-parameters');
	const [whole, operation, next] = await Promise.all(
		[
			all,
			all.getByTestId('parameter-input-operation'),
			all.getByText(/^(Return All|Additional Fields)\s*$/).first(),
		].map((part) => part.boundingBox()),
	);
	if (!whole || !operation || !next) return null;
	const y = operation.y + operation.height;
	return { ...whole, y, height: next.y - y };
}

const HIGH = { width: 1280, height: 1900 };

/** In the page: the fields, from the choice of the resource to the last. */
const wholePanel = `(() => {
	const all = document.querySelector('[data-test-id="node-parameters"]');
	const boxes = [...all.querySelectorAll('[data-test-id^="parameter-input"], button')]
		.filter((element) => element.checkVisibility())
		.map((element) => element.getBoundingClientRect());
	const { x, width } = all.getBoundingClientRect();
	const resource = all.querySelector('[data-test-id="parameter-input-resource"]');
	const y = resource.getBoundingClientRect().top - ${2 * MARGIN};
	return { x, y, width, height: Math.max(...boxes.map(({ bottom }) => bottom)) + ${MARGIN} - y };
})()`;

/** n8n asks for the columns of a mapper before a new node has its credential. */
async function haveColumns(page: Page): Promise<void> {
	await page.waitForTimeout(1_000);
	const retry = page.getByTestId('node-parameters').getByText('Retry', { exact: true });
	if (!(await retry.count())) return;
	await retry.click();
	await retry.waitFor({ state: 'detached' });
}

/** Those whose panel is another one than in their picture; what is done stays so where it ends before the last. */
async function takeResources(page: Page): Promise<void> {
	mkdirSync(resourcesFolder, { recursive: true });
	const kept = keptIn(resourcesFolder);
	const lines = shownOfResources();
	const fresh = new Set(lines.filter((line) => kept.includes(line)));
	let count = 0;
	await page.setViewportSize(HIGH);
	for (const [index, { name, node, resource, operation }] of panels.entries()) {
		if (fresh.has(lines[index])) continue;
		const { title, resources } = callers[node];
		// Loading the editor takes longest.
		if (count++ % 6 === 0) {
			await openWorkflow(page);
			await page.addStyleTag({ content: hidden });
		}
		await add(page, resources[resource].operations[operation].action, { node: title });
		await haveColumns(page);
		await page.evaluate('document.activeElement.blur()');
		await take(page, `resources/${name}`, async () => await page.evaluate<Clip>(wholePanel));
		await close(page);
		// Fits the canvas, so that the next plus is inside.
		await page.keyboard.press('1');
		await page.waitForTimeout(500);
		fresh.add(lines[index]);
		const done = lines.filter((line) => fresh.has(line));
		writeFileSync(madeFrom(resourcesFolder), done.map((line) => `${line}\n`).join(''));
	}
}

/** The window is as high as the longest needs. */
async function takeRows(page: Page, { service }: Editor): Promise<void> {
	await atSandbox({ url: service, tokens }).opens(5, { inbox_id: 4 });
	await page.setViewportSize(HIGH);
	for (const [name, fillIn] of Object.entries(byRows)) {
		await openWorkflow(page);
		await page.addStyleTag({ content: hidden });
		await fillIn(page);
		await page.evaluate('document.activeElement.blur()');
		await take(page, `rows-${name}`, async () => await fieldsAlone(page));
	}
}

async function takePages(browser: Browser): Promise<void> {
	mkdirSync(pagesFolder, { recursive: true });
	for (const { name, page, width, height } of pageViews) {
		const opened = await browser.newPage({ viewport: { width, height: height ?? 800 } });
		await opened.setContent(await shownPages[page as keyof typeof shownPages]());
		for (const colorScheme of schemes) {
			await opened.emulateMedia({ colorScheme });
			const path = join(pagesFolder, `${name}.${colorScheme}.png`);
			await opened.screenshot({ path, fullPage: !height });
		}
		await opened.close();
		process.stdout.write(`pages/${name}\n`);
	}
	writeFileSync(madeFrom(pagesFolder), `${shownOfPages()}\n`);
}

async function main(): Promise<void> {
	if (process.argv.includes('--check')) {
		const faults = outdated();
		for (const fault of faults) process.stdout.write(`${fault}\n`);
		if (faults.length) throw new Error(`Faults in docs/pictures: ${faults.length}`);
		process.stdout.write('The pictures show what is there now.\n');
		return;
	}
	const browser = await openBrowser();
	if (process.argv.includes('pages')) {
		await takePages(browser);
		return await browser.close();
	}
	const editor = await startEditor();
	try {
		const page = await browser.newPage({
			baseURL: editor.address,
			viewport: { width: 1280, height: 680 },
		});
		const canvas = async () => await page.evaluate<Clip>(nodes);
		const panel = async () => await fieldsAndOutput(page);
		await logIn(page, editor);
		if (process.argv.includes('resources')) return await takeResources(page);
		for (const file of readdirSync(folder).filter((name) => name.endsWith('.png')))
			rmSync(join(folder, file));
		for (const template of templates) {
			await openTemplate(page, template);
			await take(page, template, canvas);
		}
		await runTemplate(page, 'agent-summary', 3);
		await take(page, 'workflow', canvas);
		await runTemplate(page, 'weekly-agent-report', 5);
		await openNode(page, 'Agent Summary');
		await page.getByTestId('output-panel').getByText('grace@acme.example').waitFor();
		await take(page, 'node', panel);
		await openTemplate(page, 'trigger-samples');
		await openNode(page, 'Customer Wrote');
		await page.getByTestId('output-panel').getByText('JSON', { exact: true }).click();
		await take(page, 'trigger', panel);
		await openTemplate(page, 'customer-history');
		await openNode(page, 'Agent Runs the Macro');
		await take(page, 'macro', panel);
		await takeRows(page, editor);
		await takeResources(page);
		await takePages(browser);
		writeFileSync(madeFrom(folder), `${shown()}\n`);
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
