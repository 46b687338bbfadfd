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
		throw new BadInput('is empty: to remove all attributes, set Replace With to No Attributes');
	},
});

const attributes = attributesOrJson(
	'conversation_attribute',
	'Empty attributes are removed',
	filled,
);

export const replaceCustomAttributes = operation({
	name: 'Replace Custom Attributes',
	action: 'Replace the custom attributes of a conversation',
	gives: "Returns the conversation's ID and its new custom attributes",
	description: 'Removes every attribute that you do not set',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/custom_attributes',
	path: [account(), conversation()],
	body: [
		choice('replace_with', {
			chosen: { name: 'Chosen Attributes', parts: [attributes] },
			none: { name: 'No Attributes (Remove All)', parts: [fixed({ custom_attributes: {} })] },
		}),
	],
	reply: simplified(record(), 'all'),
});
