import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import outputs from '../golden/outputs/CustomerConversation.v1.json';
import * as canvas from '../support/canvas';
import { operation } from '../support/workflow';
import { openSteps, type Journeys } from './journey';

const reply = operation('message', 'send', {
	conversation_id: { __rl: true, mode: 'id', value: '' },
	content: 'Hello',
});

/** What comes in, of a node that has not run. */
async function preview(page: Page) {
	const input = page.getByTestId('ndv-input-panel');
	await input.getByTestId('schema-preview-warning').waitFor();
	return input;
}

/** The fields that n8n shows of a node that has not run; it makes them while one scrolls. */
async function shown(page: Page): Promise<Set<string>> {
	const input = await preview(page);
	const names = input.getByTestId('run-data-schema-node-name');
	const seen = new Set<string>();
	await input.getByTestId('schema-preview-warning').hover();
	for (let count = -1; seen.size > count;) {
		count = seen.size;
		for (const name of await names.allInnerTexts()) seen.add(name);
		await page.mouse.wheel(0, 300);
		await page.waitForTimeout(300);
	}
	return seen;
}

/** Keys of the items, as workflows may read them. */
const keysOf = (id: keyof typeof outputs) => [
	...new Set(Object.keys(outputs[id]).map((path) => path.split(/[ .[]/)[0])),
];

const LOOKED_AT = [
	['conversation', 'getAll'],
	['contact', 'get'],
	['message', 'getAll'],
	['report', 'createPage'],
	['csat', 'getAll'],
] as const;

export const schema: Journeys = {
	'Fields of five operations before they ever ran': {
		does: async (page) => {
			for (const [resource, name] of LOOKED_AT) {
				await openSteps(
					page,
					{ name: 'Reads', ...operation(resource, name, {}) },
					{ name: 'Replies', ...reply, after: 'Reads' },
				);
				await canvas.open(page, 'Replies');
				const fields = await shown(page);
				const keys = keysOf(`account.${resource}.${name}` as keyof typeof outputs);
				const missing = keys.filter((key) => !fields.has(key));
				assert.deepEqual([resource, name, missing], [resource, name, []]);
				await canvas.close(page);
			}
		},
	},
	'Drag a field of a node that never ran': {
		from: async (page) => {
			await openSteps(
				page,
				{ name: 'Reads', ...operation('conversation', 'getAll', {}) },
				{ name: 'Replies', ...reply, after: 'Reads' },
			);
			await canvas.open(page, 'Replies');
			await preview(page);
		},
		does: async (page) => await canvas.drag(page, 'conversation_id', 'conversation_id'),
		then: async (page) => {
			await canvas.field(page, 'conversation_id').getByText('$json.conversation_id').waitFor();
			await canvas.close(page);
		},
	},
};
