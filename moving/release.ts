import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { at, isObject } from '../nodes/shared/values';
import { propertyAt, type Target } from './ours';
import { put, STRUCTURE, type Remark } from './parameters';
import type { Move } from './source';

const take = (object: IDataObject, path: string): unknown => {
	const [name, ...rest] = path.split('.');
	const value = object[name];
	if (!rest.length) {
		delete object[name];
		return value;
	}
	return isObject(value) ? take(value as IDataObject, rest.join('.')) : undefined;
};

/** A plain id where a locator stands now. */
function located(values: IDataObject, properties: INodeProperties[]): IDataObject {
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => {
			const property = properties.find((one) => one.name === name);
			if (property?.type === 'resourceLocator' && !isObject(value))
				return [name, { __rl: true, mode: 'id', value }];
			if (property?.type !== 'collection' || !isObject(value)) return [name, value];
			const members = (property.options ?? []) as Array<INodeProperties | INodePropertyCollection>;
			const inner = members.filter((one): one is INodeProperties => 'type' in one);
			return [name, located(value as IDataObject, inner)];
		}),
	) as IDataObject;
}

/** The fields of our own earlier release: all that has no other place stays where it was. */
export function ownParametersOf(move: Move, target: Target, given: IDataObject): IDataObject {
	const parameters = structuredClone(given);
	for (const [from, field] of Object.entries(move.fields ?? {})) {
		const value = take(parameters, from);
		if (value !== undefined && typeof field === 'string') put(parameters, field, value);
	}
	for (const [path, value] of Object.entries(move.sets ?? {}))
		if (at(parameters, path) === undefined) put(parameters, path, value);
	const { resource, operation, properties } = target;
	return located({ ...parameters, resource, operation }, properties);
}

/** Paths of the fields and choices that the operation of today does not have. */
function goneFrom({ properties }: Target, given: IDataObject): string[] {
	const isGone = (path: string, value: unknown) => {
		const property = propertyAt(properties, path);
		if (!property) return true;
		if (property.type !== 'options' || typeof value !== 'string' || value.startsWith('='))
			return false;
		return !property.options?.some((one) => 'value' in one && one.value === value);
	};
	return Object.entries(given).flatMap(([name, value]) => {
		if (STRUCTURE.includes(name)) return [];
		if (propertyAt(properties, name)?.type !== 'collection' || !isObject(value))
			return isGone(name, value) ? [name] : [];
		return Object.entries(value)
			.filter(([key, inner]) => isGone(`${name}.${key}`, inner))
			.map(([key]) => `${name}.${key}`);
	});
}

/**
 * Takes out what the operation of today does not have: n8n would refuse to run a node with a choice
 * that is gone, and would ignore a field without a word.
 * @returns the parameters that are left, and a remark about each that is not
 */
export function withoutGone(
	target: Target,
	given: IDataObject,
): { parameters: IDataObject; remarks: Remark[] } {
	const parameters = structuredClone(given);
	const remarks = goneFrom(target, given).map((field) => ({
		field,
		text: `Has no equivalent today. It was taken out; its value was ${JSON.stringify(take(parameters, field))}.`,
	}));
	return { parameters, remarks };
}
