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
