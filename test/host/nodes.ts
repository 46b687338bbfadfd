import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { program } from '../../host/install';
import { root, step } from '../../host/steps';
import { name as packageName } from '../../package.json';
import { startSandbox } from '../../sandbox/server';
import { typeNameOf } from '../../truth/surfaces';
import { atSandbox } from '../support/atSandbox';
import { report } from '../support/checklist';
import { editor, until } from '../support/editor';
import { connect } from '../support/mcp';
import type { Prepare } from '../support/part';
import type { RunData } from '../support/realN8n';
import { installRaised, stepIn } from '../support/raised';
import { json } from '../support/run';
import { listen } from '../support/server';
import {
	fields,
	httpRequest,
	operation,
	packageNode,
	split,
	tool,
	toolServer,
	workflow,
	type Step,
} from '../support/workflow';

/** A step and what must hold on the items of its first output, and of its second. */
interface Proof extends Step {
	check?: (items: IDataObject[], second: IDataObject[]) => void | Promise<void>;
}

type Sandbox = ReturnType<typeof atSandbox>;

const PICTURE =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const texts = ['Amara', 'nobody', 'Hiro Berg', 'Kestrel'];
const inboxes = [1, 99999, 'seven', 2];

/** Of 20 items for the same record one created it, and the others found it. */
const createdOnce = (records: IDataObject[]) => {
	assert.equal(records.length, 20);
	assert.equal(records.filter(({ action }) => action === 'created').length, 1);
	assert.equal(new Set(records.map(({ id }) => id)).size, 1);
};

/** Columns of custom attributes as n8n's editor stores them. */
const mapping = (mappingMode: string, value: IDataObject | null) => ({
	mappingMode,
	value,
	matchingColumns: [],
	schema: [
		{ id: 'plan', type: 'string' },
		{ id: 'seats', type: 'number' },
	].map((column) => ({
		...column,
		displayName: column.id,
		required: false,
		defaultMatch: false,
		display: true,
	})),
	attemptToConvertTypes: false,
	convertFieldsToString: false,
});

/** The workflows by name; each runs by itself. */
const workflows = (sandbox: string, foreign: string, at: Sandbox): Record<string, Proof[]> => ({
	customerTalk,
	versions: [
		{
			...stepIn(1),
			check: ([item]) => {
				assert.deepEqual(Object.keys(item), ['id', 'title']);
				assert.equal(item.title, 'Vera One');
			},
		},
		{
			...stepIn(2),
			check: ([item]) => {
				assert.deepEqual(Object.keys(item), ['id', 'full_name']);
				assert.equal(item.full_name, 'Vera Two');
			},
		},
	],
	chain: chain(at),
	list: [
		{ name: 'Request', ...fields({ text: texts }) },
		{ name: 'Texts', ...split('text'), after: 'Request' },
		{
			name: 'Search',
			...operation('contact', 'search', { q: '={{ $json.text }}', sort: 'email', limit: 10 }),
			after: 'Texts',
		},
		{
			name: 'A list with items before and after: each row knows the item it comes from',
			...fields({
				text: "={{ $('Texts').item.json.text }}",
				found: '={{ $json.name }} of {{ $json.company_name }}',
			}),
			after: 'Search',
			check: (rows) => {
				const counts = texts.map((text) => rows.filter((row) => row.text === text).length);
				assert.deepEqual(counts, [6, 0, 1, 10]);
				for (const { text, found } of rows) assert.ok(String(found).includes(String(text)));
			},
		},
	],
	errors: [
		{ name: 'Request', ...fields({ id: inboxes }) },
		{ name: 'Inboxes', ...split('id'), after: 'Request' },
		{
			name: 'Get',
			...operation('inbox', 'get', { inbox_id: '={{ $json.id }}' }),
			onError: 'continueErrorOutput',
			after: 'Inboxes',
		},
		{
			name: 'Error output: what succeeds goes on, linked to its item',
			...fields({ requested: "={{ $('Inboxes').item.json.id }}", got: '={{ $json.id }}' }),
			after: 'Get',
			check: (items) =>
				assert.deepEqual(items, [
					{ requested: '1', got: '1' },
					{ requested: '2', got: '2' },
				]),
		},
		{
			name: 'Error output: what fails says why, linked to its item',
			...fields({
				requested: "={{ $('Inboxes').item.json.id }}",
				message: '={{ $json.error.message }}',
			}),
			after: 'Get',
			output: 1,
			check: (items) =>
				assert.deepEqual(items, [
					{
						requested: '99999',
						message: 'Inbox 99999 is not in account 1: Resource could not be found',
					},
					{ requested: 'seven', message: 'Inbox must be a numeric ID, not "seven"' },
				]),
		},
	],
	returnAll: [
		{
			name: 'Return All: every row of every page once, in order',
			...operation('contact', 'search', { q: '+1415555', sort: 'phone_number', returnAll: true }),
			check: (contacts) => {
				const ids = contacts.map(({ id }) => id);
				assert.deepEqual(
					ids,
					Array.from({ length: 60 }, (_, index) => index + 1),
				);
			},
		},
	],
	tasks: [
		{ name: 'Request', ...fields({ number: Array.from({ length: 20 }, (_, index) => index) }) },
		{ name: 'Numbers', ...split('number'), after: 'Request' },
		{
			name: '20 items for one new contact make one contact',
			...operation('contact', 'upsert', {
				email: 'twenty@task.example',
				name: 'Toni Twenty',
			}),
			after: 'Numbers',
			check: createdOnce,
		},
		{
			name: 'and one conversation',
			...operation('conversation', 'findOrCreate', {
				contact_id: '={{ $json.contact_id }}',
				inbox_id: 2,
			}),
			after: '20 items for one new contact make one contact',
			check: createdOnce,
		},
		{
			name: 'In one execution after the other nothing new is made',
			...operation('contact', 'upsert', {
				email: 'twenty@task.example',
				name: 'Toni Twenty',
			}),
			after: 'and one conversation',
			check: (contacts) => assert.ok(contacts.every(({ action }) => action === 'unchanged')),
		},
	],
	choices,
	nodes: [
		{
			name: "n8n's HTTP Request node works with the credential",
			...httpRequest(`${sandbox}/api/v1/profile`),
			check: ([profile]) => assert.equal(profile.email, 'ada@acme.example'),
		},
		{
			name: 'The HTTP Request node sends the token nowhere else',
			...httpRequest(`${foreign}/api/v1/profile`),
			onError: 'continueErrorOutput',
			check: (_, [refused]) =>
				assert.match(JSON.stringify(refused), /This credential can only be used for/),
		},
		{
			name: 'A refusal goes to the error output with all it says',
			...operation('inbox', 'get', { inbox_id: 99999 }),
			onError: 'continueErrorOutput',
			check: (regular, [{ error }]) => {
				assert.equal(regular.length, 0);
				assert.deepEqual(error, {
					message: 'Inbox 99999 is not in account 1: Resource could not be found',
					description:
						'Inbox → Get, HTTP 404. It may have been deleted, or the token has no access to it.',
					status: 404,
					operation: 'Inbox → Get',
					fields: [],
				});
			},
		},
		{
			name: 'Bad input goes to the regular output when told so',
			...operation('inbox', 'get', { inbox_id: 'seven' }),
			onError: 'continueRegularOutput',
			check: ([{ error }]) =>
				assert.equal((error as IDataObject).message, 'Inbox must be a numeric ID, not "seven"'),
		},
		{
			name: 'Attributes that are mapped column by column keep their types',
			...operation('contact', 'create', {
				name: 'Mapped',
				custom_attributes: mapping('defineBelow', { plan: 'team', seats: '={{ 7 * 6 }}' }),
			}),
			check: ([contact]) =>
				assert.deepEqual(contact.custom_attributes, { plan: 'team', seats: 42 }),
		},
		{ name: 'Columns', ...fields({ plan: 'pro', seats: '3', other: 'no column' }) },
		{
			name: 'Attributes are mapped from the keys of the item',
			...operation('contact', 'create', {
				name: 'Mapped by Itself',
				custom_attributes: mapping('autoMapInputData', null),
			}),
			after: 'Columns',
			check: ([contact]) => assert.deepEqual(contact.custom_attributes, { plan: 'pro', seats: 3 }),
		},
		{
			name: 'Options typed in rows go out as a list',
			...operation('message', 'send', {
				conversation_id: 3,
				content_kind: 'input_select',
				content: 'Pick',
				items_rows: { entries: [{ title: 'Yes', value: '={{ "y" }}' }] },
			}),
			check: ([{ content_attributes }]) =>
				assert.deepEqual((content_attributes as IDataObject).items, [{ title: 'Yes', value: 'y' }]),
		},
		{
			name: 'Options of a workflow that has them as JSON alone go out, too',
			...operation('message', 'send', {
				conversation_id: 3,
				content_kind: 'input_select',
				content: 'Pick',
				items: '[{ "title": "No", "value": "n" }]',
			}),
			check: ([{ content_attributes }]) =>
				assert.deepEqual((content_attributes as IDataObject).items, [{ title: 'No', value: 'n' }]),
		},
		{
			name: 'JSON null does not stop the workflow',
			...operation('conversation', 'assign', { conversation_id: 3, assign_to: 'no_agent' }),
			check: (items) => assert.deepEqual(items, [{ conversation_id: 3, success: true }]),
		},
		{
			name: 'A fault that passes is waited out',
			...packageNode(
				'customerConversationAdmin',
				{ resource: 'inbox', operation: 'get', inbox_id: 7 },
				{ customerConversationApi: { id: 'faltering', name: 'faltering' } },
			),
			check: ([inbox]) => assert.equal(inbox.name, 'Late'),
		},
		{ name: 'Picture', ...fields({ picture: PICTURE }) },
		{
			name: 'File',
			type: 'n8n-nodes-base.convertToFile',
			typeVersion: 1.1,
			parameters: {
				operation: 'toBinary',
				sourceProperty: 'picture',
				options: { fileName: 'a.png', mimeType: 'image/png' },
			},
			after: 'Picture',
		},
		{
			name: 'A file goes out as a form',
			...operation('contact', 'create', {
				name: 'Pia Picture',
				email: 'pia@picture.example',
				additional_fields: { avatar: 'data' },
				simplify: false,
			}),
			after: 'File',
			check: ([contact]) => {
				assert.equal(contact.email, 'pia@picture.example');
				assert.equal(contact.thumbnail, `${sandbox}/avatar.png`);
			},
		},
		{
			name: 'The platform node takes the token of a platform app',
			...onPlatform('get', { account_id: 1 }),
			check: ([account]) => assert.equal(account.name, 'Acme Support'),
		},
		{
			name: 'The client node needs no token',
			...asCustomer('conversation', 'get', {
				contact_identifier: 'app-user-1',
				conversation_id: 240,
			}),
			check: ([conversation]) => assert.equal(conversation.id, 240),
		},
		{
			name: 'A file comes in',
			...operation('report', 'downloadAgents', { ...lastYear, output: 'file' }),
			check: ([file]) => assert.match(String(file.text), /^Agent name,/m),
		},
	],
});

const onPlatform = (operation: string, parameters: IDataObject) =>
	packageNode(
		'customerConversationPlatform',
		{ resource: 'account', operation, ...parameters },
		{ customerConversationApi: { id: 'platform', name: 'platform' } },
	);

const asCustomer = (resource: string, operation: string, parameters: IDataObject) =>
	packageNode(
		'customerConversationClient',
		{ resource, operation, ...parameters },
		{ customerConversationClientApi: { id: 'client', name: 'client' } },
	);

const provisioned = {
	name: 'Fjord Cycles',
	user_name: 'Freya Fjord',
	email: 'Freya@fjord.example',
	password: 'Fjord-Cycles-1',
	role: 'administrator',
	options: { include_secrets: true },
};

const talk = {
	contact_identifier: '={{ $("Customer").first().json.source_id }}',
	conversation_id: '={{ $("Conversation").first().json.conversation_id }}',
};

const actionsOf = ({ account_action, user_action, account_user_action }: IDataObject) => [
	account_action,
	user_action,
	account_user_action,
];

/** From a new user to the customer's rating, with all three nodes. */
const customerTalk: Proof[] = [
	{
		name: 'Provision',
		...onPlatform('provision', provisioned),
		check: ([made]) => assert.deepEqual(actionsOf(made), ['created', 'created', 'created']),
	},
	{
		name: 'and finds them when it runs again',
		...onPlatform('provision', { ...provisioned, email: 'freya@fjord.example' }),
		after: 'Provision',
		check: ([made]) => assert.deepEqual(actionsOf(made), ['found', 'found', 'found']),
	},
	{
		name: 'Freya',
		...onPlatform('addUser', {
			account_id: 1,
			user_id: '={{ $json.user_id }}',
			additional_fields: { role: 'agent' },
		}),
		after: 'and finds them when it runs again',
	},
	{
		name: 'Customer',
		...asCustomer('contact', 'create', {
			name: 'Kim Customer',
			additional_fields: { source_id: 'kim@fjord.example/1' },
		}),
		after: 'Freya',
	},
	{
		name: 'Conversation',
		...asCustomer('conversation', 'create', { contact_identifier: '={{ $json.source_id }}' }),
		after: 'Customer',
	},
	{
		name: 'Question',
		...asCustomer('message', 'send', { ...talk, content_kind: 'text', content: 'Is it blue?' }),
		after: 'Conversation',
	},
	{
		name: 'Answer',
		...packageNode(
			'customerConversation',
			{
				resource: 'message',
				operation: 'send',
				conversation_id: talk.conversation_id,
				content: 'Yes, it is.',
			},
			{ customerConversationApi: { id: 'provisioned', name: 'provisioned' } },
		),
		after: 'Question',
		check: ([{ sender_name }]) => assert.equal(sender_name, 'Freya Fjord'),
	},
	{
		name: 'The customer reads what the provisioned agent wrote',
		...asCustomer('message', 'getAll', { ...talk, returnAll: true }),
		after: 'Answer',
		check: (messages) =>
			assert.deepEqual(
				messages.map(({ content, message_type }) => [content, message_type]),
				[
					['Is it blue?', 'incoming'],
					['Yes, it is.', 'outgoing'],
				],
			),
	},
	{
		name: 'Resolve',
		...operation('conversation', 'setStatus', {
			conversation_id: talk.conversation_id,
			status: 'resolved',
		}),
		after: 'The customer reads what the provisioned agent wrote',
	},
	{
		name: 'and rates it',
		...asCustomer('csatSurvey', 'rate', {
			conversation_uuid: '={{ $("Conversation").first().json.uuid }}',
			rating: 5,
			update_fields: { feedback_message: 'Quick' },
		}),
		after: 'Resolve',
		check: ([{ rating, feedback_message }]) =>
			assert.deepEqual([rating, feedback_message], [5, 'Quick']),
	},
];

/** What names the conversation to every operation that takes one and gives one. */
const itsConversation = { conversation_id: '={{ $json.conversation_id }}' };

/** From a list on, each item changes its own conversation, whatever the operation before gave. */
const chain = (at: Sandbox): Proof[] => [
	{
		name: 'Ten',
		...operation('conversation', 'getAll', { limit: 10, options: { status: 'all' } }),
		check: (items) =>
			assert.equal(new Set(items.map(({ conversation_id }) => conversation_id)).size, 10),
	},
	{
		name: 'Assign',
		...operation('conversation', 'assign', {
			...itsConversation,
			assign_to: 'agent',
			assignee_id: { __rl: true, mode: 'id', value: '2' },
		}),
		after: 'Ten',
	},
	{
		name: 'Label',
		...operation('conversation', 'addLabels', { ...itsConversation, labels: ['chained'] }),
		after: 'Assign',
	},
	{
		name: 'Write',
		...operation('message', 'send', {
			...itsConversation,
			content: '=Chained: {{ $json.conversation_id }}',
		}),
		after: 'Label',
	},
	{
		name: 'From Get Many over Assign, Add Labels and Send ten items are about ten conversations',
		...operation('conversation', 'get', itsConversation),
		after: 'Write',
		check: async (items) => {
			assert.equal(new Set(items.map(({ id }) => id)).size, 10);
			for (const { id, assignee_name, labels } of items) {
				assert.equal(assignee_name, 'Grace Okoye');
				assert.ok((labels as string[]).includes('chained'));
				const answers = (await at.answers(id as number)).map(String);
				const chained = answers.filter((answer) => answer.startsWith('Chained'));
				assert.deepEqual(chained, [`Chained: ${String(id)}`]);
			}
		},
	},
];

/** Values of every choice, the first ones and others; what a branch does not need is missing. */
const CASES = [
	{
		...{ status: 'open', assign_to: 'agent', agent: 2, replace_with: 'chosen', labels: 'vip, bug' },
		...{ find_by: 'email', send_to: 'email', email: 'amara.ito@northwind.example' },
	},
	{
		...{ status: 'snoozed_until', until: '2030-01-01', assign_to: 'team', team: 2 },
		...{ replace_with: 'none', find_by: 'identifier', send_to: 'phone_number' },
		...{ identifier: 'crm-1031', phone_number: '+14155550130' },
	},
	{
		...{ status: 'pending', assign_to: 'no_agent', replace_with: 'none' },
		...{ find_by: 'phone_number', send_to: 'identifier' },
		...{ identifier: 'crm-1011', phone_number: '+14155550110' },
	},
];

/** What a key of a contact is asked for in, by expression in each. */
const anyKey = {
	email: '={{ $json.email }}',
	identifier: '={{ $json.identifier }}',
	phone_number: '={{ $json.phone_number }}',
};

/** Choices by expression over several branches, begun by hand, in the editor and by a call. */
const choices: Proof[] = [
	{
		name: 'Hook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: randomUUID(),
		parameters: { httpMethod: 'POST', path: 'choices' },
	},
	{ name: 'Request', ...fields({ case: CASES }), after: 'Hook' },
	{ name: 'Cases', ...split('case'), after: 'Request' },
	{
		name: 'Set Status: each item takes its own branch',
		...operation('conversation', 'setStatus', {
			conversation_id: 3,
			status: '={{ $json.status }}',
			snoozed_until: '={{ $json.until }}',
		}),
		after: 'Cases',
		check: (items) =>
			assert.deepEqual(
				items.map(({ status }) => status),
				['open', 'snoozed', 'pending'],
			),
	},
	{
		name: 'so does Assign',
		...operation('conversation', 'assign', {
			conversation_id: 4,
			assign_to: '={{ $json.assign_to }}',
			assignee_id: { __rl: true, mode: 'id', value: '={{ $json.agent }}' },
			team_id: { __rl: true, mode: 'id', value: '={{ $json.team }}' },
		}),
		after: 'Cases',
		check: (items) =>
			assert.deepEqual(
				items.map((item) => item.assignee_name ?? item.team_name ?? item.success),
				['Grace Okoye', 'billing', true],
			),
	},
	{
		name: 'so does Find',
		...operation('contact', 'find', { find_by: '={{ $json.find_by }}', ...anyKey }),
		after: 'Cases',
		check: (items) =>
			assert.deepEqual(
				items.map(({ id }) => id),
				[41, 31, 11],
			),
	},
	{
		name: 'so does Send to Contact',
		...operation('message', 'sendToContact', {
			send_to: '={{ $json.send_to }}',
			...anyKey,
			inbox_id: 2,
			content: 'Hello',
		}),
		after: 'Cases',
		check: (items) =>
			assert.deepEqual(
				items.map(({ contact_id }) => contact_id),
				[41, 31, 11],
			),
	},
	{
		name: 'so does Replace Labels',
		...operation('conversation', 'replaceLabels', {
			conversation_id: 5,
			replace_with: '={{ $json.replace_with }}',
			labels: '={{ $json.labels }}',
		}),
		after: 'Cases',
		check: (items) =>
			assert.deepEqual(
				items.map(({ labels }) => labels),
				[['vip', 'bug'], [], []],
			),
	},
	{
		name: 'and a message of one kind or another',
		...operation('message', 'send', {
			conversation_id: 7,
			content: 'Hello',
			content_kind: '={{ $json.find_by === "email" ? "input_email" : "text" }}',
		}),
		after: 'Cases',
		check: (items) => assert.equal(items.length, CASES.length),
	},
];

/** The same workflow in the editor and in production; n8n checks its nodes each time. */
async function checkChoices(address: string): Promise<void> {
	const api = await editor(address);
	const succeeds = async (begin: () => Promise<unknown>) => {
		const { success } = await api.executions('choices');
		await begin();
		const ended = async () => {
			const { success: now, error } = await api.executions('choices');
			assert.equal(error, 0);
			return now > success;
		};
		await until('the workflow with choices by expression ends', ended);
	};
	await report('Choices by expression start in the editor', async () => {
		await succeeds(async () => await api.listen('choices', 'Start'));
	});
	await report('Choices by expression are published and run in production', async () => {
		await api.activate('choices');
		const call = async () => (await fetch(`${address}/webhook/choices`, { method: 'POST' })).ok;
		await succeeds(async () => await until('the webhook takes the call', call));
	});
}

const lastYear = { period: 'between', since: '2025-01-01', until: '2026-01-01' };

const fromAI = (name: string) => `={{ $fromAI('${name}') }}`;

const tools = [
	tool('inbox', operation('inbox', 'get', { inbox_id: fromAI('inbox_id') })),
	tool('search', operation('contact', 'search', { q: fromAI('q'), sort: 'name', limit: 3 })),
	tool('create', operation('contact', 'create', { name: fromAI('name'), email: fromAI('email') })),
	tool(
		'upload',
		operation('contact', 'create', {
			email: fromAI('email'),
			additional_fields: { avatar: 'data' },
		}),
	),
	tool(
		'picture',
		operation('contact', 'create', {
			email: fromAI('email'),
			additional_fields: { avatar_url: fromAI('avatar_url') },
		}),
	),
	tool(
		'report',
		operation('report', 'downloadAgents', { ...lastYear, since: fromAI('since'), output: 'file' }),
	),
	tool('upsert', operation('contact', 'upsert', { email: fromAI('email'), name: fromAI('name') })),
	tool(
		'send',
		operation('message', 'sendToContact', {
			send_to: fromAI('send_to'),
			email: fromAI('email'),
			identifier: fromAI('identifier'),
			inbox_id: 2,
			content: fromAI('content'),
		}),
	),
	tool(
		'status',
		operation('conversation', 'setStatus', {
			conversation_id: fromAI('conversation'),
			status: fromAI('status'),
			snoozed_until: fromAI('until'),
		}),
	),
	tool(
		'assign',
		operation('conversation', 'assign', {
			conversation_id: fromAI('conversation'),
			assign_to: fromAI('to'),
			team_id: { __rl: true, mode: 'id', value: fromAI('team') },
		}),
	),
	tool(
		'find',
		operation('contact', 'find', {
			find_by: fromAI('find_by'),
			email: fromAI('email'),
			identifier: fromAI('identifier'),
		}),
	),
	tool(
		'replace',
		operation('conversation', 'replaceLabels', {
			conversation_id: fromAI('conversation'),
			replace_with: fromAI('replace_with'),
			labels: fromAI('labels'),
		}),
	),
	tool(
		'message',
		operation('message', 'send', {
			conversation_id: fromAI('conversation'),
			content_kind: fromAI('kind'),
			content: fromAI('text'),
		}),
	),
	tool(
		'handOver',
		operation('conversation', 'handOver', {
			conversation_id: fromAI('conversation'),
			additional_fields: { note: fromAI('note'), priority: 'high' },
		}),
	),
	tool(
		'label',
		operation('contact', 'addLabels', { contact_id: fromAI('contact'), labels: fromAI('labels') }),
	),
];

/** What an AI agent gets from the operations behind n8n's MCP Server Trigger. */
async function checkTools(url: string, at: Sandbox): Promise<void> {
	const agent = await connect(url);
	const records = async (name: string, args: IDataObject) => {
		const { isError, content } = await agent.call(name, args);
		assert.ok(!isError, content[0].text);
		return JSON.parse(content[0].text) as IDataObject[];
	};
	const refused = async (name: string, args: IDataObject, words: RegExp) => {
		const { isError, content } = await agent.call(name, args);
		assert.equal(isError, true);
		assert.match(content[0].text, words);
	};
	await report('A tool has the fields that the agent is to fill in', async () => {
		const found = (await agent.list()).map(({ name, inputSchema }) => [
			name,
			Object.keys(inputSchema.properties).sort(),
		]);
		assert.deepEqual(Object.fromEntries(found), {
			inbox: ['inbox_id'],
			search: ['q'],
			create: ['email', 'name'],
			upload: ['email'],
			picture: ['avatar_url', 'email'],
			report: ['since'],
			upsert: ['email', 'name'],
			send: ['content', 'email', 'identifier', 'send_to'],
			status: ['conversation', 'status', 'until'],
			assign: ['conversation', 'team', 'to'],
			find: ['email', 'find_by', 'identifier'],
			replace: ['conversation', 'labels', 'replace_with'],
			message: ['conversation', 'kind', 'text'],
			handOver: ['conversation', 'note'],
			label: ['contact', 'labels'],
		});
	});
	await report('As a tool a list gives its records', async () => {
		const found = await records('search', { q: 'Amara' });
		assert.deepEqual(
			found.map(({ name }) => name),
			['Amara Berg', 'Amara Haddad', 'Amara Ito'],
		);
	});
	await report('As a tool a write is done and gives the record', async () => {
		const email = 'toni@tool.example';
		const [created] = await records('create', { name: 'Toni Tool', email });
		const [found, ...others] = await records('search', { q: email });
		assert.equal(found.name, 'Toni Tool');
		assert.equal(found.id, created.id);
		assert.equal(others.length, 0);
	});
	await report("As a tool a refusal is an error with the server's words", () =>
		refused('inbox', { inbox_id: '99999' }, /Resource could not be found.*HTTP 404/s),
	);
	await report('As a tool bad input is an error that says what is right', () =>
		refused('inbox', { inbox_id: 'seven' }, /Inbox must be a numeric ID, not "seven"/),
	);
	await report('As a tool several names go out as a list, and what was there stays', async () => {
		const labels = async (names: string) => await records('label', { contact: '5', labels: names });
		await labels('vip');
		assert.deepEqual((await labels('bug, refund'))[0].labels, ['vip', 'bug', 'refund']);
	});
	await report('As a tool a contact is created or updated, and written to', async () => {
		const known = { email: 'una@upsert.example', name: 'Una Upsert' };
		const [created] = await records('upsert', known);
		const [again] = await records('upsert', { ...known, name: 'Una U.' });
		assert.deepEqual([created.action, again.action], ['created', 'updated']);
		const to = { send_to: 'email', email: known.email, identifier: '' };
		const [sent] = await records('send', { ...to, content: 'Hello' });
		assert.deepEqual([sent.contact_id, sent.content], [created.contact_id, 'Hello']);
	});
	await report(
		"As a tool a choice is the agent's, and asks for what its branch needs",
		async () => {
			const conversation = '8';
			const until = '2030-01-01';
			const [{ status }] = await records('status', {
				conversation,
				status: 'open',
				until: '',
			});
			assert.equal(status, 'open');
			const [{ status: later }] = await records('status', {
				...{ conversation, status: 'snoozed_until', until },
			});
			assert.equal(later, 'snoozed');
			await refused(
				'status',
				{ conversation, status: 'snoozed_until', until: '' },
				/Snoozed Until is empty: the expression returned nothing/,
			);
			const [team] = await records('assign', { conversation, to: 'team', team: '2' });
			assert.equal(team.team_name, 'billing');
			await refused(
				'assign',
				{ conversation, to: 'agent', team: '' },
				/Agent is empty: fill it in/,
			);
			const by = { find_by: 'identifier', email: '', identifier: 'crm-1031' };
			assert.equal((await records('find', by))[0].id, 31);
			const none = { conversation, replace_with: 'none', labels: '' };
			assert.deepEqual((await records('replace', none))[0].labels, []);
			await refused('replace', { ...none, replace_with: 'chosen' }, /Label Names or IDs is empty/);
			const textMessage = { conversation, kind: 'text', text: 'Hello' };
			assert.equal((await records('message', textMessage))[0].content, 'Hello');
			await refused('message', { ...textMessage, kind: 'form' }, /Items needs at least one entry/);
		},
	);
	await report('As a tool a conversation is handed over', async () => {
		const [handedOver] = await records('handOver', { conversation: '7', note: 'Please look' });
		assert.deepEqual([handedOver.conversation_id, handedOver.priority], [7, 'high']);
		assert.deepEqual((await at.notes(7)).slice(-1), ['Please look']);
	});
	await report('As a tool a file that is not there is an error, and nothing is sent', async () => {
		const email = 'ulla@upload.example';
		const words = /"data", which the input item does not have \(it has no binary data\)/;
		await refused('upload', { email }, words);
		assert.deepEqual(await records('search', { q: email }), []);
	});
	await report('As a tool a file goes out by its address', async () => {
		const email = 'paul@picture.example';
		const [created] = await records('picture', { email, avatar_url: 'https://acme.example/a.png' });
		assert.equal(created.email, email);
	});
	await report('As a tool a file gives what can be read of it', async () => {
		const [file] = await records('report', { since: '2025-10-01' });
		assert.match(String(file.text), /^Agent name,/m);
	});
}

/** The files of the build whose path ends so. */
const builtFiles = (ending: RegExp) =>
	readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
		.filter((path) => ending.test(path))
		.map((path) => join(root, 'dist', path));

/** Runs a workflow and holds each proof against what it left. */
async function checkRun(run: () => Promise<RunData>, proofs: Proof[]): Promise<void> {
	const data = await run().catch((error: Error): RunData => {
		process.stdout.write(`${error.message}\n`);
		return {};
	});
	for (const { name, check } of proofs) {
		if (!check) continue;
		const task = data[name]?.[0];
		const itemsOf = (output: number) => task?.data?.main[output]?.map(({ json }) => json) ?? [];
		await report(name, async () => {
			assert.ok(task && !task.error, task?.error?.message ?? 'it did not run');
			await check(itemsOf(0), itemsOf(1));
		});
	}
}

/** What n8n's editor asks for to show the fields of a node that has not run, against what the build made. */
async function checkSchemas(address: string): Promise<void> {
	const files = builtFiles(/__schema__.+\.json$/);
	assert.ok(files.length > 400);
	for (const file of files) {
		const [, node, path] = /nodes\/(\w+)\/__schema__\/v(.+)$/.exec(file)!;
		const reply = await fetch(`${address}/schemas/${packageName}.${typeNameOf(node)}/${path}`);
		assert.equal(reply.status, 200, `${node} ${path}`);
		assert.deepEqual(await reply.json(), JSON.parse(readFileSync(file, 'utf8')));
	}
}

/** The nodes in workflows, as tools, and with choices by expression. */
export const nodes: Prepare = async (n8n) => {
	installRaised(n8n.folder);
	const sandbox = await startSandbox();
	const at = atSandbox(sandbox);
	const foreign = await startSandbox();
	const faltering = await listen((_, count) =>
		count === 0 ? { status: 503 } : json({ id: 7, name: 'Late' }),
	);
	const credential = (id: string, type: string, data: IDataObject) => ({
		id,
		name: id,
		type,
		data: { base_url: sandbox.url, account_id: '1', ...data },
	});
	const { user, platform } = sandbox.tokens;
	const all = Object.entries(workflows(sandbox.url, foreign.url, at));
	return {
		credentials: [
			credential('user', 'customerConversationApi', { api_access_token: user }),
			credential('platform', 'customerConversationApi', { api_access_token: platform }),
			credential('provisioned', 'customerConversationApi', {
				api_access_token: '={{ $("Provision").first().json.access_token }}',
			}),
			credential('client', 'customerConversationClientApi', {
				inbox_identifier: 'acme-mobile-app',
			}),
			credential('faltering', 'customerConversationApi', {
				base_url: faltering.url,
				api_access_token: user,
			}),
		],
		workflows: [...all.map(([name, proofs]) => workflow(name, proofs)), toolServer('tools', tools)],
		check: async () => {
			await report('n8n has everything that the nodes take from it', () => {
				const used = builtFiles(/\.js$/).flatMap((file) =>
					[...readFileSync(file, 'utf8').matchAll(/n8n_workflow_1\.(\w+)/g)].map(
						([, name]) => name,
					),
				);
				const n8nWorkflow = require(
					join(dirname(program(n8n.line)), '../../n8n-workflow'),
				) as object;
				assert.ok(used.length > 0);
				assert.deepEqual(
					used.filter((name) => !(name in n8nWorkflow)),
					[],
				);
			});
			await n8n.server();
			await report('The editor gets the output fields of all operations', async () => {
				await checkSchemas(n8n.address);
			});
			const api = await editor(n8n.address);
			for (const [name, proofs] of all)
				await checkRun(() => step(`Run ${name}`, () => api.run(name)), proofs);
			await api.activate('tools');
			const url = `${n8n.address}/mcp/tools`;
			await until('the tools', async () => (await fetch(url, { method: 'POST' })).status !== 404);
			await checkTools(url, at);
			await api.deactivate('tools');
			await checkChoices(n8n.address);
		},
		close: async () => await Promise.all([sandbox, foreign, faltering].map((one) => one.close())),
	};
};
