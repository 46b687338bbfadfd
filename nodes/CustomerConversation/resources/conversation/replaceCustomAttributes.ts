import { BadInput } from '../../../shared/faults';
import {
	account,
	choice,
	conversation,
	fixed,
	operation,
	record,
	simplified,
	type Field,
} from '../../../shared/vocabulary';
import { attributesOrJson } from '../../../shared/parts/attributes';

const filled = (field: Field): Field => ({
	...field,
	convert: (value, reading) => {
		const chosen = field.convert(value, reading) ?? {};
		if (Object.keys(chosen).length) return chosen;
		throw new BadInput('is empty: choose No Attributes to remove all');
	},
});

const attributes = attributesOrJson(
	'conversation_attribute',
	'What is left empty is removed',
	filled,
);

export const replaceCustomAttributes = operation({
	name: 'Replace Custom Attributes',
	action: 'Replace the custom attributes of a conversation',
	gives: "The conversation's ID and its new custom attributes",
	description: 'Removes every attribute that is not given',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/custom_attributes',
	path: [account(), conversation()],
	body: [
		choice('replace_with', {
			chosen: { name: 'Given Attributes', parts: [attributes] },
			none: { name: 'No Attributes (Remove All)', parts: [fixed({ custom_attributes: {} })] },
		}),
	],
	reply: simplified(record(), 'all'),
});
