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
	gives: 'The ID of the deleted message',
	description:
		'Cannot be undone. A notice takes the place of text and files; the channel keeps what was sent.',
	request:
		'DELETE /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{message_id}',
	path: [account(), conversation(), message()],
	reply: simplified(record(), MESSAGE),
});
