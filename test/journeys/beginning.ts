import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { owner } from '../../host/n8n';
import * as canvas from '../support/canvas';
import { add, openWorkflow } from '../support/canvas';
import type { Journeys } from './journey';

/** Typed into the nodes panel. */
const SEARCHED = [
	...['send message', 'reply', 'answer', 'whatsapp', 'send whatsapp message', 'private note'],
	...['note', 'report', 'ticket', 'assign', 'bot', 'csat', 'live chat', 'help desk'],
	...['label', 'tag', 'macro', 'attachment', 'csv', 'hand over', 'crm contact'],
];

const WRONG = 'no-such-token';

/** A field of the credential that is open; the panel below has an Account, too. */
const credential = (page: Page, name: string) =>
	page.getByTestId('editCredential-modal').getByTestId(`parameter-input-${name}`).locator('input');

const save = async (page: Page) => await page.getByTestId('credential-save-button').click();

/** All others need what these leave: somebody who is logged in, and a credential. */
export const beginning: Journeys = {
	'The owner signs up': {
		does: async (page) => {
			await page.goto('/');
			const form = page.getByTestId('setup-form');
			const values = { ...owner, firstName: 'Demo', lastName: 'Owner' };
			for (const [name, value] of Object.entries(values))
				await form.locator(`input[name=${name}]`).fill(value);
			await form.getByTestId('form-submit-button').click();
			await form.waitFor({ state: 'detached' });
		},
	},
	'Find the node': {
		effort: { clicks: 2, keys: 12 },
		from: openWorkflow,
		does: async (page) => {
			await canvas.search(page, canvas.nextPlus(page), 'send message');
			await canvas.names(page).getByText('Customer Conversation', { exact: true }).click();
			await page.getByText('Send a message or reply', { exact: true }).waitFor();
		},
	},
	'Words for what one wants to do find it among the first two': {
		from: openWorkflow,
		does: async (page) => {
			const names = canvas.names(page);
			await canvas.search(page, canvas.nextPlus(page), 'Chatwoot');
			await names.filter({ hasText: 'Customer Side' }).waitFor();
			assert.deepEqual(await names.allInnerTexts(), [
				'Customer Conversation',
				'Customer Conversation Send and Wait',
				'Customer Conversation Admin',
				'Customer Conversation Help Center',
				'Customer Conversation Companies & Campaigns',
				'Customer Conversation Integrations',
				'Customer Conversation Captain',
				'Customer Conversation Policies & Audit',
				'Customer Conversation Platform',
				'Customer Conversation Customer Side',
				'Customer Conversation Polling',
			]);
			for (const typed of SEARCHED) {
				await page.getByPlaceholder(/search/i).fill(typed);
				await names.getByText('Customer Conversation', { exact: true }).waitFor();
				const first = (await names.allInnerTexts()).slice(0, 2);
				assert.ok(first.includes('Customer Conversation'), `${typed}: ${first.join(', ')}`);
			}
			// n8n shows the trigger's description for both.
			await page.getByText(/^Starts the workflow .* choose an action\.$/).waitFor();
		},
	},
	'A credential with a wrong token: n8n says what the service says': {
		effort: { clicks: 3, keys: 35 },
		from: async (page) => {
			await openWorkflow(page);
			await add(page, 'Get many conversations');
		},
		does: async (page, { url }) => {
			await page.getByTestId('node-credentials-empty-state').click();
			await credential(page, 'base_url').fill(url);
			await credential(page, 'api_access_token').fill(WRONG);
			await save(page);
			await page.getByText('Couldn’t connect with these settings').waitFor();
			await page.getByText('More details').click();
			await page.getByText('The token is wrong: Chatwoot says "Invalid Access Token"').waitFor();
		},
	},
	'A wrong account: it names those that are possible': {
		effort: { clicks: 2, keys: 14 },
		does: async (page, { tokens }) => {
			await credential(page, 'api_access_token').fill(tokens.user);
			await credential(page, 'account_id').fill('99');
			await save(page);
			await page.getByText("The token's user is in account 1 (Acme Support), not in 99").waitFor();
			await page.getByTestId('editCredential-modal').getByRole('button', { name: 'Close' }).click();
		},
	},
	'The right account': {
		effort: { clicks: 2, keys: 1 },
		does: async (page) => {
			await page.getByTestId('credential-edit-button').click();
			await credential(page, 'account_id').fill('1');
			await save(page);
			await page.getByText('Connection tested successfully').waitFor();
		},
	},
};
