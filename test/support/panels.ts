import { about, nameOfPage } from '../../docs/resources';
import { nodes, typeNameOf } from '../../truth/surfaces';
import { operation, packageNode, type Step } from './workflow';

/** The main operation of a resource, by the name that its page and its pictures have. */
export interface ResourcePanel {
	name: string;
	node: string;
	resource: string;
	operation: string;
}

/** Of every resource. */
export const panels: ResourcePanel[] = Object.entries(about).flatMap(([node, resources]) =>
	Object.entries(resources).map(([resource, { main }]) => ({
		...{ name: nameOfPage(node, resource), node, resource, operation: main },
	})),
);

/** It as a step of a workflow; those of the platform and of a client have no credential. */
export const stepOf = ({ name, node, resource, operation: main }: ResourcePanel): Step => ({
	name,
	...(nodes[node].surface === 'account'
		? operation(resource, main, {})
		: packageNode(typeNameOf(node), { resource, operation: main }, {})),
});
