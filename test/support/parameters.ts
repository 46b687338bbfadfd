import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/values';
import { isOf, type Versions } from '../../nodes/shared/vocabulary/versions';
import { nodeNameOf, nodes, versionsOf } from '../../truth/surfaces';
import { ofVersion } from '../../truth/versions';

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

/** The names of those parameters that are not among these properties. */
export function unknownIn(parameters: IDataObject, known: INodeProperties[], way = ''): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const found = known.filter((property) => property.name === name);
		if (!found.length) return [`${way}${name}`];
		const { type, options = [] } = found[0];
		if (!isObject(value)) return [];
		if (type === 'collection')
			return unknownIn(
				value as IDataObject,
				found.flatMap((property) => (property.options ?? []) as INodeProperties[]),
				`${way}${name}.`,
			);
		if (type !== 'fixedCollection') return [];
		const groups = options as INodePropertyCollection[];
		return Object.entries(value).flatMap(([group, rows]) => {
			const inside = groups.find((candidate) => candidate.name === group);
			if (!inside) return [`${way}${name}.${group}`];
			const list = (Array.isArray(rows) ? rows : [rows]) as IDataObject[];
			const below = `${way}${name}.${group}.`;
			return list.flatMap((row) => unknownIn(row, inside.values, below));
		});
	});
}

/**
 * The names of those parameters that an operation does not have: n8n would drop them without a message.
 * @param which versions of the node must have them
 */
export function unknownTo(operation: string, parameters: IDataObject, which: Versions): string[] {
	const versions = versionsOf(nodeNameOf(operation)).filter((version) => isOf(version, which));
	const known = propertiesOf(operation);
	return [
		...new Set(versions.flatMap((version) => unknownIn(parameters, ofVersion(known, version)))),
	];
}
