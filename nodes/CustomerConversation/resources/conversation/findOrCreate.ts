import type { IDataObject } from 'n8n-workflow';
import { steps } from '../../../shared/steps';
import {
	account,
	contact,
	CONVERSATION,
	inbox,
	json,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { customAttributes, mappedAttributes } from '../../../shared/parts/attributes';
import { conversationFor, ifResolved } from '../../tasks/conversations';

export const findOrCreate = operation({
	name: 'Find or Create',
	action: 'Find or create a conversation',
	gives: 'Returns the newest unresolved conversation, or a reopened or new one',
	description: 'Safe to repeat, but executions at the same time may each start a conversation',
	request: 'POST /api/v1/accounts/{account_id}/conversations',
	path: [account()],
	body: [
		contact(),
		inbox(),
		mappedAttributes('conversation_attribute', 'Only for new conversations'),
		optional(
			json('additional_attributes', {
				hint: 'Object with any keys, e.g. mail_subject in email inboxes. Only for new conversations.',
			}),
			customAttributes('conversation_attribute', '. Only for new conversations.'),
		),
	],
	options: [ifResolved()],
	reply: simplified(record(), { action: 'action', ...CONVERSATION }),
	run: async (call) => {
		const { values, request } = call;
		const id = request.body?.contact_id as number;
		const { action, conversation } = await conversationFor(
			steps(),
			call,
			{ id },
			request,
			values.if_resolved,
		);
		return [{ action, ...conversation } as IDataObject];
	},
});
