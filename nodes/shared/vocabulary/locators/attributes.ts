import { locator } from './locator';

/** Whose custom attributes conditions may ask for. */
export const ATTRIBUTE_MODELS = ['contact_attribute', 'conversation_attribute'];

/** The custom attributes of a type, by their keys. */
export const attributeOf = (model: string, type: string) =>
	locator({
		name: 'attribute_key',
		title: 'Attribute',
		method: `${model}_${type}s`.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
		list: `/api/v1/accounts/{account_id}/custom_attribute_definitions?attribute_model=${model}`,
		rows: '',
		only: { attribute_display_type: type === 'text' ? ['text', 'link'] : [type] },
		value: 'attribute_key',
		slug: true,
		label: ['attribute_display_name', 'attribute_key'],
	});
