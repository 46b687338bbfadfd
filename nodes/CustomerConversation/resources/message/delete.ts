import {
	account,
	conversation,
	message,
	MESSAGE,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const deleteMessage = operation({
	name: 'Delete',
	action: 'Delete a message',
	gives: 'The message, with a notice in place of its text',
	description: 'Cannot be undone. The files go, too; the channel keeps what was sent.',
	request:
		'DELETE /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{message_id}',
	path: [account(), conversation(), message()],
	reply: simplified(record(), MESSAGE),
});
