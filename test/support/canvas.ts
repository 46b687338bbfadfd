import type { BrowserContext, Locator, Page } from 'playwright-core';

/** What somebody did. A dragged thing is one click, a double-click two; each letter is a key. */
export interface Effort {
	clicks: number;
	keys: number;
}

/** In the page: counts whoever moves the mouse and types. A text comes as a whole, with no key of its own. */
const COUNTER = `{
	const more = (what, by) => { sessionStorage[what] = Number(sessionStorage[what] ?? 0) + by };
	const counts = {
		pointerdown: () => more('clicks', 1),
		keydown: () => more('keys', 1),
		input: ({ isTrusted, data }) => isTrusted && more('keys', data?.length ?? 0),
	};
	for (const [event, count] of Object.entries(counts))
		document.addEventListener(event, count, { capture: true });
}`;

/** Lets all pages of a context count. */
export const countEffort = async (context: BrowserContext) => await context.addInitScript(COUNTER);

/** What was done so far. */
export const effortOf = async (page: Page) =>
	await page.evaluate<Effort>(
		'({ clicks: Number(sessionStorage.clicks ?? 0), keys: Number(sessionStorage.keys ?? 0) })',
	);

export const panel = (page: Page) => page.getByTestId('ndv');
/** What a user reads in the panel of a node after a run. */
export const output = (page: Page) => page.getByTestId('output-panel');
export const field = (page: Page, name: string): Locator =>
	page.getByTestId(`parameter-input-${name}`).filter({ visible: true }).first();
/** Where text is typed into a field. */
export const box = (page: Page, name: string): Locator =>
	field(page, name).locator('input, textarea, [role=textbox]').filter({ visible: true }).last();

/** Tells what is open of unsaved changes no more, and opens an empty workflow. */
export async function newWorkflow(page: Page): Promise<void> {
	// With the name n8n begins anew, and closes what is open.
	const named = page.waitForResponse(/\/rest\/workflows\/new\b/);
	await page.goto('/workflow/new');
	await named;
	await page.getByTestId('canvas-plus-button').waitFor();
}

/** Searches the nodes panel, which `plus` opens. */
export async function search(page: Page, plus: Locator, text: string): Promise<void> {
	await plus.click();
	await page.getByPlaceholder(/search/i).fill(text);
}

export const names = (page: Page) => page.getByTestId('node-creator-item-name');
export const firstPlus = (page: Page) => page.getByTestId('canvas-plus-button');
export const nextPlus = (page: Page) => page.getByTestId('canvas-handle-plus').first();

/** Adds a trigger of n8n's own to an empty workflow; some open their panel. @param name in the list before a search */
export async function addTrigger(page: Page, name: string): Promise<void> {
	await firstPlus(page).click();
	await page.getByText(name, { exact: true }).click();
}

/** Opens a new workflow with a trigger. */
export async function openWorkflow(page: Page): Promise<void> {
	await newWorkflow(page);
	await addTrigger(page, 'Trigger manually');
	await nextPlus(page).waitFor();
}

/** Adds an action or a trigger of a node of the package. */
export async function add(
	page: Page,
	action: string,
	{ node = 'Customer Conversation', words = 'Chatwoot', plus = nextPlus(page) } = {},
): Promise<void> {
	await search(page, plus, words);
	await names(page).getByText(node, { exact: true }).click();
	await page.getByTestId('item-iterator-item').getByText(action, { exact: true }).click();
	await panel(page).waitFor();
}

export const addFirst = async (page: Page, action: string) =>
	await add(page, action, { plus: firstPlus(page) });

export async function open(page: Page, node: string): Promise<void> {
	await page.locator(`[data-test-id=canvas-node][data-node-name="${node}"]`).dblclick();
	await panel(page).waitFor();
}

export async function close(page: Page): Promise<void> {
	await page.getByTestId('ndv-close-button').click();
	await panel(page).waitFor({ state: 'hidden' });
}

/** An entry of an open list; some have a description below their name. */
export const entry = (page: Page, name: string) =>
	page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) });

export async function choose(page: Page, name: string, option: string): Promise<void> {
	// While n8n asks for what there is to choose.
	await field(page, name).locator(':disabled').first().waitFor({ state: 'detached' });
	await field(page, name).click();
	await entry(page, option).click();
}

/** A cell of the last row. */
const cell = (page: Page, name: string): Locator =>
	panel(page).getByTestId(`parameter-input-${name}`).filter({ visible: true }).last();

/** Adds a row, and fills it in. @param button that adds it */
export async function addRow(page: Page, button: string, cells: Cells): Promise<void> {
	await panel(page).getByText(button, { exact: true }).last().click();
	await fillRow(page, cells);
}

/** Adds a field to the collection that is shown last, and fills it in. @param button that adds it */
export async function addField(
	page: Page,
	name: string,
	cells: Cells,
	button = 'Add Field',
): Promise<void> {
	await panel(page).getByPlaceholder(button).filter({ visible: true }).last().click();
	await entry(page, name).click();
	await fillRow(page, cells);
}

/** What is chosen, picked or typed in each cell, in this order. */
type Cells = Record<string, string>;

/** Fills in the last row. */
export async function fillRow(page: Page, cells: Cells): Promise<void> {
	for (const [name, value] of Object.entries(cells)) {
		// While n8n asks for what there is to choose.
		await cell(page, name).locator(':disabled').first().waitFor({ state: 'detached' });
		if (await cell(page, name).getByTestId('rlc-input').count()) {
			await pick(page, cell(page, name), value);
			continue;
		}
		await cell(page, name).click();
		if (await cell(page, name).locator('.el-select').count()) {
			await entry(page, value).filter({ visible: true }).click();
			await page.keyboard.press('Escape');
			continue;
		}
		const input = cell(page, name).locator('input, textarea').filter({ visible: true }).last();
		await input.fill(value);
		// A date and time is taken with it alone; in a longer text it would be a line.
		if (await cell(page, name).locator('input').count()) await input.press('Enter');
		await input.press('Tab');
	}
}

/** Picks a record from the list that the service gives. */
export const pickRecord = async (page: Page, name: string, text: string | RegExp) =>
	await pick(page, field(page, name), text);

async function pick(page: Page, locator: Locator, text: string | RegExp): Promise<void> {
	await locator.getByTestId('rlc-input').click();
	await page.getByTestId('rlc-item').filter({ hasText: text }).first().click();
}

/** Gives a choice by an expression. @param result is to be seen before n8n takes what was typed */
export async function express(
	page: Page,
	name: string,
	expression: string,
	result: string,
): Promise<void> {
	const head = panel(page).getByTestId(`${name}-parameter-input-options-container`);
	await head.hover();
	await head.getByTestId('radio-button-expression').click();
	await box(page, name).fill(expression);
	await page.getByTestId('parameter-input-hint').getByText(result).waitFor({ state: 'attached' });
}

/** Drags a value of the item that comes in onto a field. */
export async function drag(page: Page, value: string, name: string): Promise<void> {
	const from = page
		.getByTestId('ndv-input-panel')
		.getByTestId('run-data-schema-node-name')
		.getByText(value, { exact: true });
	await from.hover();
	await page.mouse.down();
	const { x, y, width, height } = (await field(page, name).boundingBox())!;
	await page.mouse.move(x + width / 2, y + height / 2, { steps: 10 });
	await page.mouse.up();
	await field(page, name).getByText(value).waitFor();
}

/** Executes the node whose panel is open. */
export async function execute(page: Page, items?: number): Promise<void> {
	await page.getByTestId('node-execute-button').click();
	if (items === undefined) return;
	const count = `${items} item${items === 1 ? '' : 's'}`;
	await output(page).getByText(count, { exact: true }).waitFor();
}

/** Workflow menu → Import → From file. */
export async function importFile(page: Page, file: string | { name: string; content: object }) {
	await page.getByTestId('workflow-menu').click();
	await page.getByRole('menuitem', { name: 'Import', exact: true }).hover();
	const chosen = page.waitForEvent('filechooser');
	await page.getByRole('menuitem', { name: 'From file' }).click();
	const chooser = await chosen;
	await chooser.setFiles(
		typeof file === 'string'
			? file
			: {
					name: file.name,
					mimeType: 'application/json',
					buffer: Buffer.from(JSON.stringify(file.content)),
				},
	);
	await page.getByTestId('canvas-node').first().waitFor();
}

export async function publish(page: Page): Promise<void> {
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	await page.getByTestId('workflow-publish-button').waitFor({ state: 'hidden' });
}

export async function unpublish(page: Page): Promise<void> {
	await page.getByTestId('version-menu-button').click();
	await page.getByRole('menuitem', { name: 'Unpublish' }).click();
	await page.getByRole('button', { name: 'Unpublish' }).click();
}
