import type { IDataObject, INode } from 'n8n-workflow';
import { isObject } from '../nodes/shared/values';

export interface Workflow extends IDataObject {
	nodes: INode[] & IDataObject[];
	connections: IDataObject;
	pinData?: Record<string, IDataObject[]>;
}

/** The input is not a workflow that can be converted; the message is for the user. */
export class BadWorkflow extends Error {}

/** Checks a value. @throws BadWorkflow if it is not a workflow */
export function asWorkflow(value: unknown): Workflow {
	const workflow = value as Partial<Workflow> | undefined;
	const isOne =
		isObject(workflow) &&
		Array.isArray(workflow.nodes) &&
		workflow.nodes.every(
			(node) => isObject(node) && typeof node.type === 'string' && typeof node.name === 'string',
		);
	if (!isOne) throw new BadWorkflow('This is not a workflow: it has no list of nodes.');
	const nodes = (workflow.nodes as INode[]).map((node) => ({
		...node,
		parameters: node.parameters ?? {},
	}));
	return { ...workflow, nodes, connections: workflow.connections ?? {} } as Workflow;
}
