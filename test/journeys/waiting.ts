import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { atSandbox } from '../support/atSandbox';
import { add, box, execute, openWorkflow, output, pickRecord } from '../support/canvas';
import { until } from '../support/editor';
import { urlsIn } from '../support/questions';
import type { Journeys } from './journey';

/** The page on a phone and on a screen, light and dark: it fits, can be read, and loads nothing else. */
async function checkLooks(page: Page): Promise<void> {
	const requests: string[] = [];
	page.on('request', (request) => requests.push(request.url()));
	for (const width of [360, 1280])
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width, height: 800 });
			await page.reload();
			const overflow = await page.evaluate(
				'document.documentElement.scrollWidth - window.innerWidth',
			);
			assert.ok(Number(overflow) <= 0, `${width}: ${String(overflow)} pixels too wide`);
			const buttons = await page.getByRole('button').all();
			assert.equal(buttons.length, 2);
			for (const button of buttons) assert.ok(((await button.boundingBox())?.height ?? 0) >= 44);
			const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
			const [red] = /\d+/.exec(String(background)) ?? [];
			assert.equal(Number(red) < 128, colorScheme === 'dark');
		}
	assert.deepEqual([...new Set(requests)], [page.url()]);
}

export const waiting: Journeys = {
	'Let a person approve': {
		taskRow: {
			purpose:
				'Before a workflow or an AI agent acts, somebody of the team says yes or no, in the conversation.',
			where: ['evolution-foundation/evolution-api#2059', 'n8n-io/n8n#10675'],
			steps:
				'_Customer Conversation Send and Wait_: Conversation from the list, Message. Whoever opens a link of the private note presses **Approve** or **Decline**.',
			gives: 'After the click one item with `approved`. Until then the execution waits.',
		},
		effort: { clicks: 6, keys: 28 },
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Send a question and wait for the response', {
				node: 'Customer Conversation Send and Wait',
				words: 'approval',
			});
			await pickRecord(page, 'conversation_id', '#237');
			await box(page, 'message').fill('Refund 20 euros?');
			await execute(page);
		},
		then: async (page, sandbox) => {
			let urls: string[] = [];
			await until('the note', async () => {
				urls = urlsIn((await atSandbox(sandbox).notes(237)).at(-1));
				return urls.length === 2;
			});
			const opened = await page.context().newPage();
			await until('the page', async () => (await opened.goto(urls[0]))?.status() === 200);
			await checkLooks(opened);
			await opened.getByRole('button', { name: 'Approve' }).click();
			await opened.getByText('Thank You').waitFor();
			await opened.close();
			await output(page).getByText('true', { exact: true }).first().waitFor();
		},
	},
};
