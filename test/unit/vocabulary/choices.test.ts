import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { CustomerConversation } from '../../../nodes/CustomerConversation/CustomerConversation.node';
import { title } from '../../../nodes/shared/vocabulary';
import type { Part } from '../../../nodes/shared/vocabulary/fields/fields';
import { operation, type Operation } from '../../../nodes/shared/vocabulary/operation';
import { optionsOf } from '../../../nodes/shared/vocabulary/options';
import { recording, recordsOf, type Release } from '../../../truth/recordings';
import { newestVersionOf, nodeNameOf, nodes, operations } from '../../../truth/surfaces';
import { onEachRelease } from '../../support/releases';
import { json, nodeOf, run, runAt } from '../../support/run';
import { listen, type Received } from '../../support/server';
import * as locators from '../../../nodes/shared/vocabulary/locators';

/** The names of choices, those below other choices included. */
const choicesIn = (parts: Part[]): string[] =>
	parts.flatMap((part) => {
		if (!('choices' in part)) return [];
		return [part.name, ...Object.values(part.choices).flatMap((one) => choicesIn(one.parts))];
	});

const choiceNames = (definition: Operation) => {
	const { path = [], query = [], body = [] } = definition;
	return choicesIn([...path, ...query, ...body, ...optionsOf(definition)]);
};

/** What n8n itself says against a node before it runs, with these parameters and its defaults. */
function issuesOf(description: INodeTypeDescription, parameters: INodeParameters) {
	const { name, properties } = description;
	const typeVersion = newestVersionOf(name);
	const resolved = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		true,
		false,
		{ typeVersion },
		description,
	);
	const node = { name: 'Node', typeVersion, parameters: resolved } as INode;
	return NodeHelpers.getNodeParametersIssues(properties, node, description);
}

/** Values of what is required whatever is chosen. */
function filledIn(description: INodeTypeDescription, chosen: INodeParameters): INodeParameters {
	const whatever = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
		Object.entries(show).every(
			([name, values]) =>
				['resource', 'operation'].includes(name) && (values as unknown[]).includes(chosen[name]),
		);
	const required = description.properties.filter(
		(property) => property.required && !(property.name in chosen) && whatever(property),
	);
	const valueOf = ({ type, default: initial }: INodeProperties) => {
		if (type === 'resourceLocator') return { __rl: true, mode: 'id', value: '7' };
		return type === 'multiOptions' ? ['7'] : initial || 'x';
	};
	return Object.fromEntries(
		required.map((property) => [property.name, valueOf(property)]),
	) as INodeParameters;
}

const bodyOf = ({ body }: Received) => JSON.parse(String(body)) as IDataObject;

/** The status of each item, and when it ends where it does. */
const STATUSES = [{ status: 'open' }, { status: 'snoozed_until', until: '2030-01-01' }];

onEachRelease(
	'lets a workflow start where a choice is an expression, in every operation',
	async (release) => {
		const descriptions = Object.fromEntries(
			Object.entries(nodes).map(([name, { type: Node }]) => [name, new Node().description]),
		);
		const choosing = operations().filter(([, definition]) => choiceNames(definition).length);
		expect(choosing.length).toBeGreaterThan(40);
		const stopped = choosing.flatMap(([id, definition]) => {
			const [, resource, name] = id.split('.');
			const description = descriptions[nodeNameOf(id)];
			const chosen = Object.fromEntries(
				choiceNames(definition).map((choice) => [choice, `={{ $json.${choice} }}`]),
			);
			const parameters = { resource, operation: name, ...chosen };
			const filled = { ...parameters, ...filledIn(description, parameters) };
			const issues = issuesOf(description, filled);
			return issues ? [[id, issues]] : [];
		});
		expect(stopped).toEqual([]);
		const reply = recording('account.conversation.toggle_status', 'ok', release).response.body;
		const { items, received } = await run(
			'conversation.setStatus',
			{
				conversation_id: 3,
				status: '={{ $json.status }}',
				snoozed_until: '={{ $json.until }}',
				options: { time_zone: 'UTC' },
			},
			[json(reply)],
			{ items: STATUSES.map((one) => ({ json: one })) },
		);
		expect(items).toHaveLength(STATUSES.length);
		expect(received.map(bodyOf)).toEqual([
			{ status: 'open' },
			{ status: 'snoozed', snoozed_until: Date.parse('2030-01-01T00:00:00Z') / 1000 },
		]);
	},
);

/** Operations with a branch, and the field that it needs. */
const BRANCHES: Array<[string, IDataObject, string, string]> = [
	['conversation.setStatus', { status: 'snoozed_until' }, 'snoozed_until', 'Snoozed Until'],
	['conversation.assign', { assign_to: 'agent' }, 'assignee_id', 'Agent'],
	['conversation.replaceLabels', { replace_with: 'chosen' }, 'labels', 'Label Names or IDs'],
	['contact.find', { find_by: 'email' }, 'email', 'Email'],
	['message.sendToContact', { send_to: 'email' }, 'email', 'Email'],
];

/** What an empty field says that holds an expression, and one that holds none. */
const remedyOf = (value: unknown, advice: string) =>
	JSON.stringify(value).includes('={{') ? 'the expression returned nothing' : advice;

onEachRelease('asks for the fields of the branch that is taken, and of no other', async () => {
	const node = new CustomerConversation();
	const picked = (value: unknown) => ({ __rl: true, mode: 'id', value });
	const values = ['', '  ', null, [], picked(''), picked(null)];
	const stored = ['', [], picked(''), '={{ $json.none }}'];
	const items = values.map((value) => ({ json: { value } as IDataObject }));
	for (const [name, chosen, field, label] of BRANCHES) {
		const [[choice, branch]] = Object.entries(chosen);
		const hidden = `${title(choice)} is an expression, so n8n shows only the fields for the first item: use one node per choice, or see docs/expressions.md`;
		const parameters = { conversation_id: 3, inbox_id: 2, content: 'Hello' };
		const withBranch = { ...parameters, [choice]: `={{ "${String(branch)}" }}` };
		const advice = label.endsWith('IDs') ? 'choose at least one' : 'fill it in';
		const remedy = `${advice}. ${hidden}`;
		for (const value of ['={{ $json.value }}', ...stored]) {
			const outcome = await run(name, { ...withBranch, [field]: value } as IDataObject, undefined, {
				...{ node, items },
				onError: 'continueRegularOutput',
			});
			const messages = outcome.items.map(({ json: { error } }) => (error as IDataObject).message);
			expect([name, value, messages]).toEqual([
				name,
				value,
				values.map(() => `${label} is empty: ${remedyOf(value, remedy)}`),
			]);
			expect([name, outcome.received]).toEqual([name, []]);
		}
	}
	const others = { status: '={{ "open" }}', snoozed_until: 'no date' };
	const { received } = await run('conversation.setStatus', { conversation_id: 3, ...others });
	expect(received.map(bodyOf)).toEqual([{ status: 'open' }]);
});

onEachRelease('sends a message as the bot that was added, or not at all', async () => {
	const node = new CustomerConversation();
	const values = ['', '  ', null, { __rl: true, mode: 'list', value: '' }];
	const items = values.map((value) => ({ json: { value } as IDataObject }));
	for (const [name, label] of [
		['message.send', 'Send as Agent Bot'],
		['message.createPrivateNote', 'Write as Agent Bot'],
	])
		for (const agent_bot_id of [
			...['={{ $json.value }}', '={{ $json.none }}', ''],
			{ __rl: true, mode: 'id', value: '={{ $json.none }}' },
		]) {
			const outcome = await run(
				name,
				{ conversation_id: 3, content: 'Hello', additional_fields: { agent_bot_id } },
				undefined,
				{ node, items, onError: 'continueRegularOutput' },
			);
			const messages = outcome.items.map(({ json: { error } }) => (error as IDataObject).message);
			expect([name, agent_bot_id, messages]).toEqual([
				name,
				agent_bot_id,
				values.map(() => `${label} is empty: ${remedyOf(agent_bot_id, 'fill it in')}`),
			]);
			expect(outcome.received).toEqual([]);
		}
});

const UMLAUT = { id: 900, name: 'Jürgen Öl', email: 'oel@acme.example' };

const listed = (op: string, release: Release) =>
	recordsOf(op, recording(op, 'ok', release).response.body);

/** A service with the recorded agents, inboxes and labels, and more agents. */
async function withLists(release: Release, more: IDataObject[] = [UMLAUT]) {
	const agents = [...listed('account.agent.list', release), ...more];
	const lists: Record<string, unknown> = {
		agents,
		inboxes: recording('account.inbox.list', 'ok', release).response.body,
		labels: recording('account.label.list', 'ok', release).response.body,
	};
	const server = await listen(({ path }) => json(lists[path.replace(/.*\//, '')] ?? []));
	return { ...server, agents };
}

const requestsOf = ({ received }: { received: Received[] }) =>
	received.map(({ method, path }) => `${method} ${path.replace('/api/v1/accounts/1/', '')}`);

onEachRelease('looks up names and e-mail addresses by expression, once', async (release) => {
	const server = await withLists(release);
	const [one, two, three] = server.agents;
	const values = [
		`${String(one.name).toUpperCase()}, ${String(two.email)},${String(three.id)}`,
		[one.id, ` ${String(two.name)} `, String(three.email).toUpperCase()],
		JSON.stringify([one.email, two.id, three.name]),
		'jU\u0308rgen o\u0308l',
		[one.id, one.name],
	];
	const [inbox] = listed('account.inbox.list', release);
	const [label] = listed('account.label.list', release).slice(-1);
	try {
		const { error } = await runAt(
			server.url,
			'team.addMembers',
			{ team_id: 4, user_ids: '={{ $json.who }}' },
			{ items: values.map((who) => ({ json: { who } as IDataObject })) },
		);
		expect(error).toBeUndefined();
		const members = 'POST teams/4/team_members';
		expect(requestsOf(server)).toEqual(['GET agents', ...values.map(() => members)]);
		const all = [one.id, two.id, three.id];
		const ids = server.received.slice(1).map((request) => bodyOf(request).user_ids);
		expect(ids.sort()).toEqual([all, all, all, [UMLAUT.id], [one.id]].sort());

		server.received.length = 0;
		const matrix = {
			period: 'yesterday',
			options: { inbox_ids: '={{ $json.inbox }}', label_ids: '={{ $json.label }}' },
		};
		const items = [{ json: { inbox: inbox.name, label: [label.title] } as IDataObject }];
		await runAt(server.url, 'report.getInboxLabelMatrix', matrix, { items });
		expect(requestsOf(server).slice(0, 2)).toEqual(['GET inboxes', 'GET labels']);
		const query = server.received[2].query.filter(([key]) => key.includes('_ids'));
		expect(query.map(([, value]) => value)).toEqual([`${inbox.id}`, `${label.id}`]);
	} finally {
		await server.close();
	}
});

onEachRelease(
	'refuses a name that nobody or several have, and says who was found',
	async (release) => {
		const twins = [
			{ id: 901, name: 'Sam Twin', email: 'sam@acme.example' },
			{ id: 902, name: 'Sam Twin', email: 'twin@acme.example' },
			{ id: 903, name: 'Sam Twin, Ann', email: 'both@acme.example' },
			{ id: 904, name: 'Ann', email: 'ann@acme.example' },
		];
		const server = await withLists(release, twins);
		const refused = async (user_ids: unknown, words: string) => {
			const { error } = await runAt(server.url, 'team.addMembers', {
				team_id: 4,
				user_ids: user_ids as string,
			});
			expect(error?.message).toContain(words);
			expect(error?.description).toContain('Team → Add Members');
		};
		const [first] = server.agents;
		try {
			const candidates = `${String(first.name)} (${String(first.id)}), `;
			await refused('={{ "Bem" }}', `Agent "Bem" was not found: choose from ${candidates}`);
			await refused(
				['4', 'sam twin'],
				'More than one agent is called "sam twin": Sam Twin (901), Sam Twin (902). Use the ID.',
			);
			await refused('Sam Twin, Ann', '"Sam Twin, Ann" may be one name or several: use the ID');
			expect(new Set(requestsOf(server))).toEqual(new Set(['GET agents']));
		} finally {
			await server.close();
		}
	},
);

const DASHBOARD = 'https://chat.example/app/accounts/1';

/** What people copy from the address bar of the dashboard, by search method, and what it means. */
const ADDRESSES: Record<string, Array<[string, string | number]>> = {
	accounts: [['/dashboard', 1]],
	platformAccounts: [['/settings/general', 1]],
	agents: [['/reports/agents/12?from=1', 12]],
	agentCapacityPolicies: [['/settings/assignment-policy/capacity/edit/5', 5]],
	apiInboxes: [['/settings/inboxes/3/collaborators', 3]],
	campaignInboxes: [['/settings/inboxes/3/collaborators', 3]],
	smsInboxes: [['/settings/inboxes/3/collaborators', 3]],
	websiteInboxes: [['/settings/inboxes/3/collaborators', 3]],
	whatsappInboxes: [['/settings/inboxes/3/collaborators', 3]],
	apps: [['/settings/integrations/openai', 'openai']],
	articles: [
		['/portals/help-center/en/articles/edit/8', 8],
		['/portals/help-center/en/billing/articles/all/edit/8', 8],
		['/portals/help-center/en/categories/billing/articles/8', 8],
	],
	companies: [['/companies/5', 5]],
	assistants: [
		['/captain/10/faqs', 10],
		['/captain/assistants/10/inboxes', 10],
	],
	assignmentPolicies: [['/settings/assignment-policy/assignment/edit/5', 5]],
	contacts: [
		['/contacts/7', 7],
		['/contacts/7/segments/3', 7],
	],
	conversations: [
		['/conversations/9', 9],
		['/inbox/3/conversations/9', 9],
		['/label/vip/conversations/9?messageId=5', 9],
		['/inbox-view/conversation/9', 9],
	],
	customFilters: [
		['/custom_view/4', 4],
		['/custom_view/4/conversations/9', 4],
		['/contacts/segments/4', 4],
	],
	inboxes: [
		['/inbox/3', 3],
		['/settings/inboxes/3/collaborators', 3],
		['/reports/inboxes/3', 3],
	],
	labels: [['/reports/labels/6', 6]],
	labelTitles: [
		['/label/gr%C3%B6%C3%9Fe', 'größe'],
		['/contacts/labels/vip?page=1', 'vip'],
	],
	macros: [['/settings/macros/2/edit', 2]],
	messages: [['/conversations/9?messageId=5', 5]],
	messagesWithFiles: [['/conversations/9?messageId=5', 5]],
	portals: [
		['/portals/help-center/en/articles/all', 'help-center'],
		['/portals/help-center/settings', 'help-center'],
	],
	teams: [
		['/team/4', 4],
		['/team/4/conversations/9', 4],
		['/settings/teams/4/edit/agents', 4],
		['/reports/teams/4', 4],
	],
};

/** A field for each locator that picks one record. */
const pickers = Object.values(locators)
	.flatMap((make) => (typeof make === 'function' ? [make] : []))
	.map((make) => (make as () => ReturnType<typeof locators.agent>)())
	.filter(({ property }) => property.type === 'resourceLocator');

onEachRelease('takes the address of a dashboard page wherever it names the record', async () => {
	const byUrl = pickers.filter(({ property }) =>
		property.modes?.some(({ name }) => name === 'url'),
	);
	const methods = byUrl.map(({ locator }) => locator?.method);
	expect([...new Set(methods)].sort()).toEqual(Object.keys(ADDRESSES).sort());
	for (const field of pickers.filter(({ locator }) => locator?.url?.includes('{id}')))
		expect([field.name, byUrl.includes(field)]).toEqual([field.name, true]);
	for (const field of byUrl) {
		const isAccount = field.name === 'account_id';
		const definition = operation({
			name: 'Run',
			action: 'Run it',
			gives: 'What came',
			request: `GET /api/v1/accounts/{account_id}${isAccount ? '' : `/of/{${field.as}}`}`,
			path: isAccount ? [field] : [locators.account(), field],
		});
		const node = nodeOf(definition);
		const sent = async (value: string, mode = 'url') => {
			const raw = mode ? { __rl: true, mode, value } : value;
			const parameters = { [field.name]: raw };
			const { error, received } = await run(
				'test.run',
				parameters as IDataObject,
				[json({ id: 1 })],
				{
					node,
				},
			);
			return error?.message ?? decodeURIComponent(received[0].path.replace(/.*\//, ''));
		};
		const { displayName } = field.property;
		for (const [address, value] of ADDRESSES[field.locator?.method ?? ''])
			// By ID and by expression, too: people paste what they have.
			for (const mode of ['url', 'id', ''])
				expect([address, mode, await sent(` ${DASHBOARD}${address}`, mode)]).toEqual([
					...[address, mode, `${value}`],
				]);
		const wrong = `${displayName} is not a dashboard URL of this kind of record`;
		for (const address of ['https://chat.example/app/login', '42', '/app/accounts/'])
			expect(await sent(address)).toBe(wrong);
		// Any address of an account names it.
		if (field.name.endsWith('account_id')) continue;
		expect(await sent(`${DASHBOARD}/settings/sla/list`)).toBe(wrong);
		const [[address]] = ADDRESSES[field.locator?.method ?? ''];
		for (const mode of ['url', 'id', ''])
			expect(await sent(`https://chat.example/app/accounts/2${address}`, mode)).toBe(
				`${displayName} is a URL of account 2, not of account 1`,
			);
		const [[foreign]] = ADDRESSES[field.name === 'macro_id' ? 'teams' : 'macros'];
		expect(await sent(`${DASHBOARD}${foreign}`)).toBe(wrong);
	}
});
