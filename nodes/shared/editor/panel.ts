import type { INodeProperties } from 'n8n-workflow';
import { fieldsIn, type Resources } from '../vocabulary';
import { columnLists, listSearches, optionLists } from './lists';
import { properties } from './properties';

/** What n8n knows of a node before it runs: data alone, which the build writes down. */
export interface Panel {
	properties: INodeProperties[];
	/** Names of the operations, by resource. */
	operations: Record<string, string[]>;
	/** Names of the methods that fill its lists, by their kind. */
	lists: Record<ListKind, string[]>;
}

export type ListKind = keyof ReturnType<typeof listMethods>;

/** What n8n's editor asks for its lists. */
export function listMethods(resources: Resources) {
	const fields = fieldsIn(resources);
	return {
		listSearch: listSearches(fields),
		loadOptions: optionLists(fields),
		resourceMapping: columnLists(fields),
	};
}

export function panelOf(resources: Resources): Panel {
	const { listSearch, loadOptions, resourceMapping } = listMethods(resources);
	const operations = Object.entries(resources).map(([name, resource]): [string, string[]] => [
		name,
		Object.keys(resource.operations),
	]);
	return {
		properties: properties(resources),
		operations: Object.fromEntries(operations),
		lists: {
			listSearch: Object.keys(listSearch),
			loadOptions: Object.keys(loadOptions),
			resourceMapping: Object.keys(resourceMapping),
		},
	};
}
