import type { Page } from 'playwright-core';
import { close, entry, field, importFile, newWorkflow, open } from './canvas';
import { httpRequest, operation, workflow } from './workflow';

/** In the page: milliseconds from an event until what the selector names is painted. */
const stopwatch = (event: string, selector: string) => `new Promise((resolve) =>
	addEventListener('${event}', () => {
		const from = performance.now();
		const look = () => requestAnimationFrame(() => document.querySelector('${selector}')
			? requestAnimationFrame(() => resolve(performance.now() - from))
			: look());
		look();
	}, { capture: true, once: true }))`;

const shows = (name: string) => `[data-test-id="ndv"] [data-test-id="parameter-input-${name}"]`;
const hides = (name: string) =>
	`[data-test-id="ndv"]:not(:has([data-test-id="parameter-input-${name}"]))`;

/** The nodes that are compared: the last field of their panel, and a field that changes the others. */
const compared = {
	'Customer Conversation': {
		last: 'account_id',
		field: 'operation',
		options: { 'Get Many': shows('limit'), Get: shows('contact_id') },
	},
	'HTTP Request': {
		last: 'sendBody',
		field: 'authentication',
		options: {
			None: hides('nodeCredentialType'),
			'Predefined Credential Type': shows('nodeCredentialType'),
		},
	},
};

const ROUNDS = 11;

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** Opens both panels and switches in them, in turn; the first round only warms up. */
export async function measure(page: Page) {
	const names = Object.keys(compared) as Array<keyof typeof compared>;
	const made = workflow('Compared', [
		{ name: names[0], ...operation('contact', 'get', { contact_id: 1 }) },
		{ name: names[1], ...httpRequest('http://127.0.0.1/'), after: names[0] },
	]);
	await newWorkflow(page);
	await importFile(page, { name: 'compared.json', content: made });
	await page.keyboard.press('Escape');
	const opening = names.map((): number[] => []);
	const switching = names.map((): number[] => []);
	for (let round = 0; round <= ROUNDS; round++) {
		for (const [index, name] of names.entries()) {
			const { last, field: changed, options } = compared[name];
			const opened = page.evaluate<number>(stopwatch('dblclick', shows(last)));
			await open(page, name);
			if (round) opening[index].push(await opened);
			for (const [option, then] of Object.entries(options)) {
				await field(page, changed).click();
				const choice = entry(page, option);
				await choice.waitFor();
				const switched = page.evaluate<number>(stopwatch('click', then));
				await choice.click();
				if (round) switching[index].push(await switched);
			}
			await close(page);
		}
	}
	return { opening: opening.map(median), switching: switching.map(median) };
}

export const BUDGET = 1.5;

export const ratio = ([packageTime, n8nTime]: number[]) => packageTime / n8nTime;
export const compare = (times: number[]) =>
	`${ratio(times).toFixed(2)} × the HTTP Request node (${times.map(Math.round).join(' against ')} ms)`;
