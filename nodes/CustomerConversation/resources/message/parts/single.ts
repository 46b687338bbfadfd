import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../shared/faults';
import { unlessRefused } from '../../../../shared/steps';
import { rowsOf } from '../../../../shared/transport/pages';
import { at } from '../../../../shared/values';
import type { Call, Request } from '../../../../shared/vocabulary';

const listOf = ({ path }: Request): Request => ({
	method: 'GET',
	path: path.replace(/\/messages\/.*$/, '/messages'),
});

/**
 * The message of the operation as it is now. Chatwoot has no request for one message, but lists those
 * between two.
 * @param list the request for the messages of the conversation
 * @throws ServiceError if it is not in the conversation
 */
export async function readMessage(
	{ request, values, send }: Call,
	list = listOf(request),
): Promise<IDataObject> {
	const id = Number(values.message_id);
	const page = rowsOf(await send({ ...list, query: { after: id, before: id + 1 } }));
	const found = page.find((row) => row.id === id);
	if (found) return found;
	throw new ServiceError(`Message ${id} is not in conversation ${String(values.conversation_id)}`, {
		status: 200,
		fields: ['message_id'],
		hint: 'Check both IDs: Message → Get Many lists the messages of a conversation.',
	});
}

/** The channel of the message's conversation, e.g. `Channel::Api`; undefined if it cannot be read. */
export const channelClassOf = async ({ request, getOnce }: Call): Promise<unknown> =>
	at(await unlessRefused(getOnce(request.path.replace(/\/messages\/.*$/, ''))), 'meta.channel');
