import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { lines } from '../../host/install';
import { owner } from '../../host/n8n';
import { root, runFolder, step, stopAll } from '../../host/steps';
import { resources } from '../../nodes/CustomerConversation/resources';
import { resources as adminResources } from '../../nodes/CustomerConversationAdmin/resources';
import { resources as captainResources } from '../../nodes/CustomerConversationCaptain/resources';
import { resources as crmResources } from '../../nodes/CustomerConversationCrm/resources';
import { resources as enterpriseResources } from '../../nodes/CustomerConversationEnterprise/resources';
import { resources as helpCenterResources } from '../../nodes/CustomerConversationHelpCenter/resources';
import { resources as integrationsResources } from '../../nodes/CustomerConversationIntegrations/resources';
import { startSandbox } from '../../sandbox/server';
import { atSandbox } from '../support/atSandbox';
import { byRows } from '../support/byRows';
import * as canvas from '../support/canvas';
import { add, addRow, box, choose, entry, execute } from '../support/canvas';
import { field, fillRow, openWorkflow, output, panel } from '../support/canvas';
import { report, runChecks } from '../support/checklist';
import { openBrowser } from '../support/chromium';
import { until } from '../support/editor';
import { realN8n } from '../support/realN8n';
import { BUDGET, compare, measure, ratio } from '../support/speed';
import { operation, workflow } from '../support/workflow';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** @returns what to say of it, if anything */
type Journey = (page: Page, sandbox: Sandbox) => Promise<string | void>;

/** What somebody does in the editor, from an open workflow to the result. Typing is no click. */
interface Task {
	/** What stands there when it begins. */
	from?: Journey;
	does: Journey;
	/** What comes of it later, without clicks of the task. */
	then?: Journey;
	/** The most clicks that it may take. */
	most?: number;
	/** What it took in release 0.1; as many clicks as it may take where it is left out. */
	before?: string;
}

/** Opens a workflow of these steps behind a trigger. */
async function openSteps(page: Page, ...steps: Parameters<typeof workflow>[1]): Promise<void> {
	await canvas.newWorkflow(page);
	await canvas.importFile(page, { name: 'steps.json', content: workflow('Steps', steps) });
	await page.keyboard.press('Escape');
}

/** Typed into the nodes panel. */
const SEARCHED = [
	...['send message', 'reply', 'answer', 'whatsapp', 'send whatsapp message', 'private note'],
	...['note', 'report', 'ticket', 'assign', 'bot', 'csat', 'live chat', 'help desk'],
];

const WRONG = 'no-such-token';

/** A field of the credential that is open; the panel below has an Account, too. */
const credential = (page: Page, name: string) =>
	page.getByTestId('editCredential-modal').getByTestId(`parameter-input-${name}`).locator('input');

const save = async (page: Page) => await page.getByTestId('credential-save-button').click();

const DAYS = 7;

const REPORT = 'Download the report of all agents as rows or a CSV file';

/** The first operation of every resource, as a step. */
const panels = [
	resources,
	adminResources,
	helpCenterResources,
	crmResources,
	integrationsResources,
	captainResources,
	enterpriseResources,
].flatMap((some) =>
	Object.entries(some).map(([resource, { operations }]) => ({
		name: resource,
		...operation(resource, Object.keys(operations)[0], {}),
	})),
);

const MISSING = 'Conversation 99999 is not in account 1';

const SIZES = [
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

/** In this order: some go on from where the one before ended. */
const tasks: Record<string, Task> = {
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
	'1 Find the node': {
		most: 2,
		from: openWorkflow,
		does: async (page) => {
			await canvas.search(page, canvas.nextPlus(page), 'send message');
			await canvas.names(page).getByText('Customer Conversation', { exact: true }).click();
			await page.getByText('Send a message or reply', { exact: true }).waitFor();
		},
	},
	'1 Words for what one wants to do find it among the first two': {
		from: openWorkflow,
		does: async (page) => {
			const names = canvas.names(page);
			await canvas.search(page, canvas.nextPlus(page), 'Chatwoot');
			await names.filter({ hasText: 'Client' }).waitFor();
			assert.deepEqual(await names.allInnerTexts(), [
				'Customer Conversation',
				'Customer Conversation Admin',
				'Customer Conversation Help Center',
				'Customer Conversation CRM',
				'Customer Conversation Integrations',
				'Customer Conversation Captain',
				'Customer Conversation Enterprise',
				'Customer Conversation Platform',
				'Customer Conversation Client',
				'Customer Conversation Polling',
			]);
			for (const typed of SEARCHED) {
				await page.getByPlaceholder(/search/i).fill(typed);
				await names.getByText('Customer Conversation', { exact: true }).waitFor();
				const first = (await names.allInnerTexts()).slice(0, 2);
				assert.ok(first.includes('Customer Conversation'), `${typed}: ${first.join(', ')}`);
			}
			// n8n shows the trigger's for both.
			await page.getByText(/^Reply, .*, or start when something happens there$/).waitFor();
		},
	},
	'2 A credential with a wrong token: n8n says what the service says': {
		most: 3,
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
			await page.getByText('The token is wrong: the service says "Invalid Access Token"').waitFor();
		},
	},
	'2 A wrong account: it names those that are possible': {
		most: 3,
		does: async (page, { tokens }) => {
			await credential(page, 'api_access_token').fill(tokens.user);
			await credential(page, 'account_id').fill('99');
			await save(page);
			await page.getByText("The token's user is in account 1 (Acme Support), not in 99").waitFor();
			await page.getByTestId('editCredential-modal').getByRole('button', { name: 'Close' }).click();
		},
	},
	'2 The right account': {
		most: 3,
		does: async (page) => {
			await page.getByTestId('credential-edit-button').click();
			await credential(page, 'account_id').fill('1');
			await save(page);
			await page.getByText('Connection tested successfully').waitFor();
		},
	},
	'3 Reply to a conversation': {
		most: 8,
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Send a message or reply', { words: 'reply' });
			await canvas.pickRecord(page, 'conversation_id', /#237 Bruno Haddad · Mail desk · /);
			await box(page, 'content').fill('It is in stock again.');
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			assert.equal((await atSandbox(sandbox).answers(237)).at(-1), 'It is in stock again.');
		},
	},
	'3 A list of names is searched, and scrolled through all its pages': {
		from: async (page) => {
			await openWorkflow(page);
			await add(page, 'Get a contact');
		},
		does: async (page, sandbox) => {
			const { meta } = await atSandbox(sandbox).get<{ meta: { count: number } }>('contacts');
			const names = page.getByTestId('rlc-item');
			await field(page, 'contact_id').getByTestId('rlc-input').click();
			await names.filter({ hasText: 'Amara Berg' }).waitFor();
			assert.ok((await names.count()) < meta.count, 'the first page has them all');
			while ((await names.count()) < meta.count) {
				const seen = await names.count();
				await names.last().scrollIntoViewIfNeeded();
				await names.nth(seen).waitFor();
			}
			assert.equal(new Set(await names.allInnerTexts()).size, meta.count);
			await page.getByTestId('rlc-search').fill('haddad');
			await names.filter({ hasText: 'Berg' }).first().waitFor({ state: 'hidden' });
			await names.nth(9).waitFor();
			const found = await names.allInnerTexts();
			assert.equal(found.length, 10);
			assert.ok(found.every((name) => name.includes('Haddad')));
			await names.filter({ hasText: 'Amara Haddad' }).click();
			await execute(page, 1);
			await output(page).getByText('amara.haddad@kestrel.example').waitFor();
		},
	},
	'4 Contact with custom attributes': {
		most: 12,
		from: openWorkflow,
		does: async (page) => {
			await byRows.contact(page);
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const path = `contacts/search?q=${encodeURIComponent('zoe@kestrel.example')}`;
			const { payload } = await atSandbox(sandbox).get<{ payload: Array<object> }>(path);
			assert.equal(payload.length, 1);
			const { name, phone_number, custom_attributes } = payload[0] as Record<string, unknown>;
			assert.deepEqual(
				[name, phone_number, custom_attributes],
				['Zoë Müller', '+4915112345678', { plan: 'pro', seats: 25 }],
			);
		},
	},
	'5 Open, with a label, of last week': {
		most: 16,
		before: '4 and about 330 characters of JSON',
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
	'5 Open, with a label and an attribute of the account': {
		most: 18,
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
	'A rule of two conditions and three actions': {
		from: openWorkflow,
		does: async (page) => {
			await byRows.rule(page);
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const { payload } = await atSandbox(sandbox).get<{ payload: Array<object> }>(
				'automation_rules',
			);
			const { conditions, actions } = payload.at(-1) as Record<string, unknown>;
			assert.deepEqual(conditions, [
				{
					attribute_key: 'status',
					filter_operator: 'equal_to',
					values: ['open'],
					query_operator: 'and',
				},
				{
					attribute_key: 'content',
					filter_operator: 'contains',
					values: ['refund'],
					query_operator: null,
				},
			]);
			assert.deepEqual(actions, [
				{ action_name: 'add_label', action_params: ['vip'] },
				{ action_name: 'change_priority', action_params: ['urgent'] },
				{ action_name: 'add_private_note', action_params: ['Asked for money back'] },
			]);
		},
	},
	'A WhatsApp template with two variables': {
		most: 18,
		from: async (page, sandbox) => {
			await atSandbox(sandbox).opens(5, { inbox_id: 4 });
			await openWorkflow(page);
		},
		does: async (page) => {
			await byRows.template(page);
			await execute(page, 1);
			const text = 'Hello Jörg, your order A-1017 is on its way.';
			await output(page).getByText(text).first().waitFor();
		},
		then: async (_page, sandbox) => {
			const { get, answers } = atSandbox(sandbox);
			const { payload } = (
				await get<{ data: { payload: Array<{ id: number }> } }>('conversations?inbox_id=4')
			).data;
			assert.deepEqual(await answers(payload[0].id), [
				'Hello Jörg, your order A-1017 is on its way.',
			]);
		},
	},
	'A card with two buttons': {
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Send a message or reply');
			await canvas.pickRecord(page, 'conversation_id', '#237');
			await choose(page, 'content_kind', 'Cards');
			await box(page, 'content').fill('Which one?');
			await fillRow(page, { title: 'The green one' });
			const link = { uri: 'https://acme.example/green', text: 'Look at it' };
			await addRow(page, 'Add Button', link);
			const answer = { type: 'Send a Value Back', payload: 'green', text: 'Take it' };
			await addRow(page, 'Add Button', answer);
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const { content, content_attributes } = (await atSandbox(sandbox).messages(237)).at(-1)!;
			assert.equal(content, 'Which one?');
			const actions = [
				{ type: 'link', uri: 'https://acme.example/green', text: 'Look at it' },
				{ type: 'postback', payload: 'green', text: 'Take it' },
			];
			assert.deepEqual(content_attributes, { items: [{ title: 'The green one', actions }] });
		},
	},
	'An article in a category': {
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Create an article', { node: 'Customer Conversation Help Center' });
			await canvas.pickRecord(page, 'portal_slug', 'Full');
			await box(page, 'title').fill('Größen');
			await canvas.pickRecord(page, 'author_id', 'Ada Lindqvist');
			await box(page, 'content').fill('**30 cm**');
			await canvas.addField(page, 'Category', { category_id: 'Orders' });
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			type Found = { payload: Array<{ title: string; content: string; category: object }> };
			const { payload } = await atSandbox(sandbox).get<Found>('portals/any/articles');
			const { content, category } = payload.find(({ title }) => title === 'Größen')!;
			assert.equal(content, '**30 cm**');
			assert.equal((category as { name: string }).name, 'Orders');
		},
	},
	'A campaign for who has a label': {
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Create a campaign', { node: 'Customer Conversation CRM' });
			await box(page, 'title').fill('Frühling');
			await choose(page, 'campaign_kind', 'WhatsApp');
			await canvas.pickRecord(page, 'inbox_id', 'WhatsApp');
			await canvas.pickRecord(page, 'template', 'order_update (en)');
			await addRow(page, 'Add Variable', { name: '1', value: 'Jörg' });
			await addRow(page, 'Add Variable', { name: '2', value: 'A-1017' });
			await fillRow(page, { audience: 'vip (4)', scheduled_at: '2199-03-01 09:00:00' });
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const { get } = atSandbox(sandbox);
			type Named = { id: number; title: string; audience?: object[] };
			const campaigns = await get<Named[]>('campaigns');
			const { audience } = campaigns.find(({ title }) => title === 'Frühling')!;
			const labels = (await get<{ payload: Named[] }>('labels')).payload;
			const { id } = labels.find(({ title }) => title === 'vip')!;
			assert.deepEqual(audience, [{ type: 'Label', id }]);
		},
	},
	'6a Assign to a team': {
		most: 10,
		from: openWorkflow,
		does: async (page) => {
			await add(page, 'Assign a conversation to an agent or team or bot', { words: 'assign' });
			await canvas.pickRecord(page, 'conversation_id', '#236');
			await choose(page, 'assign_to', 'Team');
			await canvas.pickRecord(page, 'team_id', 'support');
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			const { meta } = await atSandbox(sandbox).conversation(236);
			assert.equal(meta.team?.name, 'support');
		},
	},
	'6b Go on with its conversation, the status by an expression': {
		most: 10,
		before: 'a dead end',
		does: async (page) => {
			await canvas.close(page);
			await add(page, 'Set the status of a conversation');
			const status = "{{ $json.team_name === 'support' ? 'pending' : 'resolved' }}";
			await canvas.express(page, 'status', status, 'pending');
			await canvas.drag(page, 'conversation_id', 'conversation_id');
			await execute(page, 1);
		},
		then: async (_page, sandbox) => {
			assert.equal((await atSandbox(sandbox).conversation(236)).status, 'pending');
		},
	},
	'7 Monthly report by agent as CSV, scheduled': {
		most: 9,
		from: async (page) => {
			await canvas.newWorkflow(page);
			await canvas.addTrigger(page, 'Schedule', 'On a schedule');
			await choose(page, 'field', 'Seconds');
			await box(page, 'secondsInterval').fill('2');
			await canvas.close(page);
		},
		does: async (page) => {
			await add(page, REPORT, { words: 'report' });
			assert.equal(await box(page, 'period').inputValue(), 'Last Month');
			await choose(page, 'output', 'File');
			await execute(page, 1);
			await output(page).getByText('agents_report.csv').waitFor();
			await canvas.close(page);
			await canvas.publish(page);
		},
		then: async (page) => {
			await page.getByRole('button', { name: 'Got it' }).click();
			await page.getByTestId('radio-button-executions').click();
			const executions = page.getByTestId(/^execution-details-/);
			await executions.nth(1).waitFor();
			const ends = await executions.allInnerTexts();
			assert.ok(
				ends.every((text) => text.includes('Succeeded')),
				ends.join(),
			);
			await executions.first().click();
			await canvas.open(page, REPORT);
			await output(page).getByText('agents_report.csv').waitFor();
			await canvas.close(page);
			await canvas.unpublish(page);
		},
	},
	'8 Trigger, one inbox, test event': {
		most: 8,
		from: canvas.newWorkflow,
		does: async (page, sandbox) => {
			await canvas.addFirst(page, 'On customer wrote');
			await panel(page).getByText('The node registers this n8n at the service by itself').waitFor();
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
	'9 Bot template': {
		most: 4,
		from: canvas.newWorkflow,
		does: async (page) => {
			await canvas.importFile(page, join(root, 'templates/bot.json'));
			await canvas.publish(page);
		},
		then: async (page, sandbox) => {
			assert.equal(await page.getByText('?', { exact: true }).count(), 0);
			const { says, answers, webhooks } = atSandbox(sandbox);
			await page.getByRole('button', { name: 'Got it' }).click();
			await until('the webhook is registered', async () => (await webhooks()).length > 0);
			const before = (await answers(240)).length;
			await says(240, 'Where is my parcel?');
			await until('the bot answers', async () => (await answers(240)).length > before);
			await canvas.unpublish(page);
		},
	},
	'10 Read and fix an error': {
		most: 1,
		from: async (page) => {
			const id = { __rl: true, mode: 'id', value: '99999' };
			const get = operation('conversation', 'get', { conversation_id: id });
			await openSteps(page, { name: 'Get', ...get });
			await canvas.open(page, 'Get');
			await execute(page);
		},
		does: async (page, { url }) => {
			await output(page).getByText(MISSING).first().waitFor();
			await box(page, 'conversation_id').fill(`${url}/app/accounts/1/conversations/240`);
			await execute(page, 1);
		},
	},
	'11 Tool of an AI Agent': {
		most: 3,
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
	'12 The panel of each resource, in both widths and both themes': {
		from: async (page) => await openSteps(page, ...panels),
		does: async (page) => {
			for (const { name } of panels) {
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
			return `${panels.length} panels`;
		},
	},
};

/** Errors of the editor that n8n makes of itself. */
const ITS_OWN = [
	// Whether somebody is logged in, asked before anybody is.
	/\/rest\/login .*401/,
	// The columns of a mapper, asked for before the node has a credential.
	/\/resource-mapper-fields .*500/,
	// How often npm delivered the package, asked of a registry that nothing here may reach.
	/^https:\/\/registry\.npmjs\.org\/n8n-nodes-customer-conversation .*ERR_FAILED/,
];

/** Keeps the errors of all pages; what is not n8n here is not reached. */
async function watch(context: BrowserContext, address: string): Promise<string[]> {
	const errors: string[] = [];
	const note = (text: string) => {
		if (!ITS_OWN.some((own) => own.test(text))) errors.push(text);
	};
	context.on('console', (message: ConsoleMessage) => {
		if (message.type() === 'error') note(`${message.location().url} ${message.text()}`);
	});
	context.on('weberror', (error) => note(error.error().message));
	await context.route(
		({ href }) => !href.startsWith(address),
		(route) => route.abort(),
	);
	return errors;
}

/** Lines of n8n's log that are n8n's own trouble, as it looks for hosts of its makers, and the error that a task reads. */
const ITS_OWN_LOG = [
	...[/api(-staging)?\.n8n\.io/, /A system task run failed/, /Python task runner/],
	new RegExp(`"${MISSING}: `),
];

const faultsIn = (logFile: string): string[] =>
	readFileSync(logFile, 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('{') && line.includes('"level":"error"'))
		.filter((line) => !ITS_OWN_LOG.some((own) => own.test(line)));

/** @returns what to say of it: the clicks, where they are bounded */
async function walk(task: Task, page: Page, sandbox: Sandbox): Promise<string> {
	const { from, does, then, most, before = `${most}` } = task;
	await from?.(page, sandbox);
	const count = async () => (most === undefined ? 0 : await canvas.clicksOf(page));
	const earlier = await count();
	const said = await does(page, sandbox);
	const clicks = (await count()) - earlier;
	await then?.(page, sandbox);
	if (most === undefined) return said ?? '';
	const words = `${clicks} click${clicks === 1 ? '' : 's'}`;
	assert.ok(clicks <= most, `${words}, at most ${most}`);
	return `${[words, said].filter(Boolean).join(' ')} (${before} before)`;
}

async function main(): Promise<void> {
	const browser = await openBrowser();
	const n8n = await realN8n(lines[0]);
	const sandbox = await startSandbox();
	try {
		const { logFile } = await step(`Start n8n ${n8n.version}`, () =>
			n8n.start({ N8N_WEBHOOK_URL: n8n.address, N8N_LOG_FORMAT: 'json' }),
		);
		const context = await browser.newContext({ baseURL: n8n.address, viewport: SIZES[0] });
		// The machine may have other work to do.
		context.setDefaultTimeout(60_000);
		await canvas.countClicks(context);
		const errors = await watch(context, n8n.address);
		const page = await context.newPage();
		for (const [index, [name, task]] of Object.entries(tasks).entries())
			await report(name, async () => {
				errors.splice(0);
				try {
					const said = await walk(task, page, sandbox);
					assert.deepEqual(errors, [], 'errors in the console');
					return said;
				} catch (error) {
					await page.screenshot({ path: join(runFolder, `journey-${index}.png`) });
					throw error;
				}
			});
		const { opening, switching } = await step('Measure', () => measure(page));
		process.stdout.write(`  Switching the operation: ${compare(switching)}\n`);
		await report(`Opening the panel: ${compare(opening)}, at most ${BUDGET}`, () =>
			assert.ok(ratio(opening) <= BUDGET, 'the budget is missed'),
		);
		await report("No error in n8n's log", () => assert.deepEqual(faultsIn(logFile), []));
	} finally {
		await browser.close();
		await stopAll();
		await sandbox.close();
	}
}

runChecks(main);
