import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { DateTime } from 'luxon';
import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';
import type { Browser } from 'playwright-core';
import { lines, program, type Line } from '../../host/install';
import { root, runFolder } from '../../host/steps';
import { place as placed } from '../../sandbox/rows';
import { startSandbox } from '../../sandbox/server';
import { recording } from '../../truth/recordings';
import { atSandbox } from '../support/atSandbox';
import { atRest, type Editor } from '../support/atTrigger';
import { Chatwoot } from '../support/chatwoot';
import { report } from '../support/checklist';
import { browserIfThere, chromiumProblem } from '../support/chromium';
import { openApp } from '../support/dashboard';
import { editor, until, type StoredWorkflow } from '../support/editor';
import { mailbox } from '../support/mailbox';
import { urlsIn, visit, waitsFor } from '../support/questions';
import { HOSTILE } from '../support/reportService';
import type { Prepare } from '../support/part';
import { connect, type Tool } from '../support/mcp';
import { forward, listen, type Received } from '../support/server';
import { seenOn } from '../support/webPages';

type Row = Record<string, unknown>;

/** How a template is made to run, and what must be true afterwards. */
interface Proof {
	run: () => Promise<void>;
	right: () => Promise<void> | void;
}

const folder = join(root, 'templates');
const files = join(runFolder, '.n8n-files');
const chosen = (value: number | string) => ({ __rl: true, mode: 'id', value });

const MCP_TOKEN = 'token-of-an-agent';

/** What a person who imports a template chooses first: template, node, field, value. */
const overrides: Array<[string, string, string, unknown]> = [
	['lead-form', 'Find or Create Conversation', 'inbox_id', chosen(2)],
	['lead-bot', 'Customer Wrote', 'filters.inbox_ids', [2]],
	['triage', 'Billing', 'additional_fields.team_id', chosen(2)],
	['triage', 'Support', 'additional_fields.team_id', chosen(1)],
	// Contact 10, who never answers, is waited for 5 seconds; the others have an hour.
	['ask-and-wait', 'Ask', 'options', waitsFor('$json.contact_id === 10 ? 5 : 3600')],
	['menu', 'To Orders', 'additional_fields.team_id', chosen(1)],
	['menu', 'To Billing', 'additional_fields.team_id', chosen(2)],
	['own-channel', 'Message to Send', 'api_inbox_id', chosen(2)],
	['campaign-from-sheet', 'Create Campaign', 'inbox_id', chosen(4)],
	['campaign-results', 'Send by Email', 'inbox_id', chosen(3)],
	['campaign-from-sheet', 'Create Campaign', 'template', chosen('order_update (en)')],
	['knowledge-base-to-captain', 'Published Articles', 'portal_slug', chosen('help')],
	['knowledge-base-to-captain', 'Create or Update FAQ', 'assistant_id', chosen(10)],
	['cms-to-help-center', 'Create or Update', 'portal_slug', chosen('help')],
	['cms-to-help-center', 'Create or Update', 'author_id', chosen(1)],
	// Long enough for five messages of a program.
	...['support-bot', 'lead-bot', 'voice-bot', 'bot', 'bursts'].map(
		(name): [string, string, string, unknown] => [name, 'New Messages', 'wait_seconds', 3],
	),
	['any-message', 'New Messages', 'wait_seconds', 3],
	['refund-approval', 'New Messages', 'wait_seconds', 0],
	['draft-approval', 'New Messages', 'wait_seconds', 0],
	['escalate', 'Give to Another Team', 'additional_fields.team_id', chosen(2)],
	['support-bot', 'Customer Wrote', 'agent_bot_id', chosen(1)],
	['support-bot', 'Customer Wrote', 'bot_inbox_ids', [2]],
	['support-bot', 'Reply', 'additional_fields.agent_bot_id', chosen(1)],
];

const imported = Object.fromEntries(
	readdirSync(folder).map((file): [string, StoredWorkflow] => {
		const name = basename(file, '.json');
		const template = JSON.parse(readFileSync(join(folder, file), 'utf8')) as StoredWorkflow;
		for (const [, title, field, value] of overrides.filter(([file]) => file === name)) {
			const node = template.nodes.find((one) => one.name === title);
			assert.ok(node, `${name} has no node ${title}`);
			node.parameters = placed(node.parameters, field, value) as typeof node.parameters;
		}
		return [name, template];
	}),
);

/** The versions of the nodes that n8n brings, as `type@version`. */
const versionsOf = ({ folder: host }: Line) =>
	new Set(
		['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].flatMap((name) => {
			const file = join(host, 'node_modules', name, 'dist', 'types', 'nodes.json');
			const nodes = JSON.parse(readFileSync(file, 'utf8')) as INodeTypeDescription[];
			return nodes.flatMap(({ name: type, version }) =>
				[version].flat().map((one) => `${name}.${type}@${one}`),
			);
		}),
	);

interface MigrationReport {
	totalWorkflows: number;
	report: { workflowResults: Array<{ ruleId: string }> };
}

/** The templates that n8n 3 would change, with the rule that says so in the migration report of n8n 2. */
async function changedByN8n3({ ask }: Editor): Promise<string[]> {
	const path = '/breaking-changes/report';
	const found = await ask<MigrationReport>('POST', `${path}/refresh?version=v3`);
	assert.ok(found.totalWorkflows >= Object.keys(imported).length, 'not all workflows were read');
	const ids = Object.values(imported).map(({ id }) => id);
	const changed = found.report.workflowResults.map(async ({ ruleId }) => {
		type Rule = { affectedWorkflows: Array<{ id: string; name: string }> };
		const { affectedWorkflows } = await ask<Rule>('GET', `${path}/${ruleId}`);
		return affectedWorkflows.filter(({ id }) => ids.includes(id)).map(({ name }) => [name, ruleId]);
	});
	return (await Promise.all(changed)).flat().map((names) => names.join(': '));
}

/** What a model writes that was told the form: open conversations with a label. */
const CONDITIONS = [
	{
		attribute_key: 'status',
		filter_operator: 'equal_to',
		values: ['open'],
		query_operator: 'and',
	},
	{
		attribute_key: 'labels',
		filter_operator: 'equal_to',
		values: ['looked-for'],
		query_operator: null,
	},
];

const TAKEN = 'Is a colleague here?';

/** What the model fills in of the tools that it uses. */
const CALLS: Record<string, object> = {
	Read_Conversation: {},
	Earlier_Conversations: {},
	Set_Priority: { priority: 'urgent' },
	Find_Conversations: { conditions: CONDITIONS },
	Search_Answers: { search: 'parcel' },
	Save_Lead: { attributes: { company: 'Lead Ltd', seats: 40 } },
	To_Sales: { note: 'Lead Ltd wants 40 seats' },
	Hand_Over: { note: 'Wants a person' },
	// As n8n offers a tool behind a gate.
	Refund: { toolParameters: { order: 'A-1', amount: 20 }, hitlParameters: {} },
};

/** What it writes, by what tools or the customer said. */
const WORDS: Array<[RegExp, string]> = [
	[/Wants a person/, 'A colleague takes over.'],
	[/Your parcel is on its way/, 'Your parcel is on its way.'],
	[/Lead Ltd/, 'Thank you, a colleague writes to you today.'],
	[/Words of the voice/, 'You said: Words of the voice.'],
	[/refunded/, 'You get your money back.'],
	[/rejected the tool call/, 'A colleague looks into it.'],
];

interface ModelRequest {
	messages: Row[];
	tools: Array<{ function: Pick<Tool, 'name'> & { parameters: Tool['inputSchema'] } }>;
}

/**
 * The one stand-in: a model that calls the tools it has, then writes a text; and one that hears.
 * @param thinks what happens meanwhile, by what it was asked
 */
const model = async (thinks: (question: string) => Promise<void>) =>
	await listen(async ({ path, body }) => {
		const headers = { 'content-type': 'application/json' };
		const give = (reply: object) => ({ status: 200, headers, body: JSON.stringify(reply) });
		if (path.endsWith('/audio/transcriptions')) return give({ text: 'Words of the voice' });
		if (path.endsWith('/responses'))
			return give({ output: [{ content: [{ text: 'A picture of a receipt' }] }] });
		const { messages, tools = [] } = JSON.parse(String(body)) as ModelRequest;
		const question = String(messages.findLast(({ role }) => role === 'user')?.content);
		const isFirst = messages.at(-1)?.role !== 'tool';
		if (isFirst) await thinks(question);
		// Who wants a person gets one, and nothing else.
		const wantsPerson = /human$/.test(question);
		const offered = tools.map((tool) => tool.function.name);
		const called = Object.keys(CALLS).filter(
			(name) => offered.includes(name) && (name === 'Hand_Over') === wantsPerson,
		);
		const tool_calls = called.map((name) => ({
			id: `call_${name}`,
			type: 'function',
			function: { name, arguments: JSON.stringify(CALLS[name]) },
		}));
		const calls = isFirst && tool_calls.length > 0;
		const messagesText = JSON.stringify(messages.slice(1));
		const words = WORDS.find(([pattern]) => pattern.test(messagesText))?.[1] ?? 'We look into it.';
		const message = {
			...{ role: 'assistant', content: calls ? null : words },
			...(calls && { tool_calls }),
		};
		return give({
			...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'stand-in' },
			choices: [{ index: 0, message, finish_reason: calls ? 'tool_calls' : 'stop' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		});
	});

/** Rows of a table file, by the titles of its first line. */
function rowsOf(file: string): Row[] {
	const { read, utils } = createRequire(program(lines[0]))('@e965/xlsx') as {
		read: (content: Buffer, options: object) => { Sheets: Row; SheetNames: string[] };
		utils: { sheet_to_json: (sheet: unknown, options: object) => Row[] };
	};
	const content = readFileSync(join(files, file));
	const { Sheets, SheetNames } = read(content, { type: 'buffer', raw: true });
	return utils.sheet_to_json(Sheets[SheetNames[0]], { defval: '' });
}

const column = (rows: Row[], name: string) => rows.map((row) => row[name]);

/** What a CMS has: two articles of a new category, one of a category that is there. */
const WRITTEN: Row[] = [
	{ slug: 'groesse', title: 'Welche Größe?', html: '<h2>Größe</h2>', category: 'Maße & Größen' },
	{ slug: 'laenge', title: 'Welche Länge?', html: '<b>30 cm</b>', category: 'maße & größen' },
	{ slug: 'late', title: 'My parcel is late', html: '<p>Write to us.</p>', category: 'Orders' },
].map((article, index) => {
	const language = article.category === 'Orders' ? 'en' : 'de';
	return { ...article, language, published: index > 0 };
});

const FAQS = 'captain/assistant_responses?assistant_id=10';

const SHEET = `title,labels,date,customer,order
Frühling,vip,2199-03-01 09:00,Jörg,A-1
Herbst,"vip, billing",2199-10-01 09:00,Ada,B-2
`;

const cms = async () =>
	await listen(() => ({
		status: 200,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(WRITTEN),
	}));

/** The gateway of a channel: it takes what it is given, but for who is not there. */
const channel = async () =>
	await listen(({ body }) => {
		const { text } = JSON.parse(String(body)) as Row;
		const isThere = text !== 'Nobody is there';
		return {
			status: isThere ? 200 : 503,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(isThere ? { id: 'sms-1' } : { message: 'No such subscriber' }),
		};
	});

/** Noon of the day before, in Berlin. */
const YESTERDAY = DateTime.now().setZone('Europe/Berlin').minus({ days: 1 }).set({ hour: 12 });

/** The sandbox as a server of 4.18 as documented: a campaign was completed yesterday, and a team was made. */
const newest = async (sandbox: { url: string }) => {
	const chatwoot = new Chatwoot('4.18.0');
	const noon = YESTERDAY.toUnixInteger();
	chatwoot.entries[4].created_at = noon;
	for (const campaign of chatwoot.campaigns) campaign.completed_at = noon;
	chatwoot.campaigns.push({ ...chatwoot.campaigns[0], id: 5, completed_at: noon - 86_400 });
	return await listen(async (request) =>
		/^\/api$|\/audit_logs$|\/campaigns(\/|$)/.test(request.path)
			? chatwoot.answer(request)
			: await forward(sandbox.url, request),
	);
};

/** Orders of whoever asks; the last one is hostile. */
const orders = async () =>
	await listen(() => ({
		status: 200,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify([
			{ number: 'A-1', status: 'sent', total: '20 €' },
			{ number: 'B-2', status: HOSTILE, total: 0 },
		]),
	}));

/** The sandbox with ratings: one of this contact, one of another. */
const ratedBy = { id: 0 };
const rated = async (sandbox: { url: string }) =>
	await listen(async (request) => {
		if (!request.path.endsWith('/csat_survey_responses'))
			return await forward(sandbox.url, request);
		const [row] = recording('account.csat.list', 'ok').response.body as Row[];
		const mine = { ...row, rating: 2, feedback_message: HOSTILE, created_at: 1_790_841_600 };
		return {
			status: 200,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify([row, { ...mine, id: 99, contact: ratedBy }]),
		};
	});

/** A shop that refunds what it is told. */
const shop = async () =>
	await listen(() => ({
		status: 200,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ status: 'refunded' }),
	}));

/** A count, which is a text in a CSV file. */
const counts = (rows: Row[], name: string) => column(rows, name).map(Number);

/** Templates that wait. Each has its own sandbox and model, so that they run at the same time. */
const WAITING = [
	...['ask-and-wait', 'support-bot', 'voice-bot', 'lead-bot', 'bot', 'bursts', 'any-message'],
	...['follow-up', 'escalate', 'close-silent'],
];

/** A service, and a model that answers its customers. */
async function place() {
	const sandbox = await startSandbox();
	const at = atSandbox(sandbox);
	const openAi = await model(async (question) => {
		// While the model thinks an agent takes the conversation.
		if (!question.endsWith(TAKEN)) return;
		type Found = { payload: Array<{ id: number }> };
		const { payload } = await at.get<Found>('contacts/24/conversations');
		await at.assigns(Math.max(...payload.map(({ id }) => id)), 2);
	});
	return {
		...{ sandbox, openAi },
		close: async () => await Promise.all([sandbox.close(), openAi.close()]),
	};
}

type Place = Awaited<ReturnType<typeof place>>;

/** Replaces the credentials of a template's nodes. */
function useCredentials(name: string, ids: Record<string, string>): void {
	for (const { credentials = {} } of imported[name].nodes)
		for (const [type, id] of Object.entries(ids))
			if (credentials[type]) credentials[type] = { id, name: id };
}

async function proofsOf(
	address: string,
	{ sandbox, openAi: { received: modelRequests } }: Place,
	sent: Received[],
	refunds: Received[],
	mails: Awaited<ReturnType<typeof mailbox>>['received'],
	browser?: Browser,
): Promise<Record<string, Proof>> {
	const api = await editor(address);
	const at = atSandbox(sandbox);

	/** So many executions have ended, all of them well. */
	const ended = async (id: string, amount: number) => {
		const holds = async () => {
			const { success, error } = await api.executions(id);
			if (error) assert.deepEqual(await api.failures(id), []);
			return success >= amount && (await api.running(id)) === 0;
		};
		await until(`${amount} executions of ${id}`, holds);
		assert.equal((await api.executions(id)).success, amount);
	};
	/** "Execute workflow" in the editor. */
	const execute = (name: string, start: string) => async () => {
		await api.listen(imported[name].id, start);
		await ended(imported[name].id, 1);
	};
	/**
	 * Activates a workflow, lets this happen at the service, and waits for the executions.
	 * @param isReady whether the service calls it, or no longer calls it; by default a webhook for each trigger
	 */
	const happens =
		(
			name: string,
			executions: number,
			act: () => Promise<void>,
			isReady?: (isCalled: boolean) => Promise<boolean>,
		) =>
		async () => {
			const { id, nodes } = imported[name];
			const triggers = nodes.filter(({ type }) => type.endsWith('.customerConversationTrigger'));
			const before = (await at.webhooks()).length;
			const byWebhooks = async (isCalled: boolean) =>
				(await at.webhooks()).length === before + (isCalled ? triggers.length : 0);
			const registered = async (isCalled: boolean) =>
				await until(
					`the service calls ${name}: ${isCalled}`,
					async () => await (isReady ?? byWebhooks)(isCalled),
				);
			await api.activate(id);
			try {
				await registered(true);
				await act();
				await ended(id, executions);
			} finally {
				// A workflow that stays active would answer in the checks of all others.
				await api.deactivate(id);
				await registered(false);
			}
		};

	/** Fills in the form of an active workflow. */
	const submit = async (name: string, values: Array<string | File>) => {
		const [{ webhookId }] = imported[name].nodes.filter((node) => node.webhookId);
		const form = `${address}/form/${webhookId}`;
		await until('the form', async () => (await fetch(form)).ok);
		const body = new FormData();
		for (const [field, value] of values.entries()) body.set(`field-${field}`, value);
		assert.ok((await fetch(form, { method: 'POST', body })).ok);
	};

	/** The macro that the template makes. */
	const macro = async () =>
		(await at.get<{ payload: Row[] }>('macros')).payload.find(
			({ name }) => name === 'Customer history',
		);

	/** Whether the inbox has a bot, or none. */
	const botStands = async (isCalled: boolean) =>
		Boolean((await at.get<{ agent_bot?: object }>('inboxes/2/agent_bot')).agent_bot) === isCalled;

	/** Activates a workflow whose trigger polls, and waits for the first poll. */
	const polls = async (id: string) => {
		await api.activate(id);
		await until('a poll', async () => await api.hasPolled(id));
	};

	const talks: Record<string, number> = {};

	/** Seconds of silence that only the sandbox's clock adds: more than the first poll takes on a busy machine. */
	const TO_COME = 240;

	/**
	 * Lets conversations be silent for less than the times of a template, then for longer.
	 * @param silent by name, the contact and the seconds
	 * @param isTeam whether the customer waits
	 */
	const silences =
		(name: string, silent: Record<string, [contact: number, seconds: number]>, isTeam = false) =>
		async () => {
			const { id } = imported[name];
			for (const [key, [contact, seconds]] of Object.entries(silent)) {
				talks[key] = await at.opens(contact);
				await at.says(talks[key], 'I have a question');
				if (isTeam) await at.assigns(talks[key], 2);
				else await at.write(talks[key], { content: 'Here is the answer' });
				at.ages(talks[key], seconds - TO_COME);
			}
			await polls(id);
			await api.deactivate(id);
			// Times have no fractions of seconds, so a few more.
			sandbox.clock.ahead = TO_COME + 5;
			// The minute of the schedule is over when n8n activates it again: it polls at once.
			await polls(id);
			await ended(id, 1);
			await api.deactivate(id);
		};

	/** Until an execution waits for the customer. */
	const waits = async (conversation: number) => {
		await until('an execution waits', async () => {
			const url = await at.pointer(conversation);
			// As long as the execution runs, n8n answers 409.
			return url !== undefined && (await fetch(url)).ok;
		});
	};

	/** Somebody opens a link of the note and presses a button. @param act what happens before it is pressed */
	const presses = async (
		conversation: number,
		link: number,
		act: string | (() => Promise<string>),
	) => {
		let urls: string[] = [];
		await until('the note', async () => {
			urls = urlsIn((await at.notes(conversation)).at(-1));
			return urls.length > link;
		});
		// n8n stores a little later that it waits.
		await until('the page', async () => (await visit(urls[link])).status === 200);
		const response = typeof act === 'string' ? act : await act();
		assert.equal((await visit(urls[link], response)).status, 200);
	};

	/** The customer writes five messages: three texts, a picture and a voice message. */
	const writesFive = async (id: number, [first, second, last]: string[]) => {
		await at.says(id, first);
		await at.says(id, second);
		await at.sends(id, 'receipt.png', 'image/png');
		await at.sends(id, 'voice.wav', 'audio/x-wav');
		await at.says(id, last);
	};
	const FILES = '[Picture: receipt.png]\n\n[Voice message: voice.wav]';
	/** Waits for this number of answers, and until the workflow has ended. */
	const reads = async (name: string, id: number, amount: number) => {
		await until(`answer ${amount}`, async () => (await at.answers(id)).length === amount);
		await atRest(api, sandbox, imported[name].id);
	};

	const helpCenter = async (list: string) =>
		(await at.get<{ payload: Row[] }>(`portals/help/${list}`)).payload;
	/** FAQs after each run. */
	const taught: Row[][] = [];
	/** Its articles and categories after each run. */
	const helpCenters: Row[][][] = [];

	/** An agent elsewhere lists the ten tools and calls each. */
	const callsEach = async () => {
		const server = `${address}/mcp/customer-conversation`;
		const isRefused = async () => (await fetch(server, { method: 'POST' })).status === 403;
		await until('the tools, for those who have the token', isRefused);
		const agent = await connect(server, { authorization: `Bearer ${MCP_TOKEN}` });
		const call = async (name: string, input: IDataObject) => {
			const { isError, content } = await agent.call(name, input);
			assert.ok(!isError, content[0].text);
			called.push(name);
			return JSON.parse(content[0].text) as Row[];
		};
		const toolNodes = imported.tools.nodes.filter(({ type }) => type.endsWith('Tool'));
		const called: string[] = [];
		const listed = await agent.list();
		assert.deepEqual(
			listed.map(({ name, description }) => `${name}: ${description}`).sort(),
			toolNodes
				.map(({ name, parameters }) => [name.replaceAll(' ', '_'), parameters.toolDescription])
				.map(([name, description]) => `${String(name)}: ${String(description)}`)
				.sort(),
		);
		const conversation_id = talks.found;
		const contacts = await call('Find_Contacts', { text: 'greta.okafor@' });
		assert.deepEqual(column(contacts, 'id'), [27]);
		const found = await call('Find_Conversations', { conditions: CONDITIONS });
		assert.deepEqual(column(found, 'id'), [talks.found]);
		const [context] = await call('Get_Context', { conversation_id });
		assert.deepEqual([context.contact_id, context.labels], [27, ['looked-for']]);
		assert.equal((context.other_conversations as Row[])[0].id, talks.done);
		const [read] = await call('Read_Messages', { conversation_id });
		const expected = [{ role: 'user', content: 'Where is my parcel?' }];
		assert.deepEqual(
			(read.messages as Row[]).map(({ role, content }) => ({ role, content })),
			expected,
		);
		const [{ content }] = await call('Find_Saved_Answers', { text: 'parcel' });
		assert.equal(content, 'Your parcel is on its way.');
		const [answer] = await call('Reply', { conversation_id, content });
		assert.deepEqual([answer.sent, answer.checked], [true, true]);
		await call('Write_Note', { conversation_id, content: 'Told from afar' });
		await call('Add_Labels', { conversation_id, labels: 'vip, refund' });
		await call('Set_Status', { conversation_id, status: 'pending' });
		assert.equal((await at.conversation(talks.found)).status, 'pending');
		await call('Hand_Over', { conversation_id, note: 'Wants a person' });
		assert.deepEqual(called.sort(), column(listed as unknown as Row[], 'name').sort());
		assert.equal(called.length, 10);
	};

	/** The texts of a page in Chromium; without it, in the HTML. */
	const textsInBrowser = async (html: string) => {
		if (!browser) return seenOn(html).texts;
		const page = await browser.newPage();
		await page.setContent(html);
		const text = await page.locator('body').innerText();
		await page.close();
		return text.split(/[\n\t]/).map((line) => line.trim());
	};
	const today = DateTime.now().setZone('Europe/Berlin').startOf('day');
	const [week, month] = [today.startOf('week'), today.startOf('month')];
	const agents = await at.get<Row[]>('agents');
	const figures = async (subject: string, from: DateTime, to: DateTime) => {
		const bounds = `since=${from.toUnixInteger()}&until=${to.toUnixInteger()}`;
		const path = `/api/v2/accounts/1/summary_reports/${subject}?${bounds}`;
		return await at.ask<Row[]>('GET', path);
	};

	return {
		'agent-summary': {
			run: execute('agent-summary', 'When clicking ‘Execute workflow’'),
			right: () => {
				const found = rowsOf('agent-summary.csv');
				assert.deepEqual(column(found, 'Agent name'), column(agents, 'name'));
			},
		},
		'weekly-agent-report': {
			run: execute('weekly-agent-report', 'Every Monday at 7:00'),
			right: async () => {
				const from = week.minus({ weeks: 1 });
				const expected = await figures('agent', from, week);
				const found = rowsOf(from.toFormat("'agents-'kkkk-'W'WW'.csv'"));
				const titles =
					'agent email conversations resolved avg_first_response avg_reply avg_resolution';
				assert.deepEqual(Object.keys(found[0]), titles.split(' '));
				assert.deepEqual(column(found, 'agent'), column(agents, 'name'));
				assert.deepEqual(column(found, 'email'), column(agents, 'email'));
				assert.deepEqual(counts(found, 'conversations'), counts(expected, 'conversations_count'));
				assert.deepEqual(
					counts(found, 'resolved'),
					counts(expected, 'resolved_conversations_count'),
				);
				assert.ok(counts(found, 'conversations').some(Boolean));
			},
		},
		'report-by-email': {
			run: execute('report-by-email', 'Every Monday at 7:00'),
			right: async () => {
				assert.equal(mails.length, 1);
				const [{ subject, html, attachments }] = mails;
				const from = week.minus({ weeks: 1 });
				assert.equal(subject, `Support last week (${from.toISODate()})`);
				const [{ filename, content }] = attachments;
				const until = week.minus({ days: 1 }).toISODate();
				assert.equal(filename, `report_${from.toISODate()}_${until}.html`);
				const { texts, sections, faults } = seenOn(String(html));
				assert.deepEqual(faults, []);
				assert.deepEqual(texts, seenOn(content.toString()).texts);
				const shown = await textsInBrowser(String(html));
				for (const [title, subject] of [
					['By Agent', 'agent'],
					['By Inbox', 'inbox'],
				]) {
					const rows = await figures(subject, from, week);
					const largest = counts(rows, 'conversations_count').sort((a, b) => b - a);
					const found = sections[title].filter((_, index) => index > 4 && index % 5 === 1);
					assert.deepEqual(found.map(Number), largest);
					assert.ok(largest.some(Boolean));
					for (const text of sections[title]) assert.ok(shown.includes(text), text);
				}
			},
		},
		'report-to-folder': {
			run: execute('report-to-folder', 'On the 1st at 6:00'),
			right: async () => {
				const [from, until] = [month.minus({ months: 1 }), month.minus({ days: 1 })];
				const name = `report_${from.toISODate()}_${until.toISODate()}.html`;
				const { texts } = seenOn(readFileSync(join(files, name), 'utf8'));
				assert.equal(texts[0], 'Support last month');
				const written = (await at.messages(1)).at(-1) as Row;
				assert.equal(written.content, `The report of ${from.toFormat('yyyy-MM')} is there.`);
				const [{ data_url }] = written.attachments as Row[];
				assert.ok(String(data_url).endsWith(name), String(data_url));
			},
		},
		'customer-card': {
			run: async () => {
				const { id } = imported['customer-card'];
				await api.listen(id, 'Once');
				await ended(id, 1);
				const [app] = await at.get<Array<{ content: Array<{ url: string }> }>>('dashboard_apps');
				const href = app.content[0].url;
				type Created = { payload: { contact: { id: number } } };
				const person = { name: HOSTILE, email: 'hostile@example.com' };
				const created = await at.ask<Created>('POST', '/api/v1/accounts/1/contacts', person);
				const contact = { id: created.payload.contact.id };
				ratedBy.id = contact.id;
				talks.card = await at.opens(contact.id);
				await at.says(talks.card, HOSTILE);
				await api.activate(id);
				try {
					const withoutKey = href.split('?')[0];
					await until('the card', async () => (await fetch(withoutKey)).status === 403);
					for (const query of ['key=wrong&contact_id=3', 'contact_id=3'])
						assert.equal((await fetch(`${withoutKey}?${query}`)).status, 403);
					const cardFor = async (contact: number) => await fetch(`${href}&contact_id=${contact}`);
					assert.equal((await cardFor(99_999_999)).status, 404);
					const card = {
						name: HOSTILE,
						Orders: ['A-1: sent, 20 €', `B-2: ${HOSTILE}, 0`],
						'Last Ratings': [`2 of 5 on 2026-10-01 ${HOSTILE}`],
						'Open Conversations': [`#${talks.card} ${HOSTILE}`],
					};
					assert.deepEqual(await (await cardFor(contact.id)).json(), card);
					if (!browser) return;
					const shown = await openApp(browser, href, contact, /Open Conversations/);
					for (const line of Object.entries(card).flat(2))
						assert.ok(line === 'name' || shown.text.includes(line), line);
					assert.equal(shown.foreign, 0);
					const elsewhere = { id: 99_999_999, account_id: 2 };
					await openApp(browser, href, elsewhere, /There is nothing about this contact/);
				} finally {
					await api.deactivate(id);
				}
			},
			right: async () => assert.deepEqual(await api.failures(imported['customer-card'].id), []),
		},
		'monthly-reports': {
			run: execute('monthly-reports', 'On the 1st at 6:00'),
			right: async () => {
				const from = month.minus({ months: 1 });
				const rows = rowsOf(from.toFormat("'reports-'yyyy-MM'.xlsx'"));
				const names = {
					agent: column(agents, 'name'),
					inbox: ['Website', 'Mobile app', 'Mail desk', 'WhatsApp'],
					team: ['support', 'billing'],
				};
				for (const [report, expected] of Object.entries(names)) {
					const found = rows.filter((row) => row.report === report);
					const figuresOfReport = await figures(report, from, month);
					const before = await figures(report, from.minus({ months: 1 }), from);
					assert.deepEqual(column(found, 'name'), expected);
					for (const count of ['conversations', 'resolved']) {
						const figure = `${count.replace('resolved', 'resolved_conversations')}_count`;
						assert.deepEqual(column(found, count), column(figuresOfReport, figure));
						assert.deepEqual(column(found, `${count}_before`), column(before, figure));
					}
				}
				assert.equal(rows.length, Object.values(names).flat().length);
			},
		},
		'nightly-export': {
			run: execute('nightly-export', 'Every Night at 2:00'),
			right: async () => {
				const all: Row[] = [];
				for (let page = 1; page <= all.length / 25 + 1; page++) {
					const path = `conversations?status=all&page=${page}`;
					all.push(...(await at.get<{ data: { payload: Row[] } }>(path)).data.payload);
				}
				const from = today.minus({ days: 1 });
				const within = (moment: number) => moment >= from.toSeconds() && moment < today.toSeconds();
				const expected = all.filter(({ created_at }) => within(Number(created_at)));
				const found = rowsOf(from.toFormat("'conversations-'yyyy-MM-dd'.csv'"));
				assert.ok(expected.length > 0);
				assert.deepEqual(counts(found, 'id').sort(), counts(expected, 'id').sort());
				assert.ok(
					found.every((row) => row.key && row.contact_name && row.inbox_name && row.status),
				);
			},
		},
		'lead-form': {
			run: happens('lead-form', 2, async () => {
				for (const [index, name] of ['Lea', 'Lea Lead'].entries()) {
					await submit('lead-form', [name, 'lea@lead.example', `Text of ${name}`]);
					await ended(imported['lead-form'].id, index + 1);
				}
			}),
			right: async () => {
				type Found = { payload: Array<Row & { id: number }> };
				const { payload: contacts } = await at.get<Found>('contacts/search?q=lea@lead.example');
				assert.deepEqual(column(contacts, 'name'), ['Lea Lead']);
				const path = `contacts/${contacts[0].id}/conversations`;
				const { payload: conversations } = await at.get<Found>(path);
				assert.deepEqual(column(conversations, 'inbox_id'), [2]);
				const messages = await at.messages(conversations[0].id);
				assert.deepEqual(column(messages, 'content'), ['Text of Lea', 'Text of Lea Lead']);
				assert.deepEqual(column(messages, 'message_type'), [0, 0]);
			},
		},
		triage: {
			run: happens('triage', 3, async () => {
				talks.money = await at.opens(1);
				talks.trouble = await at.opens(2);
				talks.else = await at.opens(3);
				talks.taken = await at.opens(4, { assignee_id: 2 });
				await at.says(talks.money, 'I want a REFUND, please.');
				await at.says(talks.trouble, 'Your app is broken.');
				await at.says(talks.else, 'Good morning!');
				await at.says(talks.taken, 'Your app is broken.');
			}),
			right: async () => {
				const became = async (name: string) => {
					const { labels, priority, meta } = await at.conversation(talks[name]);
					return [labels, priority, meta.team?.name];
				};
				assert.deepEqual(await became('money'), [['billing'], 'medium', 'billing']);
				assert.deepEqual(await became('trouble'), [['bug'], 'urgent', 'support']);
				assert.deepEqual(await became('else'), [[], 'low', undefined]);
				assert.deepEqual(await became('taken'), [[], null, undefined]);
			},
		},
		'ai-agent': {
			run: happens('ai-agent', 1, async () => {
				talks.agent = await at.opens(5);
				await at.says(talks.agent, 'My parcel never came.');
			}),
			right: async () => {
				assert.deepEqual(await at.notes(talks.agent), ['Draft: We look into it.']);
				assert.deepEqual(await at.answers(talks.agent), []);
				assert.equal((await at.conversation(talks.agent)).priority, 'urgent');
				const { messages } = JSON.parse(String(modelRequests.at(-1)?.body)) as { messages: Row[] };
				const toolResults = messages.filter(({ role }) => role === 'tool');
				const [read, earlier] = column(toolResults, 'content').map(String);
				assert.match(read, /My parcel never came/);
				assert.ok(earlier.includes(`"id":${talks.agent}`));
			},
		},
		'support-bot': {
			run: happens(
				'support-bot',
				9,
				async () => {
					talks.parcel = await at.opens(22);
					talks.person = await at.opens(23);
					talks.taken = await at.opens(24);
					talks.five = await at.opens(21);
					await writesFive(talks.five, ['Hi', 'I have a question', 'Where is my parcel?']);
					await at.says(talks.parcel, 'Where is my parcel?');
					await reads('support-bot', talks.parcel, 1);
					await at.says(talks.parcel, 'And when?');
					await reads('support-bot', talks.parcel, 2);
					await at.says(talks.person, 'I want a human');
					await reads('support-bot', talks.person, 1);
					// It is no longer the bot's turn.
					await at.says(talks.person, 'Are you there?');
					await at.says(talks.taken, TAKEN);
				},
				botStands,
			),
			right: async () => {
				const answer = 'Your parcel is on its way.';
				assert.deepEqual(await at.answers(talks.parcel), [answer, answer]);
				const prompts = modelRequests.map(({ body }) => String(body));
				const history = prompts.find((body) => body.includes('And when?'));
				assert.match(
					String(history),
					/: Where is my parcel\?\\n[^:]+: Your parcel is on its way\.\\n[^:]+: And when\?\\n\\nNot answered yet:\\nAnd when\?"/,
				);
				assert.deepEqual(await at.answers(talks.five), [answer]);
				const five = `Not answered yet:\nHi\n\nI have a question\n\n${FILES}\n\nWhere is my parcel?`;
				assert.ok(prompts.some((body) => body.includes(JSON.stringify(five).slice(1, -1))));
				assert.deepEqual(await at.answers(talks.person), ['A colleague takes over.']);
				assert.deepEqual(await at.notes(talks.person), ['Wants a person']);
				const { labels, status } = await at.conversation(talks.person);
				assert.deepEqual([labels, status], [['human'], 'open']);
				// A person has come meanwhile.
				assert.deepEqual(await at.answers(talks.taken), []);
			},
		},
		'voice-bot': {
			run: happens('voice-bot', 8, async () => {
				talks.voice = await at.opens(25);
				talks.silent = await at.opens(20);
				await writesFive(talks.voice, ['Hi', 'Listen:', 'That was it']);
				await at.sends(talks.voice, 'more.wav', 'audio/x-wav');
				await at.says(talks.silent, 'Listen');
				await at.says(talks.silent, 'to nothing');
			}),
			right: async () => {
				const words = 'Voice message: Words of the voice';
				assert.deepEqual(await at.answers(talks.voice), ['You said: Words of the voice.']);
				assert.deepEqual(await at.notes(talks.voice), [words, words]);
				assert.deepEqual(await at.answers(talks.silent), []);
				const prompt = String(modelRequests.at(-1)?.body);
				assert.match(prompt, /Listen:.*receipt\.png.*in their order:(\\nWords of the voice){2}"/);
				const heard = modelRequests.find(({ path }) => path.endsWith('/audio/transcriptions'));
				assert.match(String(heard?.body), /filename="voice\.wav"[^]*A file/);
			},
		},
		'lead-bot': {
			run: happens('lead-bot', 5, async () => {
				talks.lead = await at.opens(26);
				await writesFive(talks.lead, ['Hi', 'We are Lead Ltd', 'We need 40 seats']);
			}),
			right: async () => {
				type Contact = { payload: { custom_attributes: Row } };
				const { payload } = await at.get<Contact>('contacts/26');
				const { company, seats } = payload.custom_attributes;
				assert.deepEqual([company, seats], ['Lead Ltd', 40]);
				const answers = ['Thank you, a colleague writes to you today.'];
				assert.deepEqual(await at.answers(talks.lead), answers);
				assert.deepEqual(await at.notes(talks.lead), ['Lead Ltd wants 40 seats']);
				const { labels, priority } = await at.conversation(talks.lead);
				assert.deepEqual([labels, priority], [['lead'], 'high']);
				// What was known stood in the instructions.
				const { messages } = JSON.parse(String(modelRequests.at(-1)?.body)) as { messages: Row[] };
				assert.match(String(messages[0].content), /"plan":"(free|team|pro)"/);
			},
		},
		bot: {
			// What comes after the hand-over starts nothing.
			run: happens('bot', 6, async () => {
				talks.bot = await at.opens(6);
				await writesFive(talks.bot, ['Hello', 'Look:', 'Bye']);
				await reads('bot', talks.bot, 1);
				await at.says(talks.bot, 'I want to talk to a human');
				await until('a colleague', async () => (await at.answers(talks.bot)).length === 2);
				await at.says(talks.bot, 'Are you there?');
			}),
			right: async () => {
				const expected = [
					`You wrote: Hello\n\nLook:\n\n${FILES}\n\nBye`,
					'A colleague takes over and will answer here.',
				];
				const note = 'The customer asks for a person: I want to talk to a human';
				assert.deepEqual(await at.answers(talks.bot), expected);
				assert.deepEqual(await at.notes(talks.bot), [note]);
				const { labels, status } = await at.conversation(talks.bot);
				assert.deepEqual([labels, status], [['human'], 'open']);
			},
		},
		'csat-alert': {
			run: happens('csat-alert', 3, async () => {
				for (const rating of [5, 3, 2]) {
					const id = (talks[`rated ${rating}`] = await at.opens(7));
					await at.write(id, { content: 'Please rate', content_type: 'input_csat' });
					await at.resolve(id);
					await at.rates((await at.conversation(id)).uuid, rating, `Words of ${rating}`);
				}
			}),
			right: async () => {
				for (const rating of [5, 3, 2]) {
					const id = talks[`rated ${rating}`];
					const { labels, priority, status } = await at.conversation(id);
					const [became, notes] =
						rating < 3
							? [[['unhappy'], 'high', 'open'], ['Rated 2 of 5. Words of 2']]
							: [[[], null, 'resolved'], []];
					assert.deepEqual([labels, priority, status], became);
					assert.deepEqual(await at.notes(id), notes);
				}
			},
		},
		'customer-history': {
			run: happens(
				'customer-history',
				1,
				async () => {
					talks.earlier = await at.opens(27);
					await at.says(talks.earlier, 'Where is my parcel?');
					talks.history = await at.opens(27);
					await at.runs(Number((await macro())?.id), talks.history);
				},
				async (isCalled) => Boolean(await macro()) === isCalled,
			),
			right: async () => {
				const [note, ...others] = await at.notes(talks.history);
				assert.deepEqual(others, []);
				assert.match(String(note), /^\*\*Greta Okafor\*\* greta\.okafor@/);
				assert.ok(String(note).includes(`- #${talks.earlier} (open): Where is my parcel?`));
			},
		},
		bursts: {
			run: happens('bursts', 6, async () => {
				talks.burst = await at.opens(8);
				talks.answered = await at.opens(9);
				await writesFive(talks.burst, ['Hi', 'I have a question', 'Where is my parcel?']);
				await at.says(talks.answered, 'Hi');
				// A colleague answers on a phone.
				const content_attributes = { external_echo: true };
				await at.write(talks.answered, { content: 'Hello!', content_attributes });
			}),
			right: async () => {
				const answer = 'Thank you, we have read all of it and are on it.';
				assert.deepEqual(await at.answers(talks.burst), [answer]);
				assert.deepEqual(await at.answers(talks.answered), ['Hello!']);
			},
		},
		'ask-and-wait': {
			// Two questions. The answer starts nothing, unlike the message after it, which ends at once.
			run: happens('ask-and-wait', 3, async () => {
				talks.silent = await at.opens(10);
				talks.quick = await at.opens(11);
				await waits(talks.quick);
				await at.says(talks.quick, 'A-1234');
				await until('thanks', async () => (await at.answers(talks.quick)).length === 2);
				await at.says(talks.quick, 'And another thing');
				await until('the time-out', async () => (await at.notes(talks.silent)).length > 0);
			}),
			right: async () => {
				const question = 'What is your order number?';
				const note = 'The customer did not give an order number within an hour.';
				const [quick, silent] = [talks.quick, talks.silent];
				assert.deepEqual(await at.answers(quick), [question, 'Thank you, we look into A-1234.']);
				assert.deepEqual(await at.notes(quick), []);
				const { custom_attributes, labels } = await at.conversation(quick);
				assert.equal(custom_attributes.order_number, 'A-1234');
				assert.deepEqual(labels, []);
				assert.deepEqual(await at.answers(silent), [question]);
				assert.deepEqual(await at.notes(silent), [note]);
				assert.deepEqual((await at.conversation(silent)).labels, ['no-answer']);
			},
		},
		menu: {
			run: happens('menu', 3, async () => {
				const words = { order: 'an order', invoice: 'An invoice', other: 'Somebody, please' };
				for (const [index, name] of Object.keys(words).entries()) {
					talks[name] = await at.opens(41 + index);
					await at.says(talks[name], 'Hello');
				}
				for (const [name, content] of Object.entries(words)) {
					await waits(talks[name]);
					await at.says(talks[name], content);
				}
				await until(
					'the menu is over',
					async () => String((await at.conversation(talks.order)).labels) === 'menu',
				);
				// Who has had the menu gets it no more.
				await at.says(talks.order, 'Thanks');
			}),
			right: async () => {
				for (const name of ['order', 'invoice', 'other']) {
					const { labels } = await at.conversation(talks[name]);
					assert.deepEqual(labels, ['menu']);
					assert.deepEqual(await at.answers(talks[name]), ['How can we help you?']);
				}
				const teamOf = async (name: string) => (await at.conversation(talks[name])).meta.team?.id;
				assert.deepEqual([await teamOf('order'), await teamOf('invoice')], [1, 2]);
				const note = 'The customer chose nothing from the menu and wrote: Somebody, please';
				assert.deepEqual(await at.notes(talks.other), [note]);
			},
		},
		polling: {
			// The minute of the schedule is over when n8n activates it again: it polls at once.
			run: async () => {
				const { id } = imported.polling;
				await polls(id);
				talks.begun = await at.opens(12);
				await at.says(talks.begun, 'Hello');
				talks.too = await at.opens(13);
				await api.deactivate(id);
				await polls(id);
				await ended(id, 1);
				await api.deactivate(id);
			},
			right: async () => {
				for (const name of ['begun', 'too']) {
					const [answer, ...more] = await at.answers(talks[name]);
					assert.match(String(answer), /^Thank you, \w+.*\. We have your message/);
					assert.deepEqual(more, []);
				}
			},
		},
		'follow-up': {
			run: silences('follow-up', {
				...{ after10: [14, 600], after300: [15, 5 * 3600], after1440: [16, 86_400] },
				soon: [17, 300],
			}),
			right: async () => {
				const reminded = async (name: string) => (await at.answers(talks[name])).slice(1);
				assert.match(String(await reminded('after10')), /^Are you still there, \w+/);
				assert.match(String(await reminded('after300')), /^Hello \w+.*, does our answer help/);
				assert.match(String(await reminded('after1440')), /^Hello \w+.*, we have not heard/);
				assert.deepEqual(await reminded('soon'), []);
			},
		},
		escalate: {
			run: silences(
				'escalate',
				{ remind: [18, 1800], give: [19, 7200], answered: [30, 600] },
				true,
			),
			right: async () => {
				const [note] = await at.notes(talks.remind);
				assert.match(
					String(note),
					/^\[@\w+[^\]]*\]\(mention:\/\/user\/2\/.*\) \w+.* has been waiting for 30 minutes\.$/,
				);
				assert.equal((await at.conversation(talks.remind)).priority, null);
				const { priority, meta } = await at.conversation(talks.give);
				assert.deepEqual([priority, meta.team?.id], ['high', 2]);
				assert.match(String(await at.notes(talks.give)), /has been waiting for 120 minutes\.$/);
				assert.deepEqual(await at.notes(talks.answered), []);
			},
		},
		'close-silent': {
			run: silences('close-silent', { left: [31, 2 * 86_400], done: [32, 3 * 86_400] }),
			right: async () => {
				const [, question] = await at.answers(talks.left);
				assert.match(String(question), /is there anything left/);
				assert.notEqual((await at.conversation(talks.left)).status, 'resolved');
				assert.equal((await at.conversation(talks.done)).status, 'resolved');
				assert.equal((await at.answers(talks.done)).length, 1);
			},
		},
		'out-of-hours': {
			run: async () => {
				// The inbox opens in three days at nine, and is closed until then.
				const { weekday } = DateTime.utc().plus({ days: 3 });
				const working_hours = Array.from({ length: 7 }, (_, day_of_week) => ({
					...{ day_of_week, closed_all_day: day_of_week !== weekday % 7, open_all_day: false },
					...{ open_hour: 9, open_minutes: 0, close_hour: 17, close_minutes: 0 },
				}));
				const hours = { timezone: 'UTC', working_hours_enabled: true, working_hours };
				await at.ask('PATCH', '/api/v1/accounts/1/inboxes/2', hours);
				await happens('out-of-hours', 2, async () => {
					talks.night = await at.opens(33);
					await at.says(talks.night, 'Hello');
					await until('the answer', async () => (await at.answers(talks.night)).length === 1);
					await at.says(talks.night, 'Anybody?');
				})();
				const open = { working_hours_enabled: false };
				await at.ask('PATCH', '/api/v1/accounts/1/inboxes/2', open);
			},
			right: async () => {
				const day = DateTime.utc().plus({ days: 3 }).setLocale('en').toFormat('cccc');
				assert.deepEqual(await at.answers(talks.night), [
					`Thank you for your message. We are closed now and open again on ${day} at 09:00.`,
				]);
			},
		},
		'any-message': {
			run: happens('any-message', 7, async () => {
				talks.any = await at.opens(34);
				talks.plain = await at.opens(35);
				await writesFive(talks.any, ['Hi', 'Look and listen:', 'That was it']);
				await at.sends(talks.any, 'offer.pdf', 'application/pdf');
				await at.says(talks.plain, 'Only a text');
			}),
			right: async () => {
				assert.deepEqual(await at.answers(talks.any), ['You said: Words of the voice.']);
				assert.deepEqual(await at.answers(talks.plain), ['We look into it.']);
				const prompts = modelRequests.map(({ body }) => String(body));
				const prompt = prompts.find((body) => body.includes('Look and listen')) ?? '';
				for (const words of ['Words of the voice', 'A picture of a receipt', 'A file'])
					assert.ok(prompt.includes(words), `${words} is not in ${prompt}`);
			},
		},
		'refund-approval': {
			run: happens('refund-approval', 2, async () => {
				for (const [name, contact] of Object.entries({ refunded: 36, declined: 37 })) {
					talks[name] = await at.opens(contact);
					await at.says(talks[name], 'I want my money back');
				}
				await presses(talks.refunded, 0, 'approve');
				await presses(talks.declined, 1, 'decline');
			}),
			right: async () => {
				const request = 'The AI agent wants to refund 20 for order A-1.';
				assert.deepEqual(
					refunds.map(({ body }) => JSON.parse(String(body)) as Row),
					[{ order: 'A-1', amount: 20 }],
				);
				assert.deepEqual(await at.answers(talks.refunded), ['You get your money back.']);
				assert.deepEqual(await at.answers(talks.declined), ['A colleague looks into it.']);
				const [note, response] = await at.notes(talks.refunded);
				assert.ok(String(note).startsWith(request));
				assert.equal(response, `${request}\n\nApprove`);
			},
		},
		'draft-approval': {
			run: happens('draft-approval', 3, async () => {
				for (const [name, contact] of Object.entries({ sent: 38, kept: 39, taken: 40 })) {
					talks[name] = await at.opens(contact);
					await at.says(talks[name], 'Where is my parcel?');
				}
				await presses(talks.kept, 1, 'decline');
				await presses(talks.taken, 0, async () => {
					await at.write(talks.taken, { content: 'It is at your neighbor' });
					await at.resolve(talks.taken);
					return 'approve';
				});
				await presses(talks.sent, 0, 'approve');
			}),
			right: async () => {
				assert.deepEqual(await at.answers(talks.sent), ['We look into it.']);
				assert.deepEqual(await at.answers(talks.kept), []);
				assert.deepEqual(await at.answers(talks.taken), ['It is at your neighbor']);
			},
		},
		tools: {
			run: async () => {
				for (const name of ['found', 'done']) {
					const id = (talks[name] = await at.opens(27));
					await at.labels(id, ['looked-for']);
				}
				await at.resolve(talks.done);
				await at.says(talks.found, 'Where is my parcel?');
				await execute('tools', 'When clicking ‘Execute workflow’')();
				await api.activate(imported.tools.id);
				await callsEach();
				await api.deactivate(imported.tools.id);
			},
			right: async () => {
				const { messages, tools } = JSON.parse(String(modelRequests.at(-1)?.body)) as ModelRequest;
				const offered = tools.find((tool) => tool.function.name === 'Find_Conversations');
				// All that the model knows of the argument: n8n gives it no type.
				const { description, ...more } = offered!.function.parameters.properties.conditions;
				assert.match(String(description), /^Format: \[\{ attribute_key: string, filter_operator: /);
				assert.deepEqual(more, {});
				const toolResult = messages.find(({ role }) => role === 'tool');
				const found = JSON.parse(String(toolResult?.content)) as Row[];
				assert.deepEqual(column(found, 'conversation_id'), [talks.found]);
				assert.deepEqual(await at.answers(talks.found), ['Your parcel is on its way.']);
				assert.deepEqual(await at.notes(talks.found), ['Told from afar', 'Wants a person']);
				const { labels, status } = await at.conversation(talks.found);
				assert.deepEqual([labels, status], [['looked-for', 'vip', 'refund'], 'open']);
			},
		},
		'own-channel': {
			run: async () => {
				const { id } = imported['own-channel'];
				type Inboxes = { payload: Array<{ id: number; webhook_url: string | null }> };
				const registered = async (isSet: boolean) =>
					await until(`the inbox calls n8n: ${isSet}`, async () => {
						const { payload } = await at.get<Inboxes>('inboxes');
						return Boolean(payload.find((inbox) => inbox.id === 2)?.webhook_url) === isSet;
					});
				await api.activate(id);
				await registered(true);
				talks.out = await at.opens(28);
				await at.says(talks.out, 'Where is my parcel?');
				await at.write(talks.out, { content: 'Ask the carrier first', private: true });
				await at.write(talks.out, { content: 'On its **way**' });
				await ended(id, 1);
				await at.write(talks.out, { content: 'Nobody is there' });
				await ended(id, 2);
				// The sandbox does not give a known contact back, as the service does: once is enough.
				const reply = await fetch(`${address}/webhook/own-channel`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ from: '+4915112345678', name: 'Pia Phone', text: 'Hello' }),
				});
				assert.ok(reply.ok);
				await ended(id, 3);
				await api.deactivate(id);
				await registered(false);
			},
			right: async () => {
				const written = (await at.messages(talks.out)).filter(
					(one) => one.message_type === 1 && !one.private,
				);
				assert.deepEqual(column(written, 'status'), ['delivered', 'failed']);
				const bodies = sent.map(({ body }) => JSON.parse(String(body)) as Row);
				assert.deepEqual(
					bodies,
					written.map(({ id, content }) => ({
						to: bodies[0].to,
						text: content,
						files: [],
						reference: id,
					})),
				);
				assert.ok(bodies[0].to, 'the gateway is told no address');
				type Found = { payload: Array<Row & { id: number }> };
				const { payload: contacts } = await at.get<Found>('contacts/search?q=Pia Phone');
				assert.deepEqual(column(contacts, 'phone_number'), ['+4915112345678']);
				const path = `contacts/${contacts[0].id}/conversations`;
				const { payload: conversations } = await at.get<Found>(path);
				assert.deepEqual(column(conversations, 'inbox_id'), [2]);
				const messages = await at.messages(conversations[0].id);
				assert.deepEqual(column(messages, 'content'), ['Hello']);
				assert.deepEqual(column(messages, 'message_type'), [0]);
			},
		},
		'campaign-from-sheet': {
			run: happens('campaign-from-sheet', 1, async () => {
				const sheet = new File([SHEET], 'campaigns.csv', { type: 'text/csv' });
				await submit('campaign-from-sheet', [sheet]);
			}),
			right: async () => {
				const campaigns = await at.get<Row[]>('campaigns');
				const oneOff = campaigns.filter(({ campaign_type }) => campaign_type === 'one_off');
				assert.deepEqual(column(oneOff, 'title'), ['Frühling', 'Herbst']);
				// The dates are those of Berlin.
				const dates = ['2199-03-01T08:00:00Z', '2199-10-01T07:00:00Z'];
				const seconds = dates.map((date) => Date.parse(date) / 1000);
				assert.deepEqual(column(oneOff, 'scheduled_at'), seconds);
				const labels = (await at.get<{ payload: Row[] }>('labels')).payload;
				const ids = (...titles: string[]) =>
					titles.map((title) => ({
						type: 'Label',
						id: labels.find((label) => label.title === title)!.id,
					}));
				assert.deepEqual(column(oneOff, 'audience'), [ids('vip'), ids('vip', 'billing')]);
				const filled = oneOff.map(
					({ template_params: params }) => (params as Row).processed_params,
				);
				assert.deepEqual(filled, [
					{ body: { 1: 'Jörg', 2: 'A-1' } },
					{ body: { 1: 'Ada', 2: 'B-2' } },
				]);
			},
		},
		'cms-to-help-center': {
			// Twice: what is there already stays as it is.
			run: async () => {
				const { id } = imported['cms-to-help-center'];
				for (const times of [1, 2]) {
					await api.listen(id, 'Every Night at 3:00');
					await ended(id, times);
					helpCenters.push(await Promise.all(['articles', 'categories'].map(helpCenter)));
				}
			},
			right: () => {
				const [[articles, categories], after] = helpCenters;
				assert.deepEqual(after, [articles, categories]);
				const written = articles.filter(({ slug }) => column(WRITTEN, 'slug').includes(slug));
				assert.deepEqual(column(written, 'title'), column(WRITTEN, 'title'));
				assert.deepEqual(column(written, 'content'), ['## Größe', '**30 cm**', 'Write to us.']);
				assert.deepEqual(column(written, 'status'), ['draft', 'published', 'published']);
				const names = written.map(({ category }) => (category as Row).name);
				assert.deepEqual(names, ['Maße & Größen', 'Maße & Größen', 'Orders']);
				const made = categories.filter(({ locale }) => locale === 'de');
				assert.deepEqual(column(made, 'name'), ['Maße & Größen']);
			},
		},
		'knowledge-base-to-captain': {
			run: async () => {
				const { id } = imported['knowledge-base-to-captain'];
				for (const times of [1, 2]) {
					await api.listen(id, 'Every Night at 4:00');
					await ended(id, times);
					taught.push((await at.get<{ payload: Row[] }>(FAQS)).payload);
				}
			},
			right: async () => {
				const articles = await helpCenter('articles');
				const published = articles.filter(({ status }) => status === 'published');
				assert.ok(published.length > 1);
				assert.deepEqual(column(taught[0], 'question'), column(published, 'title'));
				assert.deepEqual(column(taught[0], 'answer'), column(published, 'content'));
				assert.deepEqual(taught[1], taught[0]);
			},
		},
		'sla-breaches': {
			run: execute('sla-breaches', 'Every Monday at 7:00'),
			right: () => {
				const from = week.minus({ weeks: 1 });
				const rows = rowsOf(from.toFormat("'sla-breaches-'kkkk-'W'WW'.xlsx'"));
				const { text } = recording('account.applied_sla.download', 'ok').response;
				const policyRows = [...text!.matchAll(/^ +(\d+),(\w+),/gm)];
				assert.ok(policyRows.length > 1);
				assert.deepEqual(
					rows.map((row) => [String(row['Conversation ID']), row['SLA Policy']]),
					policyRows.map(([, id, policy]) => [id, policy]),
				);
			},
		},
		'audit-log': {
			run: execute('audit-log', 'Every Day at 6:00'),
			right: () => {
				const found = rowsOf(YESTERDAY.toFormat("'audit-log-'yyyy-MM-dd'.csv'"));
				assert.deepEqual(column(found, 'summary'), ['ada@acme.example created Team 5 (Größe)']);
			},
		},
		'campaign-results': {
			run: execute('campaign-results', 'Every Day at 8:00'),
			right: async () => {
				const found = rowsOf(YESTERDAY.toFormat("'campaigns-'yyyy-MM-dd'.xlsx'"));
				assert.equal(found.length, 30);
				assert.deepEqual(new Set(column(found, 'campaign')), new Set(['Frühling']));
				const failed = found.filter(({ status }) => status === 'failed');
				assert.deepEqual(column(failed, 'contact'), ['Ann 3']);
				assert.deepEqual(column(failed, 'error'), ['Message undeliverable']);
				type Found = { payload: Array<Row & { id: number }> };
				const { payload } = await at.get<Found>('contacts/3/conversations');
				const letters = payload.filter(({ inbox_id }) => inbox_id === 3);
				assert.equal(letters.length, 1);
				const messages = await at.messages(letters[0].id);
				assert.deepEqual(column(messages, 'content'), ['Hello Ann 3']);
			},
		},
		// Every trigger registers itself; the unit tests hold the samples against the recordings.
		'trigger-samples': {
			run: happens('trigger-samples', 0, async () => {}),
			right: () => {},
		},
	};
}

/** Every template as it is imported, run against the stand-in. */
export const templates: Prepare = async (n8n) => {
	const shared = await place();
	const places = Object.fromEntries(
		await Promise.all(WAITING.map(async (name) => [name, await place()] as const)),
	);
	const [gateway, articles, refunds] = [await channel(), await cms(), await shop()];
	const [shopOrders, mail, browser] = [await orders(), await mailbox(), await browserIfThere()];
	imported['customer-card'].nodes.find(
		({ name }) => name === 'Create Dashboard App',
	)!.parameters.url = `${n8n.address}/webhook/customer-card?key=change-me-to-a-long-secret`;
	for (const [template, title, { url }] of [
		['own-channel', 'Send to Gateway', gateway],
		['cms-to-help-center', 'Articles of the CMS', articles],
		['refund-approval', 'Refund', refunds],
		['customer-card', 'Orders', shopOrders],
	] as const)
		imported[template].nodes.find(({ name }) => name === title)!.parameters.url = url;
	const newer = await newest(shared.sandbox);
	const ratings = await rated(shared.sandbox);
	for (const name of ['audit-log', 'campaign-results'])
		useCredentials(name, { customerConversationApi: 'newest' });
	useCredentials('customer-card', { customerConversationApi: 'rated' });
	for (const name of WAITING)
		useCredentials(name, { customerConversationApi: name, openAiApi: `model-${name}` });
	rmSync(files, { recursive: true, force: true });
	mkdirSync(files, { recursive: true });
	const { url: base_url, tokens } = shared.sandbox;
	const credential = (id: string, type: string, data: Row) => ({ id, name: id, type, data });
	const service = { base_url, account_id: '1', api_access_token: tokens.user };
	return {
		credentials: [
			credential('customerConvDemo', 'customerConversationApi', service),
			credential('newest', 'customerConversationApi', { ...service, base_url: newer.url }),
			credential('rated', 'customerConversationApi', { ...service, base_url: ratings.url }),
			credential('customerConvClientDemo', 'customerConversationClientApi', {
				base_url,
				inbox_identifier: 'acme-mobile-app',
			}),
			credential('openAiDemo', 'openAiApi', { apiKey: 'none', url: shared.openAi.url }),
			...Object.entries(places).flatMap(([name, { sandbox, openAi }]) => [
				credential(name, 'customerConversationApi', { ...service, base_url: sandbox.url }),
				credential(`model-${name}`, 'openAiApi', { apiKey: 'none', url: openAi.url }),
			]),
			credential('smtpDemo', 'smtp', mail.credential),
			credential('mcpBearerDemo', 'httpBearerAuth', { token: MCP_TOKEN }),
		],
		workflows: Object.values(imported),
		check: async () => {
			await n8n.server();
			const api = await editor(n8n.address);
			const proofsAt = async (where: Place) =>
				await proofsOf(
					n8n.address,
					where,
					gateway.received,
					refunds.received,
					mail.received,
					browser,
				);
			const proofs = await proofsAt(shared);
			assert.deepEqual(Object.keys(proofs).sort(), Object.keys(imported).sort());
			const versions = versionsOf(n8n.line);
			const totals: Record<string, number> = { imported: 0, run: 0, right: 0 };
			const prove = async (name: string, proof: Proof) => {
				const isImported = async () => {
					const { nodes } = await api.read(imported[name].id);
					assert.deepEqual(column(nodes, 'name'), column(imported[name].nodes, 'name'));
					const types = nodes.map(({ type, typeVersion }) => `${type}@${typeVersion}`);
					const unknown = types.filter(
						(type) =>
							/^(@n8n\/)?n8n-nodes-(base|langchain)\./.test(type) &&
							!versions.has(type.replace(/^(n8n-nodes-base\..*)Tool@/, '$1@')),
					);
					assert.deepEqual(unknown, [], 'nodes that this n8n lacks');
				};
				const done: string[] = [];
				let fault: unknown;
				try {
					for (const [stage, act] of Object.entries({ imported: isImported, ...proof })) {
						await act();
						totals[stage]++;
						done.push(stage);
					}
				} catch (error) {
					fault = error;
				}
				await report(`${name}: ${done.join(', ')}`, () => {
					if (fault) throw fault;
				});
			};
			const others = Object.entries(proofs).filter(([name]) => !WAITING.includes(name));
			await Promise.all([
				...WAITING.map(async (name) => await prove(name, (await proofsAt(places[name]))[name])),
				(async () => {
					for (const [name, proof] of others) await prove(name, proof);
				})(),
			]);
			if (n8n.line === lines[0])
				await report('n8n 3 changes no template, says the migration report of n8n', async () => {
					assert.deepEqual(await changedByN8n3(api), []);
				});
			const summary = Object.entries(totals).map(([stage, total]) => `${total} ${stage}`);
			process.stdout.write(`\n${Object.keys(imported).length} templates: ${summary.join(', ')}\n`);
			if (!browser)
				process.stdout.write(`Skipped: pages in a browser. ${String(chromiumProblem())}\n`);
		},
		close: async () => {
			await browser?.close();
			await Promise.all(
				[
					...[shared, ...Object.values(places), newer, ratings],
					...[gateway, articles, refunds, shopOrders, mail],
				].map((one) => one.close()),
			);
		},
	};
};
