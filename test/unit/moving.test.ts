import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';
import { convert, type Conversion } from '../../moving/engine';
import { changeExpression } from '../../moving/expressions';
import { propertyAt, targetOf, triggerOf, typeOf } from '../../moving/targets';
import { packages } from '../../moving/packages';
import { movesOf, type Move } from '../../moving/source';
import { events } from '../../nodes/shared/events/events';
import { nodes, typeNameOf } from '../../truth/surfaces';
import { convertNodes as move, remarksOf, workflowOf, type PartialNode } from '../support/moving';
import { unknownTo } from '../support/parameters';

const D = '@devlikeapro/n8n-nodes-chatwoot.chatWoot';
const F = '@fazer-ai/n8n-nodes-chatwoot';
const PACKAGE = 'n8n-nodes-customer-conversation';
const folder = join(__dirname, '../moving');
const fixtures = readdirSync(folder).map((file): [string, IDataObject] => [
	file,
	JSON.parse(readFileSync(join(folder, file), 'utf8')) as IDataObject,
]);

const chain = (...partialNodes: PartialNode[]) => workflowOf(partialNodes);

const get = (name: string, more: object = {}): PartialNode => ({
	name,
	type: D,
	parameters: {
		resource: 'Conversations',
		operation: 'Get Details Of A Conversation',
		account_id: 1,
		conversation_id: 5,
	},
	...more,
});
const search = (name: string): PartialNode => ({
	name,
	type: D,
	parameters: { resource: 'Contacts', operation: 'Contact Search', account_id: 1, q: 'ada' },
});
const fields = (name: string, value: unknown, more: object = {}): PartialNode => ({
	name,
	parameters: { value } as INode['parameters'],
	...more,
});

const nodeOf = ({ workflow }: Conversion, name: string) =>
	workflow.nodes.find((node) => node.name === name) as INode;
const valueOf = (made: Conversion, name: string) => nodeOf(made, name).parameters.value;

describe('the tables', () => {
	const moves = packages.flatMap((one) =>
		Object.entries(one.operations).flatMap(([oldOperation, all]) =>
			movesOf(all).map((mapping) => ({ name: `${one.title}: ${oldOperation}`, mapping })),
		),
	);
	const faultOf = (find: () => unknown): string[] => {
		try {
			find();
			return [];
		} catch (error) {
			return [(error as Error).message];
		}
	};

	it('name operations, fields and values that one version of our nodes has', () => {
		const faults = moves.flatMap(({ name, mapping }) =>
			faultOf(() => targetOf(mapping)).map((fault) => `${name}: ${fault}`),
		);
		expect(faults).toEqual([]);
	});

	it('name events and fields that our trigger has', () => {
		const triggers = packages.flatMap((one) => Object.values(one.triggers ?? {}));
		expect(triggers.flatMap((mapping) => faultOf(() => triggerOf(mapping)))).toEqual([]);
		for (const mapping of triggers)
			expect(Object.keys(events)).toEqual(expect.arrayContaining(Object.values(mapping.events)));
	});

	it.each([
		[{ fields: { a: 'update_fields.nick' } }, 'version 1 lacks update_fields.nick'],
		[{ fields: { a: { to: 'nick' } } }, 'version 1 lacks nick'],
		[{ sets: { 'update_fields.name': 'Ada', nick: 'A' } }, 'version 1 lacks nick'],
	])('are refused with %j', (mapping: Pick<Move, 'fields' | 'sets'>, words) => {
		expect(() => targetOf({ to: 'contact.update', ...mapping })).toThrow(words);
	});

	it('are refused with a value that no version offers', () => {
		const mapping = { to: 'conversation.setStatus', sets: { status: 'forgotten' } };
		expect(() => targetOf(mapping)).toThrow('version 1 lacks status forgotten');
	});
});

describe('a workflow of release 0.2', () => {
	const TRIGGER = `${PACKAGE}.customerConversationTrigger`;
	const wrote = (more: object = {}): PartialNode => ({
		name: 'Wrote',
		type: TRIGGER,
		typeVersion: 1.1,
		parameters: { events: ['customer_wrote'] },
		...more,
	});

	it('reads each value of a trigger where it is now, through nodes that pass items on', () => {
		const made = move(
			wrote(),
			{
				name: 'Filter',
				type: 'n8n-nodes-base.filter',
				parameters: { value: '={{ $json.message.private }}' },
			},
			fields('Read', {
				text: '={{ $json.message.text }} of {{ $json.message.id }}',
				who: "={{ $('Wrote').item.json.contact.phone_number ?? $json.contact?.email }}",
				by: '={{ $json.sender.type }}',
				plan: '={{ $json.conversation.custom_attributes.plan }}',
				file: '={{ $json.message.attachments[0].data_url }}',
				at: '={{ $json.conversation_id }} {{ $json.changes.status.to }}',
			}),
		);
		expect(valueOf(made, 'Filter')).toBe('={{ $json.private }}');
		expect(valueOf(made, 'Read')).toEqual({
			text: '={{ $json.content }} of {{ $json.message_id }}',
			who: "={{ $('Wrote').item.json.contact_phone ?? $json?.contact_email }}",
			by: '={{ $json.sender_type }}',
			plan: '={{ $json.custom_attributes.plan }}',
			file: '={{ $json.attachments[0].data_url }}',
			at: '={{ $json.conversation_id }} {{ $json.changes.status.to }}',
		});
		expect([made.converted, made.points]).toEqual([['Wrote'], []]);
		expect(nodeOf(made, 'Wrote')).toMatchObject({ type: TRIGGER, typeVersion: 1.1 });
	});

	it('has no place for a part as a whole: the list says so', () => {
		const made = move(wrote(), fields('Read', '={{ $json.contact }} {{ $json.contact.name }}'));
		expect(valueOf(made, 'Read')).toBe('={{ $json.contact }} {{ $json.contact_name }}');
		expect(remarksOf(made)).toContain(
			'Check $json.contact: the items of “Wrote” do not contain it',
		);
	});

	it.each([
		['customerConversationCrm', 'customerConversationCompanies'],
		['customerConversationEnterpriseTool', 'customerConversationPoliciesTool'],
	])('has %s, which is %s now', (old, now) => {
		const parameters = { resource: 'campaign', operation: 'getAll', returnAll: true };
		const made = move(
			{ name: 'Old', type: `${PACKAGE}.${old}`, parameters },
			fields('Read', '={{ $json.id }}'),
		);
		expect(nodeOf(made, 'Old')).toMatchObject({
			type: `${PACKAGE}.${now}`,
			typeVersion: 1,
			parameters,
		});
		expect([valueOf(made, 'Read'), made.points]).toEqual(['={{ $json.id }}', []]);
	});

	it('downloads a file of a message by the one operation that is left', () => {
		const parameters = {
			resource: 'conversation',
			operation: 'downloadAttachment',
			data_url: '={{ $json.u }}',
		};
		const made = move({ name: 'File', type: `${PACKAGE}.customerConversation`, parameters });
		const { parameters: now } = nodeOf(made, 'File');
		expect(now).toEqual({
			resource: 'message',
			operation: 'downloadAttachments',
			download: 'url',
			data_url: '={{ $json.u }}',
		});
		const { properties } = targetOf({ to: 'message.downloadAttachments' });
		expect(propertyAt(properties, 'download')?.options).toContainEqual(
			expect.objectContaining({ value: 'url' }),
		);
	});

	it('has pinned items, which become flat', () => {
		const item = {
			event: 'message_created',
			conversation_id: 5,
			contact: { id: 7, name: 'Zoë' },
			message: { text: 'Hi', id: 9 },
			sender: null,
		};
		const pinData = { Wrote: [{ json: item }, item] };
		const { workflow } = convert({ ...chain(wrote()), pinData });
		const now = {
			event: 'message_created',
			conversation_id: 5,
			contact_id: 7,
			contact_name: 'Zoë',
			content: 'Hi',
			message_id: 9,
		};
		expect(workflow.pinData).toEqual({ Wrote: [{ json: now }, now] });
	});

	it('stays as it is without Simplify, and if nothing of it has changed', () => {
		const raw = wrote({ parameters: { events: ['customer_wrote'], simplify: false } });
		const read = fields('Read', '={{ $json.conversation.id }}');
		expect(() => move(raw, read)).toThrow('Nothing in this workflow can be converted.');
		expect(() => move(wrote(), fields('Read', '={{ $json.content }}'))).toThrow(
			'Nothing in this workflow can be converted.',
		);
	});

	it('reads what the items of the trigger have', () => {
		const file = join(__dirname, '../golden/outputs/CustomerConversationTrigger.v1.1.json');
		const { item } = JSON.parse(readFileSync(file, 'utf8')) as { item: object };
		const [, original] = fixtures.find(([name]) => name === 'release-0.2-bot.json')!;
		const { workflow } = convert(original);
		const read = JSON.stringify(workflow.nodes).matchAll(/\.json\.([\w.]+)|\$json\.([\w.]+)/g);
		const keys = [...read].map(([, one, other]) => one ?? other);
		expect(keys).toContain('content');
		expect(keys.filter((key) => !(key in item))).toEqual([]);
	});
});

describe('a workflow', () => {
	/** Not those of which nodes go, or get one more behind them. */
	const withSameNodes = fixtures.filter(([name]) => !name.startsWith('webhook-'));
	it.each(withSameNodes)('%s keeps its nodes, names, positions and connections', (_, original) => {
		const { workflow } = convert(original);
		const nodes = workflow.nodes.filter(({ name }) => !/^Moved/.test(name));
		const placed = (all: INode[]) =>
			all.map(({ id, name, position, disabled }) => ({ id, name, position, disabled }));
		expect(placed(nodes)).toEqual(placed(original.nodes as unknown as INode[]));
		expect(workflow.connections).toEqual(original.connections);
	});

	it.each(fixtures)('%s is not changed itself, and converted once', (_, original) => {
		const before = structuredClone(original);
		const { workflow } = convert(original);
		expect(original).toEqual(before);
		expect(() => convert(workflow)).toThrow(
			/^Nothing in this workflow can be converted\. Known are: .*\.$/,
		);
	});

	it.each(fixtures)('%s has nodes of ours with what their version has', (_, original) => {
		const { workflow, converted } = convert(original);
		const faults = converted.flatMap((name) => {
			const { type, typeVersion, parameters } = workflow.nodes.find((one) => one.name === name)!;
			const [, { surface = '' } = {}] =
				Object.entries(nodes).find(
					([folder]) => typeOf(typeNameOf(folder)) === type.replace(/Tool$/, ''),
				) ?? [];
			const { descriptionType: _d, toolDescription: _t, ...values } = parameters as IDataObject;
			const id = [surface, values.resource, values.operation].join('.');
			return surface ? unknownTo(id, values, { from: typeVersion, until: typeVersion }) : [];
		});
		expect(faults).toEqual([]);
	});

	it('may have nodes of ours beside those that are converted: they stay as they are', () => {
		const packageNode = {
			name: 'Own',
			type: `${PACKAGE}.customerConversation`,
			parameters: { resource: 'contact', operation: 'get', contact_id: '={{ $json.contact_id }}' },
		};
		const made = move(packageNode, get('One'));
		expect(made.converted).toEqual(['One']);
		expect(nodeOf(made, 'Own')).toMatchObject(packageNode);
	});

	it('keeps a node that is switched off switched off', () => {
		const { disabled, type } = nodeOf(move(get('Off', { disabled: true })), 'Off');
		expect([disabled, type]).toEqual([true, `${PACKAGE}.customerConversation`]);
	});

	it('may have nodes of several packages', () => {
		const label = { resource: 'label', operation: 'list', accountId: '1' };
		const made = move(get('One'), { name: 'Two', type: `${F}.chatwoot`, parameters: label });
		expect(made.converted).toEqual(['One', 'Two']);
		expect(nodeOf(made, 'Two').type).toBe(`${PACKAGE}.customerConversationAdmin`);
	});

	it('keeps the tools of an AI agent tools, with what they say of themselves', () => {
		const content = "={{ $fromAI('text', 'What to say', 'string') }}";
		const parameters = {
			descriptionType: 'manual',
			toolDescription: 'Answers the customer',
			operation: 'sendMessage',
			conversationId: { __rl: true, mode: 'id', value: 5 },
			content,
		};
		const made = move({ name: 'Answer', type: `${F}.chatwootTool`, parameters });
		const { type, parameters: answerParameters } = nodeOf(made, 'Answer');
		expect(type).toBe(`${PACKAGE}.customerConversationTool`);
		expect(answerParameters).toMatchObject({
			operation: 'send',
			toolDescription: 'Answers the customer',
			content,
		});
	});

	it('names the old credential, and says that one must be chosen', () => {
		const made = move(get('One', { credentials: { chatwootApi: { id: 'x', name: 'Old' } } }));
		expect(nodeOf(made, 'One').credentials).toEqual({
			customerConversationApi: { id: null, name: 'Old' },
		});
		expect(remarksOf(made)).toContain('Choose the credential “Customer Conversation API”');
	});

	it('has the list in a note', () => {
		const note = nodeOf(move(get('One')), 'Moved');
		expect(note.parameters.content).toContain('**One:** Choose the credential');
	});

	it.each([
		['a text', 'This is not a workflow: it has no list of nodes.'],
		[{ nodes: [{ name: 'No type' }] }, 'This is not a workflow: it has no list of nodes.'],
		[
			chain({ name: 'Other' }),
			/^Nothing in this workflow can be converted\. Known are: @devlikeapro/,
		],
	])('that is none is refused', (input, message) => {
		expect(() => convert(input)).toThrow(message);
	});
});

describe('what has no equivalent stays, and is on the list', () => {
	const stays = (parameters: object) => {
		const original = chain({ name: 'Old', type: D, parameters: parameters as INode['parameters'] });
		const made = convert(original);
		expect(made.unconverted).toEqual(['Old']);
		expect(made.workflow.nodes).toEqual(original.nodes);
		return remarksOf(made);
	};

	it('an operation', () => {
		const remark = stays({ resource: 'Integrations', operation: 'Create An Integration Hook' });
		expect(remark).toBe(
			'Old: Stays as it is: Integrations → Create An Integration Hook has no equivalent here.',
		);
	});

	it('a field', () => {
		const { parameters } = get('Old');
		expect(stays({ ...parameters, surprise: 'x' })).toBe(
			'Old → surprise: Stays as it is: there is no such field here.',
		);
	});

	it('a page that is counted up', () => {
		const parameters = { ...search('Old').parameters, page: '={{ $json.page }}' };
		expect(stays(parameters)).toContain('Old → page: Stays as it is');
	});

	it('an operation that depends on an expression', () => {
		const parameters = {
			resource: 'Messages',
			operation: 'Create A New Message In A Conversation',
			private: '={{ $json.isPrivate }}',
		};
		expect(stays(parameters)).toContain('Old → private: Stays as it is');
	});
});

describe('expressions', () => {
	it.each([
		['={{ $json.meta.sender.name }}', '={{ $json.contact_name }}'],
		['={{ $json["meta"]["sender"]["name"] }}', '={{ $json.contact_name }}'],
		['=a {{ $json?.meta?.sender?.name.trim() }} b', '=a {{ $json?.contact_name.trim() }} b'],
		["={{ $('Ä').item.json.meta.sender.id }}", "={{ $('Ä').item.json.contact_id }}"],
		['={{ $("Ä").first().json.meta.team.name }}', '={{ $("Ä").first().json.team_name }}'],
		["={{ $('Ä').all()[0].json.meta.team.id }}", "={{ $('Ä').all()[0].json.team_id }}"],
		['={{ $node["Ä"].json["meta"].sender.email }}', '={{ $node["Ä"].json.contact_email }}'],
		['={{ $items("Ä")[0].json.status }}', '={{ $items("Ä")[0].json.status }}'],
		['={{ $input.item.json.meta.assignee.id }}', '={{ $input.item.json.assignee_id }}'],
		['={{ $json.custom_attributes.seats + 1 }}', '={{ $json.custom_attributes.seats + 1 }}'],
		['$json.meta.sender.name', '$json.meta.sender.name'],
	])('%s', (expression, wanted) => {
		expect(valueOf(move(get('Ä'), fields('Reader', expression)), 'Reader')).toBe(wanted);
	});

	it('stand in lists and objects, and in nodes that are converted', () => {
		const value = { rows: [{ text: '={{ $json.meta.sender.name }}' }] };
		const note = {
			...get('Note'),
			parameters: {
				resource: 'Messages',
				operation: 'Create A New Message In A Conversation',
				conversation_id: "={{ $('Ä').item.json.id }}",
				content: "={{ $('Ä').item.json.meta.sender.name }}",
				private: true,
				content_type: '=text',
			},
		};
		const made = move(get('Ä'), fields('Reader', value), note);
		expect(valueOf(made, 'Reader')).toEqual({ rows: [{ text: '={{ $json.contact_name }}' }] });
		expect(nodeOf(made, 'Note').parameters).toMatchObject({
			operation: 'createPrivateNote',
			conversation_id: { __rl: true, mode: 'id', value: "={{ $('Ä').item.json.id }}" },
			content: "={{ $('Ä').item.json.contact_name }}",
		});
	});

	it('read the service’s own words where Simplify changes them', () => {
		const made = move(
			get('Ä'),
			fields('Reader', '={{ $json.created_at + 60 }} {{ $json.meta.sender.name }}'),
		);
		expect(nodeOf(made, 'Ä').parameters.simplify).toBe(false);
		expect(valueOf(made, 'Reader')).toBe(
			'={{ $json.created_at + 60 }} {{ $json.meta.sender.name }}',
		);
	});

	it('read through nodes that give on what they get', () => {
		const passing = { name: 'If', type: 'n8n-nodes-base.if', parameters: {} };
		const made = move(get('Ä'), passing, fields('Reader', '={{ $json.meta.sender.name }}'));
		expect(valueOf(made, 'Reader')).toBe('={{ $json.contact_name }}');
	});

	it('of other nodes stay', () => {
		const made = move(
			get('Ä'),
			fields('Set', 1, { parameters: { keepOnlySet: true } }),
			fields('Reader', '={{ $json.meta.sender.name }}'),
		);
		expect(valueOf(made, 'Reader')).toBe('={{ $json.meta.sender.name }}');
	});

	it('of the first entry of a list make it the only one', () => {
		const made = move(search('Find'), fields('Reader', '={{ $json.payload[0].id }}'));
		expect(valueOf(made, 'Reader')).toBe('={{ $json.id }}');
		const { parameters, alwaysOutputData } = nodeOf(made, 'Find');
		expect([parameters.returnAll, parameters.limit, alwaysOutputData]).toEqual([false, 1, true]);
		expect(remarksOf(made)).toContain('Find: Limit is 1');
	});

	it('of a whole list read one item with the list, which a node behind ours makes', () => {
		const made = move(
			search('Find'),
			fields('Reader', '={{ $json.payload.map((c) => c.name) }}'),
			fields(
				'Later',
				"={{ $('Find').item.json.payload[1].email }} {{ $node['Find'].json.meta.count }}",
			),
		);
		expect(valueOf(made, 'Reader')).toBe('={{ $json.payload.map((c) => c.name) }}');
		expect(valueOf(made, 'Later')).toBe(
			'={{ $("Find as List").item.json.payload[1].email }} {{ $node["Find as List"].json.meta.count }}',
		);
		expect(nodeOf(made, 'Find')).toMatchObject({
			alwaysOutputData: true,
			parameters: { simplify: false, returnAll: false, limit: 15 },
		});
		expect(nodeOf(made, 'Find as List').type).toBe('n8n-nodes-base.code');
		const { connections } = made.workflow;
		const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
		expect(connections).toMatchObject({
			Find: to('Find as List'),
			'Find as List': to('Reader'),
			Reader: to('Later'),
		});
		expect(remarksOf(made)).toContain('“Find as List” behind it makes one item');
	});

	it('of a number of rows count those that were read', () => {
		const found = (value: string, ...others: PartialNode[]) =>
			move(search('Find'), fields('Reader', value), ...others);
		const alone = found('={{ $json.meta.count > 5 }}');
		expect(valueOf(alone, 'Reader')).toBe('={{ $json.meta.count > 5 }}');
		expect(nodeOf(alone, 'Find as List').parameters.jsCode).toContain(
			'{ payload: rows, meta: { count: rows.length } }',
		);
		const first = found('={{ $json.meta.count > 0 ? $json.payload[0].id : 0 }}');
		expect(valueOf(first, 'Reader')).toBe(
			'={{ $("Find").all().filter((item) => Object.keys(item.json).length > 0).length > 0 ? $json.id : 0 }}',
		);
		expect(nodeOf(first, 'Find').parameters.limit).toBe(1);
	});

	it.each([
		[
			[
				[7, { id: 1 }],
				[7, { id: 2 }],
			],
			1,
			[{ payload: [{ id: 1 }, { id: 2 }] }],
		],
		[[[0, {}]], 1, [{ payload: [] }]],
		[[[2, { id: 5 }]], 3, [{ payload: [] }, { payload: [] }, { payload: [{ id: 5 }] }]],
		[[[0, { error: { message: 'No' } }]], 1, [{ error: { message: 'No' } }]],
	])('of a list in one item are made of the rows %j', (rows, count, wanted) => {
		const made = move(
			fields('Leads', 1),
			search('Find'),
			fields('Reader', '={{ $json.payload.length }}'),
		);
		const items = (rows as Array<[number, object]>).map(([item, json]) => ({
			json,
			pairedItem: { item: item === 7 ? 0 : item },
		}));
		const run = new Function(
			'$input',
			'$',
			nodeOf(made, 'Find as List').parameters.jsCode as string,
		) as (...values: unknown[]) => Array<{ json: IDataObject }>;
		const returned = run({ all: () => items }, (name: string) => ({
			all: () => (name === 'Leads' ? Array.from({ length: count }) : []),
		}));
		expect(returned.map(({ json }) => ({ ...json, meta: undefined }))).toEqual(wanted);
	});

	it('of lists are paired by position as before', () => {
		const merge = (parameters: object): PartialNode => ({
			name: 'Merge',
			type: 'n8n-nodes-base.merge',
			parameters: parameters as INode['parameters'],
		});
		for (const parameters of [
			{ mode: 'combine', combineBy: 'combineByPosition' },
			{ mode: 'combine', combinationMode: 'mergeByPosition' },
			{ mode: 'mergeByIndex' },
		]) {
			const made = move(search('Find'), merge(parameters), fields('Reader', '={{ $json.x }}'));
			expect(nodeOf(made, 'Find as List')).toBeDefined();
		}
		const made = move(search('Find'), merge({ mode: 'append' }), fields('Reader', 1));
		expect(nodeOf(made, 'Find as List')).toBeUndefined();
	});

	it('behind a node that split the list are of its entries', () => {
		const split = {
			name: 'Split Out',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'payload', options: {} },
		};
		const made = move(search('Find'), split, fields('Reader', '={{ $json.email }}'));
		expect(nodeOf(made, 'Split Out').type).toBe('n8n-nodes-base.noOp');
		expect(nodeOf(made, 'Find').alwaysOutputData).toBeUndefined();
		expect(remarksOf(made)).toContain('Split Out: Is no longer needed');
	});

	it('of what is not in the item are on the list', () => {
		const made = move(search('Find'), fields('Reader', '={{ $json.meta.current_page }}'));
		expect(remarksOf(made)).toContain(
			'Reader → value: Check $json.meta.current_page: the items of “Find” do not contain it',
		);
	});

	it('in code are changed, too, and whole items told', () => {
		const code = (jsCode: string): PartialNode => ({
			name: 'Code',
			type: 'n8n-nodes-base.code',
			parameters: { jsCode },
		});
		const made = move(get('Ä'), code("return [{ name: $('Ä').first().json.meta.sender.name }];"));
		expect(nodeOf(made, 'Code').parameters.jsCode).toContain("$('Ä').first().json.contact_name");
		const whole = move(get('Ä'), code('return items;'));
		expect(nodeOf(whole, 'Ä').parameters.simplify).toBe(false);
		expect(remarksOf(whole)).toContain('Code: The code uses whole items of “Ä”');
	});

	it('in code are found through variables, loops and callbacks', () => {
		const read = (jsCode: string) =>
			nodeOf(
				move(get('Ä'), { name: 'Code', type: 'n8n-nodes-base.code', parameters: { jsCode } }),
				'Code',
			).parameters.jsCode;
		expect(read('const { json } = items[0]; return json.meta.sender.name;')).toBe(
			'const { json } = items[0]; return json.contact_name;',
		);
		expect(read('const of = $json.meta; return [of.sender.name, of?.team?.id];')).toBe(
			'const of = $json; return [of.contact_name, of?.team_id];',
		);
		expect(read('for (const one of $input.all()) one.json.meta.sender.id;')).toBe(
			'for (const one of $input.all()) one.json.contact_id;',
		);
		expect(read('return items.map((one) => one.json.meta.sender.email.trim());')).toBe(
			'return items.map((one) => one.json.contact_email.trim());',
		);
	});

	it('in code that is no JavaScript stay, and are on the list', () => {
		const jsCode = "return $('Ä').first().json.meta.sender.name }";
		const made = move(get('Ä'), {
			name: 'Code',
			type: 'n8n-nodes-base.code',
			parameters: { jsCode },
		});
		expect(nodeOf(made, 'Code').parameters.jsCode).toBe(jsCode);
		expect(remarksOf(made)).toContain(
			'Code: The code is no JavaScript that can be read, and stays. Check what it reads of “Ä”.',
		);
	});

	it('are looked at in their code alone', () => {
		expect(changeExpression('=$json.a {{ $json.a }}', () => ['b'])).toBe('=$json.a {{ $json.b }}');
	});
});

describe('fields', () => {
	const made = (type: string, parameters: object) =>
		nodeOf(
			convert(chain({ name: 'One', type, parameters: parameters as INode['parameters'] })),
			'One',
		).parameters;

	it('become locators, lists, JSON and collections', () => {
		const labels = { resource: 'Conversation Labels', operation: 'Conversation Add Labels' };
		expect(
			made(D, {
				...labels,
				account_id: 3,
				conversation_id: '={{ $json.id }}',
				labels: '["a", "b"]',
			}),
		).toEqual({
			resource: 'conversation',
			operation: 'replaceLabels',
			account_id: { __rl: true, mode: 'id', value: 3 },
			conversation_id: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			labels: ['a', 'b'],
		});
		const update = { resource: 'Contacts', operation: 'Contact Update', id: 4 };
		expect(made(D, { ...update, name: 'Ada', email: '', custom_attributes: '{}' })).toMatchObject({
			contact_id: { __rl: true, mode: 'id', value: 4 },
			update_fields: { name: 'Ada' },
		});
	});

	it('of a file without a caption send no text', () => {
		const file = { operation: 'sendFile', conversationId: 5, binaryPropertyName: 'photo' };
		expect(made(`${F}.chatwoot`, file)).toMatchObject({
			content_kind: 'none',
			additional_fields: { attachments: 'photo' },
		});
		expect(made(`${F}.chatwoot`, { ...file, fileCaption: 'Look' })).toMatchObject({
			content: 'Look',
		});
	});

	it('in rows become JSON, with expressions', () => {
		const rows = [
			{ name: 'order', value: '42' },
			{ name: 'who', value: '=Dear {{ $json.name }}' },
		];
		expect(
			made(`${F}.chatwoot`, {
				resource: 'contact',
				operation: 'setCustomAttributes',
				contactId: 7,
				customAttributesParameters: { attributes: rows },
			}),
		).toMatchObject({
			update_fields: {
				custom_attributes:
					'={ "order": "42", "who": {{ JSON.stringify("Dear " + ($json.name)) }} }',
			},
		});
	});

	it('choose the operation', () => {
		const message = {
			resource: 'Messages',
			operation: 'Create A New Message In A Conversation',
			conversation_id: 5,
			content: 'Hi',
		};
		expect(made(D, { ...message, private: false }).operation).toBe('send');
		expect(made(D, message).operation).toBe('createPrivateNote');
	});

	it('of a trigger become events and filters', () => {
		const parameters = { accountId: '1', events: ['message_created'], inboxId: '4' };
		expect(made(`${F}.chatwootTrigger`, parameters)).toEqual({
			simplify: false,
			account_id: { __rl: true, mode: 'id', value: '1' },
			events: ['message_created'],
			filters: { inbox_ids: [4] },
		});
	});
});

it('pinned data are items of the new node', () => {
	const record = { id: 7, name: 'Ada', email: null, additional_attributes: { city: 'Bern' } };
	const original = {
		...chain(search('Find')),
		pinData: { Find: [{ json: { payload: [record, record] } }] },
	};
	const { workflow } = convert(original);
	const [one, ...more] = (workflow.pinData as Record<string, IDataObject[]>).Find;
	expect(one.json).toMatchObject({ id: 7, contact_id: 7, name: 'Ada', city: 'Bern' });
	expect(more).toHaveLength(1);
});
