import type { Columns } from '../fields/picking';
import { locator } from './locator';

/** Whose custom attributes there are. */
export const OWNERS = ['contact_attribute', 'conversation_attribute'] as const;

export type AttributeOwner = (typeof OWNERS)[number];

const definitions = (owner: string) =>
	`/api/v1/accounts/{account_id}/custom_attribute_definitions?attribute_model=${owner}`;

const methodOf = (owner: string, type = '') =>
	[owner, type].join('_').replace(/_(.?)/g, (_, letter: string) => letter.toUpperCase());

/** The custom attributes of a type, by their keys. */
export const attributeOf = (owner: string, type: string) =>
	locator({
		name: 'attribute_key',
		title: 'Attribute',
		method: `${methodOf(owner, type)}s`,
		list: definitions(owner),
		rows: '',
		only: { attribute_display_type: type === 'text' ? ['text', 'link'] : [type] },
		value: 'attribute_key',
		slug: true,
		label: ['attribute_display_name', 'attribute_key'],
	});

/** The custom attributes that an account defines, as columns. */
export const attributeColumns = (owner: AttributeOwner): Columns => ({
	method: `${methodOf(owner)}s`,
	noun: 'attribute',
	list: definitions(owner),
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
