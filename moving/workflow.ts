import type { IDataObject, INode } from 'n8n-workflow';
import { isObject } from '../nodes/shared/values';

export interface Workflow extends IDataObject {
	nodes: INode[] & IDataObject[];
	connections: IDataObject;
	pinData?: Record<string, IDataObject[]>;
}

/** Bad input, told to who called. */
export class BadWorkflow extends Error {}

/** @throws BadWorkflow where it is none */
export function asWorkflow(value: unknown): Workflow {
	const workflow = value as Partial<Workflow> | undefined;
	const isOne =
		isObject(workflow) &&
		Array.isArray(workflow.nodes) &&
		workflow.nodes.every(
			(node) => isObject(node) && typeof node.type === 'string' && typeof node.name === 'string',
		);
	if (!isOne) throw new BadWorkflow('This is no workflow: it has no list of nodes.');
	const nodes = (workflow.nodes as INode[]).map((node) => ({
		...node,
		parameters: node.parameters ?? {},
	}));
	return { ...workflow, nodes, connections: workflow.connections ?? {} } as Workflow;
}
