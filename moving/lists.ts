import type { IDataObject, INode } from 'n8n-workflow';
import { allOf } from './expressions';
import type { Done } from './nodes';
import { countPathOf, listPathOf, type Output } from './outputs';
import type { Plan } from './plan';
import { uuidOf } from './uuid';
import type { Workflow } from './workflow';

/** Nodes behind ours that make one item of a list, as the old nodes returned it. */

/** The row of an item as it was in the list. */
const rowOf = ({ definition }: Output) =>
	definition.reply?.text ? `item.json.${definition.reply.text}` : 'item.json';

/**
 * An Edit Fields node that runs once: its input is then only the first item, so it takes all by name. An Aggregate node would not do: if nothing was found, it would have an
 * entry for the empty item by which the workflow goes on.
 */
function listNode(name: string, { node, origin }: Done): INode {
	const output = origin.output as Output;
	const goesOn = node.onError?.startsWith('continue') ?? node.continueOnFail ?? false;
	const isRow = `Object.keys(item.json).length > 0${goesOn ? ' && !item.json.error' : ''}`;
	const items = `${allOf(node.name)}.filter((item) => ${isRow})`;
	const rows = `${items}.map((item) => ${rowOf(output)})`;
	const assignments = [
		{ path: listPathOf(output) ?? [], value: `={{ ${rows} }}`, type: 'array' },
		{ path: countPathOf(output), value: `={{ ${items}.length }}`, type: 'number' },
	].filter(({ path }) => path.length);
	const [x, y] = node.position;
	return {
		id: uuidOf(`${node.id} ${name}`),
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position: [x + 110, y + 110],
		executeOnce: true,
		parameters: {
			assignments: {
				assignments: assignments.map(({ path, ...one }) => ({
					id: uuidOf(`${name} ${path.join('.')}`),
					name: path.join('.'),
					...one,
				})),
			},
			...(goesOn && { includeOtherFields: true, include: 'selected', includeFields: 'error' }),
			options: {},
		},
	};
}

/** A workflow with the nodes that make one item of a list. */
export function withLists(workflow: Workflow, done: Map<string, Done>, { lists }: Plan): Workflow {
	if (!lists.size) return workflow;
	const nodes = workflow.nodes.flatMap((node) => {
		const list = lists.get(node.name);
		const converted = done.get(node.name);
		return list !== undefined && converted
			? [node, listNode(list, { ...converted, node })]
			: [node];
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
