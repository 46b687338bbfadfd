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
	gives: 'The newest conversation that is not resolved; else one reopened or new',
	description: 'Safe to repeat, but executions at the same moment may each start one',
	request: 'POST /api/v1/accounts/{account_id}/conversations',
	path: [account()],
	body: [
		contact(),
		inbox(),
		mappedAttributes('conversation_attribute', 'For a new conversation'),
		optional(
			json('additional_attributes', {
				hint: 'Object with free keys for a new conversation, such as mail_subject in e-mail inboxes',
			}),
			customAttributes(' for a new conversation'),
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
