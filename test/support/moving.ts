import type { IDataObject, INode } from 'n8n-workflow';
import { convert, type Conversion } from '../../moving/engine';
import { lineOf } from '../../moving/note';

export type PartialNode = Partial<Omit<INode, 'parameters'>> & {
	name: string;
	parameters?: object;
};

/** The outputs of a node by name: the names of the nodes at each of them. */
type Outputs = Record<string, string[][]>;

/** A workflow. @param outputs default: one node after the other */
export function workflowOf(
	partialNodes: PartialNode[],
	outputs: Outputs = Object.fromEntries(
		partialNodes.slice(1).map(({ name }, index) => [partialNodes[index].name, [[name]]]),
	),
): IDataObject {
	const nodes = partialNodes.map((node, index) => ({
		id: String(index),
		type: 'n8n-nodes-base.set',
		typeVersion: 1,
		position: [100 * index, 7],
		parameters: {},
		...node,
	}));
	const connections = Object.fromEntries(
		Object.entries(outputs).map(([name, all]) => [
			name,
			{
				main: all.map((names) => names.map((node) => ({ node, type: 'main', index: 0 }))),
			},
		]),
	);
	return { name: 'Workflow', nodes, connections } as unknown as IDataObject;
}

export const convertNodes = (...nodes: PartialNode[]) => convert(workflowOf(nodes));

export const nodeOf = ({ workflow }: Conversion, name: string): INode | undefined =>
	workflow.nodes.find((node) => node.name === name);

export const remarksOf = ({ points }: Conversion) => points.map(lineOf).join('\n');
