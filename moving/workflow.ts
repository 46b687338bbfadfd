import type { IDataObject, INode } from 'n8n-workflow';
import { isObject } from '../nodes/shared/values';

export interface Workflow extends IDataObject {
	nodes: INode[] & IDataObject[];
	connections: IDataObject;
	pinData?: Record<string, IDataObject[]>;
}

/** The input is not a workflow that can be converted; the message is for the user. */
export class BadWorkflow extends Error {}

const isNode = (node: unknown): boolean =>
	isObject(node) &&
	typeof node.type === 'string' &&
	typeof node.name === 'string' &&
	isObject(node.parameters ?? {});

/** Checks a value. @throws BadWorkflow if it is not a workflow */
export function asWorkflow(value: unknown): Workflow {
	if (Array.isArray(value))
		throw new BadWorkflow('This is a list, not a workflow: convert each workflow by itself.');
	const workflow = value as Partial<Workflow> | undefined;
	const isOne = isObject(workflow) && Array.isArray(workflow.nodes) && workflow.nodes.every(isNode);
	if (!isOne) throw new BadWorkflow('This is not a workflow: it has no list of nodes.');
	if (!isObject(workflow.connections ?? {}))
		throw new BadWorkflow('This is not a workflow: its connections are not an object.');
	const names = new Set<string>();
	for (const { name } of workflow.nodes as INode[]) {
		if (names.has(name)) throw new BadWorkflow(`Two nodes have the name “${name}”: rename one.`);
		names.add(name);
	}
	const nodes = (workflow.nodes as INode[]).map((node) => ({
		...node,
		parameters: node.parameters ?? {},
	}));
	return { ...workflow, nodes, connections: workflow.connections ?? {} } as Workflow;
}

interface Connection extends IDataObject {
	node: string;
}

/** The main outputs of a node. */
export function mainOf(connections: IDataObject, name: string): unknown[] {
	const kinds = Object.hasOwn(connections, name) ? connections[name] : {};
	const { main } = (isObject(kinds) ? kinds : {}) as IDataObject;
	return Array.isArray(main) ? main : [];
}

/**
 * A workflow with other nodes.
 * @param others by name; undefined for one that is removed. What is at its first output follows the nodes before it.
 */
export function without(workflow: Workflow, others: Map<string, INode | undefined>): Workflow {
	if (!others.size) return workflow;
	const isRemoved = (name: string) => others.has(name) && !others.get(name);
	const next = (output: unknown, seen: string[] = []): Connection[] =>
		(Array.isArray(output) ? (output as Array<Connection | null>) : []).flatMap((connection) => {
			if (!connection || !isRemoved(connection.node)) return connection ?? [];
			if (seen.includes(connection.node)) return [];
			return next(mainOf(workflow.connections, connection.node)[0], [...seen, connection.node]);
		});
	const connections = Object.entries(workflow.connections).flatMap(([name, kinds]) => {
		if (isRemoved(name)) return [];
		const { main } = (isObject(kinds) ? kinds : {}) as IDataObject;
		if (!Array.isArray(main)) return [[name, kinds]];
		return [[name, { ...(kinds as IDataObject), main: main.map((output) => next(output)) }]];
	});
	const pinData = Object.entries(workflow.pinData ?? {}).filter(([name]) => !isRemoved(name));
	return {
		...workflow,
		nodes: workflow.nodes
			.filter(({ name }) => !isRemoved(name))
			.map((node) => others.get(node.name) ?? node) as Workflow['nodes'],
		connections: Object.fromEntries(connections) as IDataObject,
		...(workflow.pinData && {
			pinData: Object.fromEntries(pinData) as NonNullable<Workflow['pinData']>,
		}),
	};
}
