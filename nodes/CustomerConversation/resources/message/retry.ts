import { ServiceError } from '../../../shared/faults';
import { worded } from '../../../shared/values';
import {
	account,
	conversation,
	message,
	MESSAGE,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { readMessage } from './parts/single';

/**
 * Older releases also send messages again that did not fail, and 4.18 answers 200 and does nothing. The
 * service refuses cards, forms, articles and options with an internal error text.
 */
export const retry = operation({
	name: 'Retry',
	action: 'Retry a message',
	gives: 'Returns the message, which is being sent again',
	description: 'For messages that failed. Clears the content attributes of the message.',
	request:
		'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{message_id}/retry',
	path: [account(), conversation(), message()],
	reply: simplified(record(), MESSAGE),
	run: async (call) => {
		const { status } = await readMessage(call);
		if (status !== 'failed')
			throw new ServiceError(
				`Message ${worded(call.values.message_id)} did not fail: its status is ${worded(status)}`,
				{ status: 200, fields: ['message_id'] },
			);
		return await call.records();
	},
});
