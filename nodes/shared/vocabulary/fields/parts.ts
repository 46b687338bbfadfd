import type { INodeProperties } from 'n8n-workflow';
import { title, voluntary, type Choice, type Field, type Fixed, type Part } from './fields';

/** All fields, choices and constants of the parts, in order and of all branches. */
export const leavesOf = (parts: Part[]): Array<Field | Fixed> =>
	parts.flatMap((part) => {
		if ('optional' in part) return part.optional;
		if (!('choices' in part)) return [part];
		return Object.values(part.choices).flatMap(({ parts: inner }) => leavesOf(inner));
	});

/** All fields of the parts. @param inside whether to include the members of fields */
export const fieldsOf = (parts: Part[], inside = false): Field[] =>
	leavesOf(parts).flatMap((leaf) => {
		if (!('convert' in leaf)) return [];
		return [leaf, ...(inside ? fieldsOf(leaf.members ?? [], true) : [])];
	});

/** Maps all fields and constant keys of the parts, in all branches. */
export const changed = (
	parts: Part[],
	change: (field: Field) => Field,
	rename: (key: string) => string = (key) => key,
): Part[] =>
	parts.map((part): Part => {
		if ('optional' in part) return { ...part, optional: part.optional.map(change) };
		if ('convert' in part) return change(part);
		if ('fixed' in part) {
			const entries = Object.entries(part.fixed).map(([key, value]) => [rename(key), value]);
			return { fixed: Object.fromEntries(entries) as Fixed['fixed'] };
		}
		const branches = Object.entries(part.choices).map(([value, branch]) => [
			value,
			{ ...branch, parts: changed(branch.parts, change, rename) },
		]);
		return { ...part, choices: Object.fromEntries(branches) as Choice['choices'] };
	});

export const byLabel = (one: INodeProperties, other: INodeProperties) =>
	one.displayName.localeCompare(other.displayName);

/** The entries of a collection, by label. A switch that is added starts on: who adds it wants it. */
export const collectionEntries = (properties: INodeProperties[]): INodeProperties[] =>
	properties
		.map((property) => (property.type === 'boolean' ? { ...property, default: true } : property))
		.sort(byLabel);

/** A collection whose fields are added one by one. @param noun the button adds, such as `Filter` */
export const collectionOf = (
	name: string,
	noun: string,
	options: INodeProperties[],
): INodeProperties => ({
	displayName: title(name),
	name,
	type: 'collection',
	placeholder: `Add ${noun}`,
	default: {},
	options: collectionEntries(options),
});

export type When = Record<string, Array<string | boolean>>;

/** A property, and the values of choices with which it is shown. */
export interface Shown {
	property: INodeProperties;
	when: When;
}

/**
 * Merges objects that list the possible values of each key: two objects that differ in only one key become
 * one. The result allows the same combinations with fewer objects.
 */
export function merged<T>(all: Array<Record<string, T[]>>): Array<Record<string, T[]>> {
	const left: Array<Record<string, T[]>> = [];
	for (const one of all) {
		const found = left.find(
			(other) => differing(one, other).length <= 1 && hasSameKeys(one, other),
		);
		if (!found) {
			left.push({ ...one });
			continue;
		}
		const [key] = differing(one, found);
		if (key) found[key] = [...new Set([...found[key], ...one[key]])];
	}
	return left.length < all.length ? merged(left) : left;
}

const differing = (one: object, other: Record<string, unknown>) =>
	Object.entries(one)
		.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(other[key]))
		.map(([key]) => key);

const hasSameKeys = (one: object, other: object) =>
	Object.keys(one).length === Object.keys(other).length &&
	Object.keys(one).every((key) => key in other);

/**
 * The properties of parts. Fields below a choice are never required: if the choice is an expression, n8n
 * treats the fields of all branches as shown, and the workflow would not start.
 */
export const shownOf = (parts: Part[], when: When = {}): Shown[] =>
	parts.flatMap((part): Shown[] => {
		if ('fixed' in part) return [];
		if ('optional' in part) return part.optional.map(({ property }) => ({ property, when }));
		const property = Object.keys(when).length ? voluntary(part.property) : part.property;
		if (!('choices' in part)) return [{ property, when }];
		const inside = Object.entries(part.choices).flatMap(([value, branch]) =>
			shownOf(branch.parts, { ...when, [part.name]: [value] }),
		);
		const isBefore = ({ property: { name } }: Shown) => name === part.after;
		return [
			...inside.filter(isBefore),
			{ property, when },
			...inside.filter((shown) => !isBefore(shown)),
		];
	});
