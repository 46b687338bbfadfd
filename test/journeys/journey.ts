import type { Page } from 'playwright-core';
import type { startSandbox } from '../../sandbox/server';
import * as canvas from '../support/canvas';
import type { Effort } from '../support/canvas';
import { workflow } from '../support/workflow';

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** @returns a remark for the log, if there is one */
export type Act = (page: Page, sandbox: Sandbox) => Promise<string | void>;

/** What docs/tasks.md says of a journey. */
interface TaskRow {
	/** What people ask for, and where. */
	purpose: string;
	where: string[];
	/** From the nodes panel to the result. */
	steps: string;
	/** What comes out. */
	gives: string;
}

/** What somebody does in the editor, from an open workflow to the result. */
export interface Journey {
	/** Prepares the editor; without it, the journey begins where the previous one ended. */
	from?: Act;
	does: Act;
	/** Checks the result; its clicks and keys do not count. */
	then?: Act;
	/** The most that it may need; n8n sometimes needs one click more or less. */
	effort?: Effort;
	taskRow?: TaskRow;
}

/** Journeys by title. */
export type Journeys = Record<string, Journey>;

/** Opens a workflow of these steps behind a trigger. */
export async function openSteps(
	page: Page,
	...steps: Parameters<typeof workflow>[1]
): Promise<void> {
	await canvas.newWorkflow(page);
	await canvas.importFile(page, { name: 'steps.json', content: workflow('Steps', steps) });
	await page.keyboard.press('Escape');
}

/** Opens such a workflow, and runs the last of its steps: the next node finds its items. */
export async function runSteps(page: Page, ...steps: Parameters<typeof workflow>[1]) {
	await openSteps(page, ...steps);
	await canvas.open(page, steps[steps.length - 1].name);
	await canvas.execute(page);
	await canvas
		.output(page)
		.getByText(/^\d+ items?$/)
		.waitFor();
	await canvas.close(page);
}

/** Seconds that practised people need: to point and click, and for a key. Thinking and waiting come on top. */
const PACE = { click: 2, key: 0.3 };

export const secondsOf = ({ clicks, keys }: Effort): number =>
	Math.round(clicks * PACE.click + keys * PACE.key);

const wordsOf = ({ clicks, keys }: Effort) =>
	`${clicks} click${clicks === 1 ? '' : 's'}, ${keys} key${keys === 1 ? '' : 's'}`;

const NONE: Effort = { clicks: 0, keys: 0 };

/** @returns what to say of it: what it took, where that is known. @throws Error where it took more */
export async function walk(journey: Journey, page: Page, sandbox: Sandbox): Promise<string> {
	const { from, does, then, effort } = journey;
	await from?.(page, sandbox);
	const counted = async () => (effort ? await canvas.effortOf(page) : NONE);
	const before = await counted();
	const remark = await does(page, sandbox);
	const after = await counted();
	await then?.(page, sandbox);
	if (!effort) return remark ?? '';
	const took = { clicks: after.clicks - before.clicks, keys: after.keys - before.keys };
	const isMore = took.clicks > effort.clicks || took.keys > effort.keys;
	if (isMore) throw new Error(`${wordsOf(took)}, at most ${wordsOf(effort)}`);
	return [wordsOf(took), remark].filter(Boolean).join(' ');
}
