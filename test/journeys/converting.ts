import type { Page } from 'playwright-core';
import { pageHtml, servePage } from '../../moving/page/build';
import { newWorkflow, execute, open, output } from '../support/canvas';
import type { Journeys } from './journey';

const SENT = 'Converted in the page';

/** As n8n puts nodes into the clipboard: an HTTP Request that sends a message. */
const copied = (url: string) =>
	JSON.stringify({
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'call',
				name: 'Answer',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [220, 0],
				parameters: {
					method: 'POST',
					url: `${url}/api/v1/accounts/1/conversations/1/messages`,
					authentication: 'genericCredentialType',
					genericAuthType: 'httpHeaderAuth',
					sendBody: true,
					specifyBody: 'json',
					jsonBody: JSON.stringify({ content: SENT }),
					options: {},
				},
				credentials: { httpHeaderAuth: { id: 'x', name: 'Customer Conversation account' } },
			},
		],
		connections: { Start: { main: [[{ node: 'Answer', type: 'main', index: 0 }]] } },
	});

/** Pastes nodes into the page that converts them, and copies the result: it is then in the clipboard. */
async function convertInPage(page: Page, text: string): Promise<void> {
	const { address, close } = await servePage(await pageHtml());
	const context = await page
		.context()
		.browser()!
		.newContext({
			permissions: ['clipboard-read', 'clipboard-write'],
			locale: 'en-US',
		});
	try {
		const converter = await context.newPage();
		await converter.goto(address);
		await converter.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
		await converter.getByRole('textbox').first().focus();
		await converter.keyboard.press('Control+V');
		await converter.getByRole('button', { name: 'Copy the result' }).click();
		await converter.getByText('Copied.').waitFor();
	} finally {
		await context.close();
		close();
	}
}

export const converting: Journeys = {
	'Nodes that were converted in the page are pasted, and run': {
		from: newWorkflow,
		does: async (page, { url }) => {
			await convertInPage(page, copied(url));
			await page.bringToFront();
			await page.keyboard.press('Control+V');
			await page.locator('[data-test-id=canvas-node][data-node-name=Answer]').waitFor();
			await open(page, 'Answer');
			await execute(page, 1);
			await output(page).getByText(SENT).first().waitFor();
		},
	},
};
