import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, ConsoleMessage } from 'playwright-core';
import { lines } from '../../host/install';
import { runFolder, step, stopAll } from '../../host/steps';
import { startSandbox } from '../../sandbox/server';
import { journeys } from '../journeys';
import { EXPECTED_IN_LOG } from '../journeys/conversations';
import { walk, type Journeys } from '../journeys/journey';
import { SIZES } from '../journeys/panels';
import * as canvas from '../support/canvas';
import { movingPageChecks } from './movingPage';
import { pageChecks } from './pages';
import { report, runChecks } from '../support/checklist';
import { openBrowser } from '../support/chromium';
import { installRaised } from '../support/raised';
import { realN8n } from '../support/realN8n';
import { BUDGET, compare, measure, ratio } from '../support/speed';

/** Errors of the editor that n8n causes itself. */
const N8N_ERRORS = [
	// Whether somebody is logged in, asked before anybody is.
	/\/rest\/login .*401/,
	// The columns of a mapper and the entries of a list, asked for before the node has a credential.
	/\/dynamic-node-parameters\/(resource-mapper-fields|options) .*500/,
	// The output of a node of its own, of which it has no sample.
	/\/schemas\/n8n-nodes-base\..* 404/,
	// How often npm delivered the package, asked of a registry that nothing here may reach.
	/^https:\/\/registry\.npmjs\.org\/n8n-nodes-customer-conversation .*ERR_FAILED/,
];

/** Keeps the errors of all pages; what is not n8n here is not reached. */
async function watch(context: BrowserContext, address: string): Promise<string[]> {
	const errors: string[] = [];
	const note = (text: string) => {
		if (!N8N_ERRORS.some((pattern) => pattern.test(text))) errors.push(text);
	};
	context.on('console', (message: ConsoleMessage) => {
		if (message.type() === 'error') note(`${message.location().url} ${message.text()}`);
	});
	context.on('weberror', (error) => note(error.error().message));
	await context.route(
		({ href }) => !href.startsWith(address),
		(route) => route.abort(),
	);
	return errors;
}

/** Errors in n8n's log that are n8n's, such as requests to hosts of its makers, and the error that a journey provokes. */
const N8N_LOG_ERRORS = [
	...[/api(-staging)?\.n8n\.io/, /A system task run failed/, /Python task runner/],
	// As it asks for lists before a new node has its credential.
	/Node does not have any credentials set/,
	EXPECTED_IN_LOG,
];

const faultsIn = (logFile: string): string[] =>
	readFileSync(logFile, 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('{') && line.includes('"level":"error"'))
		.filter((line) => !N8N_LOG_ERRORS.some((pattern) => pattern.test(line)));

/** All of them, or the beginning and those that are named: `npm run test:browser -- messages`. */
function journeysNamed(names: string[]): Journeys {
	for (const name of names)
		if (!(name in journeys)) throw new Error(`Journeys: ${Object.keys(journeys).join(', ')}`);
	const { beginning } = journeys;
	return Object.assign(
		{},
		...(names.length
			? [beginning, ...names.map((name) => journeys[name])]
			: Object.values(journeys)),
	) as Journeys;
}

async function main(): Promise<void> {
	const names = process.argv.slice(2).filter((name) => name !== 'pages');
	const chosen = journeysNamed(names);
	const browser = await openBrowser();
	if (!names.length)
		for (const [title, check] of Object.entries({
			...pageChecks(browser),
			...movingPageChecks(browser),
		}))
			await report(title, check);
	if (process.argv.includes('pages')) return await browser.close();
	const n8n = await realN8n(lines[0]);
	installRaised(n8n.folder);
	const sandbox = await startSandbox();
	try {
		const { logFile } = await step(`Start n8n ${n8n.version}`, () =>
			n8n.start({ N8N_WEBHOOK_URL: n8n.address, N8N_LOG_FORMAT: 'json' }),
		);
		const context = await browser.newContext({ baseURL: n8n.address, viewport: SIZES[0] });
		// The machine may have other work to do.
		context.setDefaultTimeout(60_000);
		await canvas.countEffort(context);
		const errors = await watch(context, n8n.address);
		const page = await context.newPage();
		for (const [index, [name, journey]] of Object.entries(chosen).entries())
			await report(name, async () => {
				errors.splice(0);
				try {
					const remark = await walk(journey, page, sandbox);
					assert.deepEqual(errors, [], 'errors in the console');
					return remark;
				} catch (error) {
					await page.screenshot({ path: join(runFolder, `journey-${index}.png`) });
					throw error;
				}
			});
		if (!names.length) {
			const { opening, switching } = await step('Measure', () => measure(page));
			process.stdout.write(`  Switching the operation: ${compare(switching)}\n`);
			await report(`Opening the panel: ${compare(opening)}, at most ${BUDGET}`, () =>
				assert.ok(ratio(opening) <= BUDGET, 'the budget is missed'),
			);
		}
		await report("No error in n8n's log", () => assert.deepEqual(faultsIn(logFile), []));
	} finally {
		await browser.close();
		await stopAll();
		await sandbox.close();
	}
}

runChecks(main);
