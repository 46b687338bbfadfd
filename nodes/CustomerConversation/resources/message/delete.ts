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
	gives: 'Returns the message with a notice instead of its text',
	description:
		'Cannot be undone. Also deletes its files. What was already sent through the channel remains there.',
	request:
		'DELETE /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{message_id}',
	path: [account(), conversation(), message()],
	reply: simplified(record(), MESSAGE),
});
