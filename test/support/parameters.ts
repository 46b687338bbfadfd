import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/values';
import { nodeNameOf, nodes } from '../../truth/surfaces';

const described = Object.fromEntries(
	Object.entries(nodes).map(([name, { type: Node }]) => [name, new Node().description.properties]),
);

/** The properties of an operation by their names, those of a collection or a row beneath. */
function propertiesOf(run: string): INodeProperties[] {
	const [, resource, operation] = run.split('.');
	return described[nodeNameOf(run)].filter(({ displayOptions: { show } = {} }) => {
		const shown = (name: string, value: string) => !show?.[name] || show[name].includes(value);
		return shown('resource', resource) && shown('operation', operation);
	});
}

function unknownIn(parameters: IDataObject, known: INodeProperties[], way = ''): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const found = known.filter((property) => property.name === name);
		if (!found.length) return [`${way}${name}`];
		const { type, options = [] } = found[0];
		if (!isObject(value)) return [];
		if (type === 'collection')
			return unknownIn(
				value as IDataObject,
				found.flatMap((each) => (each.options ?? []) as INodeProperties[]),
				`${way}${name}.`,
			);
		if (type !== 'fixedCollection') return [];
		const groups = options as INodePropertyCollection[];
		return Object.entries(value).flatMap(([group, rows]) => {
			const inside = groups.find((each) => each.name === group);
			if (!inside) return [`${way}${name}.${group}`];
			const list = (Array.isArray(rows) ? rows : [rows]) as IDataObject[];
			return list.flatMap((row) => unknownIn(row, inside.values, `${way}${name}.${group}.`));
		});
	});
}

/** The names of those parameters that no field of an operation takes: n8n would drop them without a word. */
export const unknownTo = (operation: string, parameters: IDataObject): string[] =>
	unknownIn(parameters, propertiesOf(operation));
