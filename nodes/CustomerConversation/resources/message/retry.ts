import {
	account,
	conversation,
	message,
	MESSAGE,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';

/** The service refuses cards, forms, articles and options with an internal error text. */
export const retry = operation({
	name: 'Retry',
	action: 'Retry a message',
	gives: 'Returns the message, which is being sent again',
	description:
		'Also sends messages again that did not fail. Clears the content attributes of the message.',
	request:
		'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{message_id}/retry',
	path: [account(), conversation(), message()],
	reply: simplified(record(), MESSAGE),
});
