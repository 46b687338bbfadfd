import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';
import { isObject } from '../../nodes/shared/values';
import { isOf, type Versions } from '../../nodes/shared/vocabulary/versions';
import { nodeNameOf, nodes, versionsOf } from '../../truth/surfaces';

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

/** Whether a version of the node has a property. */
function isIn(typeVersion: number, property: INodeProperties): boolean {
	const versions = property.displayOptions?.show?.['@version'];
	if (!versions) return true;
	const only = { ...property, displayOptions: { show: { '@version': versions } } };
	return NodeHelpers.displayParameter({}, only, { typeVersion } as INode, null);
}

/** The names of those parameters that are not among the properties of a version. */
export function unknownIn(
	parameters: IDataObject,
	known: INodeProperties[],
	version: number,
	way = '',
): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const found = known.filter((property) => property.name === name && isIn(version, property));
		if (!found.length) return [`${way}${name}`];
		const { type, options = [] } = found[0];
		if (!isObject(value)) return [];
		if (type === 'collection')
			return unknownIn(
				value as IDataObject,
				found.flatMap((property) => (property.options ?? []) as INodeProperties[]),
				version,
				`${way}${name}.`,
			);
		if (type !== 'fixedCollection') return [];
		const groups = options as INodePropertyCollection[];
		return Object.entries(value).flatMap(([group, rows]) => {
			const inside = groups.find((candidate) => candidate.name === group);
			if (!inside) return [`${way}${name}.${group}`];
			const list = (Array.isArray(rows) ? rows : [rows]) as IDataObject[];
			const below = `${way}${name}.${group}.`;
			return list.flatMap((row) => unknownIn(row, inside.values, version, below));
		});
	});
}

/**
 * The names of those parameters that no field of an operation takes: n8n would drop them without a word.
 * @param which versions of the node must take them
 */
export function unknownTo(operation: string, parameters: IDataObject, which: Versions): string[] {
	const versions = versionsOf(nodeNameOf(operation)).filter((version) => isOf(version, which));
	const known = propertiesOf(operation);
	return [...new Set(versions.flatMap((version) => unknownIn(parameters, known, version)))];
}
