import {
	account,
	conversation,
	type Field,
	nothing,
	operation,
	text,
} from '../../../shared/vocabulary';

const message = text('message', { as: 'draft_message', rows: 4 });

const draft: Field = {
	...message,
	convert: (value, reading) => ({ message: message.convert(value, reading) }),
};

export const setDraft = operation({
	name: 'Set Draft',
	action: 'Set the draft of a conversation',
	gives: "Returns the conversation's ID after the draft is saved",
	description: 'All agents share one draft',
	request: 'PATCH /api/v1/accounts/{account_id}/conversations/{conversation_id}/draft_messages',
	path: [account(), conversation()],
	body: [draft],
	reply: nothing,
});
