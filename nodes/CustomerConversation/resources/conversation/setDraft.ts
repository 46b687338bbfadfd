import { account, conversation, operation, text, type Field } from '../../../shared/vocabulary';

const message = text('message', { as: 'draft_message', rows: 4 });

const draft: Field = {
	...message,
	convert: (value, reading) => ({ message: message.convert(value, reading) }),
};

export const setDraft = operation({
	name: 'Set Draft',
	action: 'Set the draft of a conversation',
	gives: "The conversation's ID, once the draft is stored",
	description: 'All agents share one draft',
	request: 'PATCH /api/v1/accounts/{account_id}/conversations/{conversation_id}/draft_messages',
	path: [account(), conversation()],
	body: [draft],
});
