import { title, type Part } from '../fields/fields';
import type { ListedColumns } from '../picking/picking';
import { locator } from '../picking/locator';

/** Owners of the custom attributes that filters, rules and forms can use. */
export const OWNERS = ['contact_attribute', 'conversation_attribute'] as const;

export type AttributeOwner = (typeof OWNERS)[number] | 'company_attribute';

const definitions = (owner: string) =>
	`/api/v1/accounts/{account_id}/custom_attribute_definitions?attribute_model=${owner}`;

const methodOf = (owner: string, type = '') =>
	[owner, type].join('_').replace(/_(.?)/g, (_, letter: string) => letter.toUpperCase());

/** Picks a custom attribute of a type; the value is its key. */
const attributeOf = (owner: string, type: AttributeType) =>
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

/** Types of custom attributes; links count as text. */
const TYPES = ['text', 'number', 'date', 'list', 'checkbox'] as const;

export type AttributeType = (typeof TYPES)[number];

/**
 * Entries of a choice for custom attributes: first by owner and type, then by key.
 * @param as name of the attribute's key on the wire
 * @param partsOf the parts that are shown and sent in addition to the key
 */
export const attributeEntries = (
	owners: readonly string[],
	as: string,
	partsOf: (owner: string, type: AttributeType) => Part[],
): Record<string, { name: string; parts: Part[] }> =>
	Object.fromEntries(
		owners.flatMap((owner) =>
			TYPES.map((type) => [
				`${owner}_${type}`,
				{
					name: `${title(owner)} (${title(type)})`,
					parts: [
						attributeOf(owner, type)('attribute_key', { label: 'Attribute Name', as }),
						...partsOf(owner, type),
					],
				},
			]),
		),
	);

/** The custom attributes that an account defines, as columns. */
export const attributeColumns = (owner: AttributeOwner): ListedColumns => ({
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

/** Headings of a file for the fields of a contact, and for the custom attributes that an account defines. */
export const headingColumns = (
	owner: AttributeOwner,
	fixed: Record<string, string>,
): ListedColumns => ({
	...attributeColumns(owner),
	method: `${methodOf(owner)}Headings`,
	noun: 'field',
	types: {},
	fixed,
});
