import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../host/steps';
import { atSandbox } from '../support/atSandbox';
import * as canvas from '../support/canvas';
import { box, choose, entry, execute, output, panel } from '../support/canvas';
import { until } from '../support/editor';
import type { Journey, Journeys } from './journey';

/** A template as it is: imported, and published. */
const published = (name: string): Pick<Journey, 'effort' | 'from' | 'does'> => ({
	effort: { clicks: 4, keys: 0 },
	from: canvas.newWorkflow,
	does: async (page) => {
		await canvas.importFile(page, join(root, 'templates', `${name}.json`));
		await canvas.publish(page);
	},
});

/** What n8n says after it has published is read, and the service calls n8n from now on. */
async function listening(page: Page, { webhooks }: ReturnType<typeof atSandbox>): Promise<void> {
	await page.getByRole('button', { name: 'Got it' }).click();
	await until('the webhook is registered', async () => (await webhooks()).length > 0);
}

/**
 * Imports a template whose trigger waits for silences, and publishes it; then lets one pass.
 * @param seconds of the silence
 * @param isTeam whether the customer waits
 * @param change what is chosen before it is published
 * @param happened what is waited for
 */
function afterSilence(
	name: string,
	{ seconds, isTeam = false }: { seconds: number; isTeam?: boolean },
	happened: (service: ReturnType<typeof atSandbox>, id: number) => Promise<boolean>,
	change: (page: Page) => Promise<void> = async () => {},
): Pick<Journey, 'from' | 'does' | 'then'> {
	let talk = 0;
	return {
		from: async (page, sandbox) => {
			const { opens, says, write, ages } = atSandbox(sandbox);
			talk = await opens(40);
			await says(talk, 'Where is my parcel?');
			if (!isTeam) await write(talk, { content: 'On its way' });
			// It passes some seconds after the first poll.
			ages(talk, seconds - 45);
			await canvas.newWorkflow(page);
		},
		does: async (page) => {
			await canvas.importFile(page, join(root, 'templates', `${name}.json`));
			await change(page);
			await canvas.publish(page);
		},
		then: async (page, sandbox) => {
			await page.getByRole('button', { name: 'Got it' }).click();
			const service = atSandbox(sandbox);
			await until(`${name} runs`, async () => await happened(service, talk), 150_000);
			await canvas.unpublish(page);
		},
	};
}

export const starting: Journeys = {
	'When a customer writes in one inbox': {
		taskRow: {
			purpose:
				'Each message from a customer in one inbox starts the workflow, but no private notes and no messages from the bot.',
			where: ['chatwoot/chatwoot#1645', 'chatwoot/chatwoot#10632'],
			steps:
				'The trigger’s _On customer wrote_: _Add Filter → Inbox Names or IDs_. The node creates and removes its webhook by itself.',
			gives: 'One item per message, with conversation, contact and inbox.',
		},
		effort: { clicks: 8, keys: 8 },
		from: canvas.newWorkflow,
		does: async (page, sandbox) => {
			await canvas.addFirst(page, 'On customer wrote');
			await panel(page).getByText('the node registers this n8n in Chatwoot').waitFor();
			await panel(page).getByText('Customer Wrote', { exact: true }).waitFor();
			await panel(page).getByTestId('collection-parameter-add').first().click();
			await entry(page, 'Inbox Names or IDs').click();
			await choose(page, 'inbox_ids', 'Mobile app (2)');
			await execute(page);
			await panel(page).getByText('Listening for test event').waitFor();
			await atSandbox(sandbox).says(237, 'In another inbox');
			await atSandbox(sandbox).says(240, 'In the chosen inbox');
			await output(page).getByText('1 item', { exact: true }).waitFor();
		},
		then: async (page) => {
			await output(page).getByText('Table', { exact: true }).click();
			await output(page).getByText('In the chosen inbox').first().waitFor();
			assert.equal(await output(page).getByText('In another inbox').count(), 0);
		},
	},
	'A button for agents starts a workflow': {
		taskRow: {
			purpose:
				'An agent runs a macro in a conversation, and a workflow starts with this conversation.',
			where: ['chatwoot/chatwoot#5968', 'chatwoot/chatwoot#9616', 'chatwoot/chatwoot#8355'],
			steps:
				'The trigger’s _On customer wrote_: Source **Macro or Rule**, Name. The node creates the macro and removes it by itself.',
			gives: 'One item per click, with the conversation, the contact and `started_by_name`.',
		},
		effort: { clicks: 6, keys: 14 },
		from: canvas.newWorkflow,
		does: async (page, sandbox) => {
			await canvas.addFirst(page, 'On customer wrote');
			await choose(page, 'source', 'Macro or Rule');
			await box(page, 'name').fill('Refund');
			await execute(page);
			await panel(page).getByText('Listening for test event').waitFor();
			const { get, runs } = atSandbox(sandbox);
			type Macros = { payload: Array<{ id: number; name: string }> };
			const made = async () =>
				(await get<Macros>('macros')).payload.find(({ name }) => name === 'Refund');
			await until('the macro', async () => Boolean(await made()));
			await runs(Number((await made())?.id), 240);
			await output(page).getByText('1 item', { exact: true }).waitFor();
			await until('the macro is removed', async () => !(await made()));
		},
		then: async (page) => {
			await output(page).getByText('Table', { exact: true }).click();
			await output(page).getByText('macro_executed').first().waitFor();
		},
	},
	'New conversations, without a public address': {
		taskRow: {
			purpose: 'n8n runs at home or behind a firewall, and Chatwoot cannot call it.',
			where: ['chatwoot/chatwoot#14494', 'chatwoot/chatwoot#11969'],
			steps:
				'The Polling Trigger’s _On conversation created_, without changes: it polls every minute.',
			gives: 'One item per conversation, each only once, the oldest first.',
		},
		effort: { clicks: 4, keys: 7 },
		from: canvas.newWorkflow,
		does: async (page, sandbox) => {
			await atSandbox(sandbox).opens(5);
			await canvas.add(page, 'On conversation created', {
				node: 'Customer Conversation Polling',
				words: 'polling',
				plus: canvas.firstPlus(page),
			});
			// The newest ones, as samples.
			await execute(page, 5);
		},
	},
	'A bot that answers and hands over': {
		taskRow: {
			purpose:
				'A bot answers until somebody asks for a person; then it stops and hands the conversation off to the team.',
			where: ['chatwoot/rasa-agent-bot-demo#12', 'chatwoot/chatwoot#12720'],
			steps:
				'_⋯ → Import → From File_: [bot.json](../templates/bot.json), then publish. The note in the workflow says what to change.',
			gives:
				'One answer to the messages that a customer writes in a row; after the handoff a private note, the label _human_ and the status _open_.',
		},
		...published('bot'),
		then: async (page, sandbox) => {
			assert.equal(await page.getByText('?', { exact: true }).count(), 0);
			const service = atSandbox(sandbox);
			const { says, answers } = service;
			await listening(page, service);
			const before = (await answers(240)).length;
			await says(240, 'Where is my parcel?');
			await until('the bot answers', async () => (await answers(240)).length > before);
			await canvas.unpublish(page);
		},
	},
	'Remind a silent customer': {
		taskRow: {
			purpose:
				'The customer does not answer: a reminder after 10 minutes, 5 hours and 1 day, within opening hours, and the approved template after WhatsApp’s 24 hours.',
			where: ['chatwoot/chatwoot#6861', 'chatwoot/chatwoot#4542'],
			steps:
				'_⋯ → Import → From File_: [follow-up.json](../templates/follow-up.json), then publish. The note in the workflow says what to change.',
			gives: 'One reminder for each time, until the customer writes.',
		},
		effort: { clicks: 4, keys: 0 },
		...afterSilence('follow-up', { seconds: 600 }, async ({ answers }, id) =>
			String((await answers(id)).at(-1)).startsWith('Are you still there'),
		),
	},
	'Escalate what nobody answered': {
		taskRow: {
			purpose:
				'A customer waits: the agent is reminded after 30 minutes, another team gets the conversation after 2 hours.',
			where: ['chatwoot/chatwoot#6861', 'chatwoot/chatwoot#7363'],
			steps:
				'_⋯ → Import → From File_: [escalate.json](../templates/escalate.json), choose the team in **Give to Another Team**, then publish.',
			gives:
				'A private note that mentions the agent; later priority _high_, the other team and a note. An answer of the team ends it.',
		},
		effort: { clicks: 9, keys: 0 },
		...afterSilence(
			'escalate',
			{ seconds: 7200, isTeam: true },
			async ({ conversation }, id) => (await conversation(id)).meta.team?.name === 'billing',
			async (page) => {
				await canvas.open(page, 'Give to Another Team');
				await canvas.pickRecord(page, 'team_id', 'billing');
				await canvas.close(page);
			},
		),
	},
	'Close what is silent': {
		taskRow: {
			purpose:
				'The customer does not answer: asked once after 2 days whether anything is left, resolved after 3.',
			where: ['chatwoot/chatwoot#6459', 'chatwoot/chatwoot#13515'],
			steps:
				'_⋯ → Import → From File_: [close-silent.json](../templates/close-silent.json), then publish.',
			gives: 'The question, then the status _resolved_, unless the customer writes.',
		},
		effort: { clicks: 4, keys: 0 },
		...afterSilence(
			'close-silent',
			{ seconds: 3 * 86_400 },
			async ({ conversation }, id) => (await conversation(id)).status === 'resolved',
		),
	},
	'Alert after a bad rating': {
		taskRow: {
			purpose: 'Somebody must see a rating below 3 at once.',
			where: ['chatwoot/chatwoot#8114'],
			steps:
				'_⋯ → Import → From File_: [csat-alert.json](../templates/csat-alert.json), then publish.',
			gives:
				'The conversation is open again, with priority _high_, the label _unhappy_ and a private note with the customer’s words.',
		},
		...published('csat-alert'),
		then: async (page, sandbox) => {
			const service = atSandbox(sandbox);
			const { opens, write, resolve, conversation, rates, notes } = service;
			await listening(page, service);
			const id = await opens(7);
			await write(id, { content: 'Please rate', content_type: 'input_csat' });
			await resolve(id);
			await rates((await conversation(id)).uuid, 2, 'Too slow');
			await until('the team is told', async () => (await notes(id)).length > 0);
			assert.deepEqual(await notes(id), ['Rated 2 of 5. Too slow']);
			await canvas.unpublish(page);
		},
	},
};
