import type { INodeProperties } from 'n8n-workflow';
import { fieldsIn, type Field, type Resources } from '../vocabulary';
import { columnLists, listSearches, optionLists } from './lists';
import { properties } from './properties';

/** What n8n knows of a node before it runs. The build writes it down as data. */
export interface Panel {
	/** Versions of the node, in order. New nodes get the last one; stored workflows keep theirs. */
	versions: number[];
	properties: INodeProperties[];
	/** Names of the methods that load lists, by kind. */
	lists: Record<ListKind, string[]>;
}

/** The panel of a node with operations. */
export interface CallingPanel extends Panel {
	/** Names of the operations, by resource. */
	operations: Record<string, string[]>;
}

export type ListKind = keyof ReturnType<typeof listMethods>;

/** The methods with which n8n's editor loads lists. */
export const listMethods = (fields: Field[]) => ({
	listSearch: listSearches(fields),
	loadOptions: optionLists(fields),
	resourceMapping: columnLists(fields),
});

/** @param fields all fields, among them those whose values are picked from lists */
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
