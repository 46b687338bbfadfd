import { BadInput } from '../faults';
import {
	attributeColumns,
	front,
	json,
	KEYED,
	mapped,
	sentences,
	specify,
	type AttributeOwner,
	type Choice,
	type Field,
	type Optional,
	type Settings,
} from '../vocabulary';

/** Custom attributes as columns, for operations that also accept them as JSON. */
export const mappedAttributes = (
	owner: AttributeOwner,
	hint = '',
	settings: Settings = {},
): Optional => front(mapped('custom_attributes', attributeColumns(owner), { hint, ...settings }));

/** Custom attributes of an owner as JSON; they are joined with those from the columns. */
export function customAttributes(owner: AttributeOwner, hint = '', settings: Settings = {}): Field {
	const attributes = json('custom_attributes', {
		hint: sentences(`Format: ${KEYED}`, `Custom attributes by their keys${hint}`),
		...settings,
	});
	return {
		...attributes,
		attributes: attributeColumns(owner),
		convert: (value, reading) => {
			const added = attributes.convert(value, reading) as object;
			const others = (reading.values.custom_attributes ?? {}) as object;
			const twice = Object.keys(added).filter((key) => Object.hasOwn(others, key));
			if (twice.length)
				throw new BadInput(`repeats ${twice.join(', ')} from the columns: set each attribute once`);
			return { ...others, ...added };
		},
	};
}

/**
 * Custom attributes as columns or as JSON, for operations that only set custom attributes.
 * @param hint says what happens to attributes that are not set
 * @param checked changes or checks the field of either way
 */
export const attributesOrJson = (
	owner: AttributeOwner,
	hint: string,
	checked: (field: Field) => Field = (field) => field,
): Choice => {
	const columns = { as: 'custom_attributes', label: 'Custom Attributes', hint };
	return specify(
		checked(mapped('custom_attributes_columns', attributeColumns(owner), columns)),
		checked({
			...json('custom_attributes', { hint: 'Custom attributes by their keys' }),
			attributes: attributeColumns(owner),
		}),
		{ way: 'columns', hint },
	);
};
