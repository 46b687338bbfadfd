import type { IDataObject } from 'n8n-workflow';
import { account, conversation, fixed, operation } from '../../../shared/vocabulary';
import { attributesOrJson } from '../../../shared/parts/attributes';
import { withAttributes } from '../../../shared/tasks/customAttributes';

export const setCustomAttributes = operation({
	name: 'Set Custom Attributes',
	action: 'Set custom attributes of a conversation',
	gives: "Returns the conversation's ID and all its custom attributes",
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/custom_attributes',
	path: [account(), conversation()],
	body: [
		fixed({ merge: true }),
		attributesOrJson(
			'conversation_attribute',
			'Empty attributes keep their value; null in JSON clears one',
		),
	],
	run: async ({ request, send }) => {
		const path = request.path.replace(/\/custom_attributes$/, '');
		const read = await send({ method: 'GET', path });
		const added = request.body?.custom_attributes as IDataObject;
		const body = { ...request.body, custom_attributes: withAttributes(read, added) };
		return [(await send({ ...request, body })) as IDataObject];
	},
});
