import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { customOperations, routing } from '../transport/routing';
import { fieldsIn, type Resources } from '../vocabulary';
import { credentialTest } from './credentialTest';
import { columnLists, listSearches, optionLists } from './lists';
import { properties } from './properties';

/** Below the node on the canvas: "get all: canned response". */
export const subtitle =
	'={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase() + ": " + $parameter["resource"].replace(/([A-Z])/g, " $1").toLowerCase() }}';

/** What else is the same in the description of every node that calls the service. */
export const calling = (resources: Resources) =>
	({
		group: ['transform'],
		version: [1],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// Without it n8n gives a declarative node with `methods` no execute: tools would return nothing.
		requestDefaults: {},
		requestOperations: { pagination: routing(resources) },
		properties: properties(resources),
	}) satisfies Partial<INodeTypeDescription>;

/** How n8n runs it, and what its editor asks for. */
export const working = (resources: Resources) => {
	const fields = fieldsIn(resources);
	return {
		customOperations: customOperations(resources),
		methods: {
			listSearch: listSearches(fields),
			loadOptions: optionLists(fields),
			resourceMapping: columnLists(fields),
			credentialTest,
		},
	} satisfies Partial<INodeType>;
};
