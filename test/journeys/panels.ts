import assert from 'node:assert/strict';
import * as canvas from '../support/canvas';
import { panels as resources, stepOf } from '../support/panels';
import { SHOWN as OF_VERSION, stepIn, VERSIONS } from '../support/raised';
import { openSteps, type Journeys } from './journey';

export const SIZES = [
	{ width: 1280, height: 800 },
	{ width: 1920, height: 1080 },
];

/** In the page: the texts of the open panel that do not fit where they stand, once it is drawn. */
const CUT_OFF = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() =>
	[...document.querySelectorAll('[data-test-id="node-parameters"], [data-test-id="node-parameters"] *')]
	.filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
	.filter((one) => one.matches('input') || getComputedStyle(one).overflowX !== 'visible')
	.map((one) => one.value || one.innerText))`;

/** In the page: the names of the fields that the open panel shows, in order. */
const SHOWN = `[...document.querySelectorAll('[data-test-id="node-parameters"] [data-test-id^="parameter-input-"]')]
	.filter((one) => one.checkVisibility() && one.dataset.testId !== 'parameter-input-field')
	.map((one) => one.dataset.testId.replace('parameter-input-', ''))`;

export const panels: Journeys = {
	'The panel of each resource, in both widths and both themes': {
		from: async (page) => await openSteps(page, ...resources.map(stepOf)),
		does: async (page) => {
			for (const { name } of resources) {
				await canvas.open(page, name);
				for (const size of SIZES) {
					await page.setViewportSize(size);
					for (const colorScheme of ['dark', 'light'] as const) {
						await page.emulateMedia({ colorScheme });
						const place = `${name}, ${size.width}, ${colorScheme}`;
						assert.deepEqual(await page.evaluate<string[]>(CUT_OFF), [], place);
					}
				}
				const shown = await page.evaluate<string[]>(SHOWN);
				if (shown.includes('account_id')) assert.equal(shown.at(-1), 'account_id', name);
				await canvas.close(page);
			}
			await page.setViewportSize(SIZES[0]);
			return `${resources.length} panels`;
		},
	},
};

export const versions: Journeys = {
	'Each version of a node has its own panel': {
		from: async (page) => await openSteps(page, ...VERSIONS.map(stepIn)),
		does: async (page) => {
			for (const version of VERSIONS) {
				await canvas.open(page, `Version ${version}`);
				const shown = await page.evaluate<string[]>(SHOWN);
				const fields = shown.filter((name) => OF_VERSION[version].includes(name));
				assert.deepEqual(fields, OF_VERSION[version]);
				const others = VERSIONS.flatMap((other) => OF_VERSION[other]).filter(
					(name) => !OF_VERSION[version].includes(name) && shown.includes(name),
				);
				assert.deepEqual(others, []);
				await canvas.close(page);
			}
		},
	},
};
