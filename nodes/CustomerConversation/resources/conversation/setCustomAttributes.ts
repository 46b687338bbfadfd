import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../shared/values';
import { account, conversation, fixed, operation } from '../../../shared/vocabulary';
import { attributesOrJson } from '../../../shared/parts/attributes';

/** Chatwoot 4.10 ignores `merge` and removes what is not sent: so everything is sent. */
export const setCustomAttributes = operation({
	name: 'Set Custom Attributes',
	action: 'Set custom attributes of a conversation',
	gives: "The conversation's ID and all its custom attributes, old and new",
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/custom_attributes',
	path: [account(), conversation()],
	body: [
		fixed({ merge: true }),
		attributesOrJson(
			'conversation_attribute',
			'What is left empty keeps its value; null as JSON empties it',
		),
	],
	run: async ({ request, send }) => {
		const path = request.path.replace(/\/custom_attributes$/, '');
		const read = await send({ method: 'GET', path });
		const present = isObject(read) ? (read.custom_attributes as IDataObject) : {};
		const wanted = { ...present, ...(request.body?.custom_attributes as IDataObject) };
		const body = { ...request.body, custom_attributes: wanted };
		return [(await send({ ...request, body })) as IDataObject];
	},
});
