import {
	account,
	conversation,
	message,
	MESSAGE,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';

/** Cards, forms, articles and options to select from are refused with a raw internal text. */
export const retry = operation({
	name: 'Retry',
	action: 'Retry a message',
	gives: 'The message, on its way again',
	description:
		'Messages that did not fail go out, too. Empties the content attributes of the message.',
	request:
		'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{message_id}/retry',
	path: [account(), conversation(), message()],
	reply: simplified(record(), MESSAGE),
});
