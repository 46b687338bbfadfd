import { mainOperation } from '../../docs/resources';
import { nodes } from '../../truth/surfaces';
import { operation, ours, type Step } from './workflow';

/** The main operation of a resource, by the name that its page and its pictures have. */
export interface ResourcePanel {
	name: string;
	node: string;
	resource: string;
	operation: string;
}

const first = (resource: string) =>
	Object.keys(nodes).find((node) => resource in nodes[node].resources);

/** Of every resource. Where an earlier node has one of the name, the node's own word stands before it. */
export const panels: ResourcePanel[] = Object.entries(mainOperation).flatMap(([node, resources]) =>
	Object.entries(resources).map(([resource, operation]) => {
		const word = node.replace('CustomerConversation', '').toLowerCase();
		const name = first(resource) === node ? resource : `${word}-${resource}`;
		return { name, node, resource, operation };
	}),
);

/** It as a step of a workflow; those of the platform and of a client have no credential. */
export const stepOf = ({ name, node, resource, operation: main }: ResourcePanel): Step => ({
	name,
	...(nodes[node].surface === 'account'
		? operation(resource, main, {})
		: ours(node.replace(/^C/, 'c'), { resource, operation: main }, {})),
});
