import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
	extractFromAICalls,
	NodeHelpers,
	type IConnections,
	type INode,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';
import manifest from '../../package.json';
import { CustomerConversationPollingTrigger } from '../../nodes/CustomerConversationPollingTrigger/CustomerConversationPollingTrigger.node';
import { CustomerConversationTrigger } from '../../nodes/CustomerConversationTrigger/CustomerConversationTrigger.node';
import { isObject } from '../../nodes/shared/values';
import { newestVersionOf, nodes } from '../../truth/surfaces';

interface Template {
	id: string;
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings: { timezone?: string };
	pinData?: object;
}

type Values = Record<string, unknown>;

const folder = join(__dirname, '../../templates');
const templates = readdirSync(folder).map((file): [string, Template] => [
	basename(file, '.json'),
	JSON.parse(readFileSync(join(folder, file), 'utf8')) as Template,
]);

const nodeTypes = [
	CustomerConversationTrigger,
	CustomerConversationPollingTrigger,
	...Object.values(nodes).map(({ type }) => type),
];
const descriptions = new Map<string, INodeTypeDescription>(
	nodeTypes.map((Node) => {
		const { description } = new Node();
		return [`${manifest.name}.${description.name}`, description];
	}),
);

/** The neutral credentials; n8n asks for a real one after the import. */
const CREDENTIALS = {
	customerConversationApi: { id: 'customerConvDemo', name: 'Customer Conversation' },
	customerConversationClientApi: {
		id: 'customerConvClientDemo',
		name: 'Customer Conversation Client',
	},
	openAiApi: { id: 'openAiDemo', name: 'OpenAI' },
	smtp: { id: 'smtpDemo', name: 'SMTP' },
	httpBearerAuth: { id: 'mcpBearerDemo', name: 'MCP Token' },
};

const isPackageNode = ({ type }: INode) => type.startsWith(`${manifest.name}.`);
const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
const isTool = ({ type }: INode) => type.endsWith('Tool');

/** What is wrong with the value of a field. */
function faultsOfValue(property: INodeProperties, value: unknown): string[] {
	const { name, type, options = [], typeOptions = {}, modes = [] } = property;
	if (typeof value === 'string' && value.startsWith('=')) return [];
	const listed = (wanted: unknown[]) => {
		const values: unknown[] = (options as INodePropertyOptions[]).map((option) => option.value);
		const unknown = wanted.filter((one) => !values.includes(one));
		return unknown.map((one) => `${name} has no choice ${String(one)}`);
	};
	if (type === 'options') return listed([value]);
	if (type === 'multiOptions')
		return typeOptions.loadOptionsMethod ? [] : listed(value as unknown[]);
	if (type === 'collection') return faultsOf(options as INodeProperties[], value as Values);
	if (type === 'fixedCollection')
		return Object.entries(value as Record<string, Values[]>).flatMap(([key, rows]) => {
			const group = (options as INodePropertyCollection[]).find((one) => one.name === key);
			return group
				? [rows].flat().flatMap((row) => faultsOf(group.values, row))
				: [`${name} has no ${key}`];
		});
	if (type !== 'resourceLocator') return [];
	const isLocator = isObject(value) && value.__rl && modes.some((mode) => mode.name === value.mode);
	return isLocator ? [] : [`${name} is no locator`];
}

const faultsOf = (properties: INodeProperties[], values: Values): string[] =>
	Object.entries(values).flatMap(([key, value]) => {
		const property = properties.find(({ name }) => name === key);
		return property ? faultsOfValue(property, value) : [`there is no field ${key}`];
	});

/** What the parameters of a node of this package have that the node lacks, or lack themselves. */
function faultsOfNode(node: INode): string[] {
	const description = descriptions.get(
		isTool(node) ? node.type.replace(/(Hitl)?Tool$/, '') : node.type,
	);
	if (!description) return [`there is no node ${node.type}`];
	const { descriptionType: _, toolDescription: __, ...nodeParameters } = node.parameters;
	// n8n's own field of every node that polls.
	const { pollTimes: ___, ...polled } = node.parameters;
	const parameters = isTool(node) ? nodeParameters : description.polling ? polled : node.parameters;
	const { properties } = description;
	const values = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		true,
		false,
		node,
		description,
	);
	const shown = properties.filter((property) =>
		NodeHelpers.displayParameter(values ?? {}, property, node, description),
	);
	const missing = shown.filter(
		({ name, required, default: initial }) => required && initial === '' && !(name in parameters),
	);
	return [
		...([description.version].flat().includes(node.typeVersion)
			? []
			: ['there is no such version']),
		...faultsOf(shown, parameters),
		...missing.map(({ name }) => `${name} is missing`),
	];
}

describe.each(templates)(
	'the template %s',
	(file, { id, nodes, connections, settings, ...more }) => {
		const [note] = nodes.filter(isNote);
		const others = nodes.filter((node) => !isNote(node));

		test('has a note around its nodes that says what to change', () => {
			const { content, width, height } = note.parameters as Record<string, number> & {
				content: string;
			};
			expect(content).toMatch(/^## \S.*\n/);
			if (!['agent-summary', 'trigger-samples'].includes(file))
				expect(content).toMatch(/\*\*Change\*\*\n- .*credential/);
			if (file === 'trigger-samples') return;
			const [left, top] = note.position;
			const outside = others.filter(
				({ position: [x, y] }) =>
					x < left || y < top || x + 96 > left + width || y + 96 > top + height,
			);
			expect(outside).toEqual([]);
		});

		test('has nodes that lie apart', () => {
			const overlaps = others.flatMap((one, index) =>
				others
					.slice(index + 1)
					.filter(({ position: [x, y] }) => {
						const [across, down] = [Math.abs(x - one.position[0]), Math.abs(y - one.position[1])];
						return across < 112 && down < 112;
					})
					.map(({ name }) => `${one.name}, ${name}`),
			);
			expect(overlaps).toEqual([]);
		});

		test('has ids and names of its own', () => {
			for (const key of ['id', 'name'] as const)
				expect(new Set(nodes.map((node) => node[key])).size).toBe(nodes.length);
			const hooks = nodes.flatMap(({ webhookId }) => webhookId ?? []);
			expect(new Set(hooks).size).toBe(hooks.length);
			expect(templates.filter(([, one]) => one.id === id)).toHaveLength(1);
			expect(id).toMatch(/^\w{1,16}$/);
		});

		test('connects nodes that are there, and each of them', () => {
			const names = others.map(({ name }) => name);
			const links = Object.entries(connections).flatMap(([from, kinds]) =>
				Object.values(kinds)
					.flat()
					.flatMap((ends) => ends ?? [])
					.flatMap(({ node }) => [from, node]),
			);
			expect(links.filter((name) => !names.includes(name))).toEqual([]);
			if (file !== 'trigger-samples') expect([...new Set(links)].sort()).toEqual(names.sort());
		});

		test('names neutral credentials and holds no data', () => {
			for (const node of others) {
				for (const [type, credential] of Object.entries(node.credentials ?? {}))
					expect(credential).toEqual(CREDENTIALS[type as keyof typeof CREDENTIALS]);
				if (isPackageNode(node)) expect(Object.keys(node.credentials ?? {})).toHaveLength(1);
			}
			if (file !== 'trigger-samples') expect(more.pinData).toBeUndefined();
			expect(more).not.toHaveProperty('staticData');
		});

		test('has the time zone of its schedule', () => {
			const isScheduled = nodes.some(({ type }) => type === 'n8n-nodes-base.scheduleTrigger');
			expect(settings.timezone !== undefined).toBe(isScheduled);
			if (isScheduled) expect(JSON.stringify(note.parameters)).toContain(settings.timezone);
		});

		test("sets fields that this package's nodes have", () => {
			expect(others.some(isPackageNode)).toBe(true);
			for (const node of others.filter(isPackageNode))
				expect({ [node.name]: faultsOfNode(node) }).toEqual({ [node.name]: [] });
		});

		test('tells a model of JSON what the field says of it', () => {
			for (const { type, parameters } of others.filter(isTool))
				for (const [name, value] of Object.entries(parameters)) {
					if (typeof value !== 'string') continue;
					const jsonCalls = extractFromAICalls(value).filter((call) => call.type === 'json');
					const { properties } = descriptions.get(type.replace(/(Hitl)?Tool$/, '')) ?? {};
					const described = properties?.filter((property) => property.name === name);
					for (const { description } of jsonCalls)
						expect(described?.map((property) => property.description)).toContain(description);
				}
		});
	},
);

describe('a field that a node lacks is found', () => {
	const type = `${manifest.name}.customerConversation`;
	const faultsWith = (parameters: object, changes: Partial<INode> = {}) =>
		faultsOfNode({
			...{ id: '1', name: 'Node', type, typeVersion: newestVersionOf(type), position: [0, 0] },
			...changes,
			parameters: {
				resource: 'message',
				operation: 'getAll',
				...parameters,
			} as INode['parameters'],
		});
	const conversation_id = { __rl: true, mode: 'id', value: 1 };

	test.each([
		['nothing', { conversation_id }, []],
		['a field', { conversation_id, content: 'Hi' }, ['there is no field content']],
		['a field inside', { options: { beside: 1 } }, ['there is no field beside']],
		['an operation', { operation: 'post' }, ['operation has no choice post']],
		['a locator', { conversation_id: 1 }, ['conversation_id is no locator']],
		['a text', { resource: 'contact', operation: 'createNote' }, ['content is missing']],
	])('%s', (_, parameters, faults) => {
		expect(faultsWith(parameters)).toEqual(faults);
	});

	test('a node and a version', () => {
		expect(faultsWith({}, { type: `${type}s` })).toEqual([`there is no node ${type}s`]);
		expect(faultsWith({}, { typeVersion: 9 })).toEqual(['there is no such version']);
	});
});
