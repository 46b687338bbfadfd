import type { INodeProperties } from 'n8n-workflow';
import { fieldsIn, type Field, type Resources } from '../vocabulary';
import { columnLists, listSearches, optionLists } from './lists';
import { properties } from './properties';

/** What n8n knows of a node before it runs: data alone, which the build writes down. */
export interface Panel {
	/** Of the node, in order: new nodes get the last, and what is stored keeps its own. */
	versions: number[];
	properties: INodeProperties[];
	/** Names of the methods that fill its lists, by their kind. */
	lists: Record<ListKind, string[]>;
}

/** Of a node that calls the service. */
export interface CallingPanel extends Panel {
	/** Names of the operations, by resource. */
	operations: Record<string, string[]>;
}

export type ListKind = keyof ReturnType<typeof listMethods>;

/** What n8n's editor asks for its lists. */
export const listMethods = (fields: Field[]) => ({
	listSearch: listSearches(fields),
	loadOptions: optionLists(fields),
	resourceMapping: columnLists(fields),
});

/** @param fields those whose values are picked from lists, among all others */
export function panelWith(properties: INodeProperties[], fields: Field[], versions = [1]): Panel {
	const { listSearch, loadOptions, resourceMapping } = listMethods(fields);
	return {
		versions,
		properties,
		lists: {
			listSearch: Object.keys(listSearch),
			loadOptions: Object.keys(loadOptions),
			resourceMapping: Object.keys(resourceMapping),
		},
	};
}

export function panelOf(resources: Resources, versions?: number[]): CallingPanel {
	const operations = Object.entries(resources).map(([name, resource]): [string, string[]] => [
		name,
		Object.keys(resource.operations),
	]);
	return {
		...panelWith(properties(resources), fieldsIn(resources), versions),
		operations: Object.fromEntries(operations),
	};
}
