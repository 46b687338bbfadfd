import { BadInput } from '../../faults';
import { front, json, type Choice, type Field, type Optional } from '../fields/fields';
import { mapped } from '../fields/mapped';
import { specify } from '../fields/members';
import type { Columns } from '../fields/picking';
import { locator } from './locator';

/** Whose custom attributes conditions may ask for. */
export const ATTRIBUTE_MODELS = ['contact_attribute', 'conversation_attribute'];

type Model = keyof typeof MODELS;

const definitions = (model: string) =>
	`/api/v1/accounts/{account_id}/custom_attribute_definitions?attribute_model=${model}`;

const methodOf = (model: string, type = '') =>
	[model, type].join('_').replace(/_(.?)/g, (_, letter: string) => letter.toUpperCase());

/** The custom attributes of a type, by their keys. */
export const attributeOf = (model: string, type: string) =>
	locator({
		name: 'attribute_key',
		title: 'Attribute',
		method: `${methodOf(model, type)}s`,
		list: definitions(model),
		rows: '',
		only: { attribute_display_type: type === 'text' ? ['text', 'link'] : [type] },
		value: 'attribute_key',
		slug: true,
		label: ['attribute_display_name', 'attribute_key'],
	});

/** The definitions of an account as columns. */
const columnsOf = (model: Model): Columns => ({
	method: `${methodOf(model)}s`,
	noun: 'attribute',
	list: definitions(model),
	rows: '',
	column: {
		id: 'attribute_key',
		label: 'attribute_display_name',
		type: 'attribute_display_type',
		choices: 'attribute_values',
	},
	types: {
		number: 'number',
		currency: 'number',
		percent: 'number',
		date: 'dateTime',
		checkbox: 'boolean',
		list: 'options',
	},
});

/** Custom attributes as columns, on top beside others that are given as JSON. */
export const mappedAttributes = (model: Model, hint = ''): Optional =>
	front(mapped('custom_attributes', columnsOf(model), { hint }));

/** Custom attributes as JSON; they join those that are mapped. */
export function customAttributes(hint = ''): Field {
	const attributes = json('custom_attributes', {
		hint: `Object of custom attribute keys and values${hint}`,
	});
	return {
		...attributes,
		convert: (value, reading) => {
			const given = attributes.convert(value, reading) as object;
			const others = (reading.values.custom_attributes ?? {}) as object;
			const twice = Object.keys(given).filter((key) => Object.hasOwn(others, key));
			if (twice.length) throw new BadInput(`has ${twice.join(', ')}, as the columns do`);
			return { ...others, ...given };
		},
	};
}

/**
 * Custom attributes as columns or as JSON, where an operation is about nothing else.
 * @param hint what becomes of those that are not given
 * @param checked changes what both ways send, or refuses it
 */
export const attributesOrJson = (
	model: Model,
	hint: string,
	checked: (field: Field) => Field = (field) => field,
): Choice => {
	const columns = { as: 'custom_attributes', label: 'Custom Attributes', hint };
	return specify(
		checked(mapped('custom_attributes_columns', columnsOf(model), columns)),
		checked(json('custom_attributes', { hint: 'Object of custom attribute keys and values' })),
		{ way: 'columns', hint },
	);
};
