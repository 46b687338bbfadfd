import type { Page } from 'playwright-core';
import { add, addRow, box, choose, field, fillRow, panel, pickRecord } from './canvas';

/** What people fill in without any JSON, from the nodes panel on: `npm run test:browser` executes it, pictures show it. */
export const byRows = {
	filter: async (page: Page) => {
		await add(page, 'Filter conversations');
		await fillRow(page, { statuses: 'Open' });
		await addRow(page, 'Add Condition', { attribute: 'Labels', labels: 'vip' });
		await addRow(page, 'Add Condition', {
			attribute: 'Conversation Attribute (Text)',
			attribute_key: 'Order Number',
			value: 'A-1017',
		});
	},
	rule: async (page: Page) => {
		await add(page, 'Create an automation rule', { node: 'Customer Conversation Admin' });
		await box(page, 'name').fill('Money back');
		await choose(page, 'event_name', 'Message Created');
		await addRow(page, 'Add Condition', { statuses: 'Open' });
		await addRow(page, 'Add Condition', {
			attribute: 'Message Text',
			filter_operator: 'Contains',
			value: 'refund',
		});
		await fillRow(page, { action: 'Add Labels', labels: 'vip' });
		await addRow(page, 'Add Action', { action: 'Change Priority', priority: 'Urgent' });
		await addRow(page, 'Add Action', {
			action: 'Add Private Note',
			message: 'Asked for money back',
		});
	},
	contact: async (page: Page) => {
		await add(page, 'Create or update a contact');
		await box(page, 'name').fill('Zoë Müller');
		await box(page, 'email').fill('zoe@kestrel.example');
		await box(page, 'phone_number').fill('+4915112345678');
		// Where the workflow was just saved, n8n asks for the columns before it has the credential.
		const retry = panel(page).getByText('Retry', { exact: true });
		await field(page, 'plan').or(retry).waitFor();
		if (await retry.count()) await retry.click();
		await choose(page, 'plan', 'pro');
		await box(page, 'seats').fill('25');
	},
	template: async (page: Page) => {
		await add(page, 'Send a message or reply');
		await pickRecord(page, 'conversation_id', / · WhatsApp · /);
		await choose(page, 'content_kind', 'WhatsApp Template');
		await pickRecord(page, 'template', 'order_update (en)');
		await fillRow(page, { 'body 1': 'Jörg', 'body 2': 'A-1017' });
	},
};
