import type { IDataObject, INode } from 'n8n-workflow';
import { allOf, nodeNamed, type Path } from './expressions';
import { feedersOf } from './references';
import type { Done } from './nodes';
import { countPathOf, listPathOf, type Output } from './outputs';
import type { Plan } from './plan';
import { uuidOf } from './uuid';
import type { Workflow } from './workflow';

/** Nodes behind ours that make one item of a list, as the old nodes returned it. */

type Literal = { [name: string]: Literal | string };

/** Puts code into an object at a path. */
function put(object: Literal, [name, ...rest]: Path, code: string): void {
	if (!rest.length) object[name] = code;
	else put((object[name] ??= {}) as Literal, rest, code);
}

const written = (object: Literal): string =>
	`{ ${Object.entries(object)
		.map(([name, value]) =>
			value === name ? name : `${name}: ${typeof value === 'string' ? value : written(value)}`,
		)
		.join(', ')} }`;

/** The item that the old node returned. */
function itemOf(output: Output): string {
	const item: Literal = {};
	put(item, listPathOf(output) ?? [], 'rows');
	const count = countPathOf(output);
	if (count.length) put(item, count, 'rows.length');
	return written(item);
}

/**
 * A Code node: Aggregate would make one item of the lists of all input items, and one with an empty entry if
 * nothing was found.
 * @param before name of the node whose items ours runs for, if it is only one
 */
function listNode(name: string, { node, origin }: Done, before?: string): INode {
	const output = origin.output as Output;
	const { text } = output.definition.reply ?? {};
	const count = before === undefined ? '0' : `${allOf(before)}.length`;
	const jsCode = [
		`// One item per item that ${nodeNamed(node.name)} ran for, with the whole list.`,
		`const lists = Array.from({ length: ${count} }, () => ({ rows: [] }));`,
		'$input.all().forEach(({ json, pairedItem }, index) => {',
		'\tconst [of = 0] = [pairedItem].flat();',
		'\tconst list = (lists[of.item ?? of] ??= { rows: [] });',
		'\tlist.pairedItem ??= index;',
		'\tif (json.error) list.error = json.error;',
		`\telse if (Object.keys(json).length > 0) list.rows.push(json${text ? `.${text}` : ''});`,
		'});',
		'return Array.from(lists, ({ rows, error, pairedItem } = { rows: [] }) => ({',
		`\tjson: error ? { error } : ${itemOf(output)},`,
		'\tpairedItem,',
		'}));',
	].join('\n');
	const [x = 0, y = 0] = node.position ?? [];
	return {
		id: uuidOf(`${node.id} ${name}`),
		name,
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		position: [x + 110, y + 110],
		parameters: { jsCode },
	};
}

/** A workflow with the nodes that make one item of a list. */
export function withLists(workflow: Workflow, done: Map<string, Done>, { lists }: Plan): Workflow {
	if (!lists.size) return workflow;
	const feeders = feedersOf(workflow.connections);
	const nodes = workflow.nodes.flatMap((node) => {
		const list = lists.get(node.name);
		const converted = done.get(node.name);
		if (list === undefined || !converted) return [node];
		const [before, ...others] = feeders.get(node.name) ?? [];
		return [node, listNode(list, { ...converted, node }, others.length ? undefined : before)];
	});
	const connections = Object.entries(workflow.connections).flatMap(([name, kinds]) => {
		const list = lists.get(name);
		const { main, ...others } = kinds as { main?: unknown[] };
		if (list === undefined || !Array.isArray(main)) return [[name, kinds]];
		const [first, ...more] = main;
		const toList = [{ node: list, type: 'main', index: 0 }];
		return [
			[name, { ...others, main: [toList, ...more] }],
			[list, { main: [first] }],
		];
	});
	return {
		...workflow,
		nodes: nodes as Workflow['nodes'],
		connections: Object.fromEntries(connections) as IDataObject,
	};
}
