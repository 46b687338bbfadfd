import type { IDataObject } from 'n8n-workflow';
import { isObject, nested } from '../../values';
import type { Field, Part } from './fields';
import { merged } from './parts';

/** One way to write an object: the possible formats of each key. A key that ends in `?` is optional. */
type Way = Record<string, string[]>;

const waysOf = (parts: Part[]): Way[] =>
	parts.reduce<Way[]>(
		(ways, part) => {
			const next = waysWith(part);
			return ways.flatMap((way) => next.map((more) => ({ ...way, ...more })));
		},
		[{}],
	);

function waysWith(part: Part): Way[] {
	if ('choices' in part)
		return merged(Object.values(part.choices).flatMap(({ parts }) => waysOf(parts)));
	const entries =
		'fixed' in part
			? Object.entries(part.fixed).map(([key, value]) => [key, JSON.stringify(value)])
			: 'optional' in part
				? part.optional.map((field) => [`${field.as}?`, formOf(field)])
				: [[part.as, formOf(part)]];
	return [Object.fromEntries(entries.map(([key, form]) => [key, [form]])) as Way];
}

function written(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
	if (!isObject(value)) return String(value);
	const entries = Object.entries(value).map(([key, inner]) => `${key}: ${written(inner)}`);
	return `{ ${entries.join(', ')} }`;
}

/**
 * The format of an object of these parts as JSON: `{ type: "link" or "file", text?: string }`.
 * @param asSent changes the object as it is changed before it is sent
 */
export const objectForm = (
	parts: Part[],
	asSent: (row: Record<string, unknown>) => Record<string, unknown> = (row) => row,
): string =>
	merged(waysOf(parts))
		.map((way) => Object.entries(way).map(([key, forms]) => [key, forms.join(' or ')]))
		.map((entries) => written(nested(asSent(Object.fromEntries(entries)) as IDataObject)))
		.join(' or ');

/** Format of an object whose keys are defined by the account. */
export const KEYED = '{ [key]: string or number or boolean }';

const WORDS: Record<string, string> = {
	boolean: 'boolean',
	number: 'number',
	resourceMapper: KEYED,
};

/** The format of a field's value as JSON. */
export function formOf({ form, list, members, locator, property }: Field): string {
	const { type, typeOptions = {}, options = [] } = property;
	if (form) return form;
	const isList = list ?? (type === 'multiOptions' || typeOptions.multipleValues);
	const values = options.flatMap((one) => ('value' in one ? [JSON.stringify(one.value)] : []));
	const entry = members
		? objectForm(members)
		: locator
			? locator.slug
				? 'string'
				: 'number'
			: values.join(' or ') || (WORDS[type] ?? 'string');
	return isList ? `[${entry}]` : entry;
}
