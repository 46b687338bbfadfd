import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { asDelivered, readDelivery, type Delivery } from '../../../shared/events/delivery';
import { ServiceError } from '../../../shared/faults';
import { recordOf, unlessGone } from '../../../shared/steps';
import { at } from '../../../shared/values';
import { reach } from '../../reach';
import { accountAt } from '../../serverAccount';
import { accountApiOf, type AccountApi } from '../sourceData';
import { registeredAt } from './actionUrl';

/** Chatwoot has its answer by then. */
const PATIENTLY = { tries: 3, timeout: 10_000 };

/**
 * The contact's source ID in the inbox. Without a message it is not in the conversation: then it is the one that
 * the call names, if the contact has it.
 */
async function sourceIdOf(
	{ root, send }: AccountApi,
	row: IDataObject,
	claimed: unknown,
): Promise<unknown> {
	const stored = at(row, 'messages.0.conversation.contact_inbox.source_id');
	if (typeof stored === 'string') return stored;
	const contact = at(row, 'meta.sender.id');
	if (typeof claimed !== 'string' || typeof contact !== 'number') return null;
	const path = `${root}/contacts/${contact}`;
	const read = await unlessGone(send({ method: 'GET', path, needs: {} }));
	const inboxes = at(read, 'payload.contact_inboxes');
	const isReal =
		Array.isArray(inboxes) &&
		inboxes.some((one) => one.source_id === claimed && at(one, 'inbox.id') === row.inbox_id);
	return isReal ? claimed : null;
}

/**
 * Reads the conversation of a call. Chatwoot signs no calls of macros and rules, and agents can read the URL of a
 * macro, so of the call only the event and the number of the conversation are used.
 */
export async function readBack(
	context: IWebhookFunctions,
	{ event, conversation, key }: Delivery,
): Promise<Delivery | string> {
	const id = conversation!.id;
	const api = accountApiOf(context, await reach(context, PATIENTLY, registeredAt(context)));
	const read = async () => {
		const path = `${api.root}/conversations/${id}`;
		const found = await unlessGone(api.send({ method: 'GET', path, needs: {} }));
		if (found === undefined) return `conversation ${id} was not found in ${accountAt(api.here)}`;
		const row = recordOf(found);
		const source_id = await sourceIdOf(api, row, conversation!.contact_source_id);
		const body = { event, ...asDelivered(row), contact_inbox: { source_id } };
		return { ...readDelivery(body), key };
	};
	return await read().catch((error: unknown) => {
		if (error instanceof ServiceError)
			error.message = `Conversation ${id} could not be read, so the workflow did not start: ${error.message}`;
		throw error;
	});
}
