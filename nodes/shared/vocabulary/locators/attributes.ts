import { locator } from './locator';

/** Whose custom attributes there are. */
export const MODELS = { contact_attribute: 'Contact', conversation_attribute: 'Conversation' };

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
