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
import { channelClassOf } from './parts/single';

/** Channels where deleting changes what the contact sees, or the receiver of a webhook may do that. */
const DELETES = ['Channel::Api', 'Channel::WebWidget'];

export const deleteMessage = operation({
	name: 'Delete',
	action: 'Delete a message',
	gives: 'Returns the message with a notice instead of its text',
	description:
		'Cannot be undone. Also deletes its files. Except on a website, the contact keeps what was already sent.',
	request:
		'DELETE /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{message_id}',
	path: [account(), conversation(), message()],
	reply: simplified(record(), MESSAGE),
	run: async (call) => {
		const records = await call.records();
		const { id, message_type, private: hidden, source_id, status } = records[0] ?? {};
		// LINE and TikTok only have a status.
		const isHandedOver = Boolean(source_id) || status === 'delivered' || status === 'read';
		if (message_type !== 1 || hidden || !isHandedOver) return records;
		const channel = await channelClassOf(call);
		if (channel && !DELETES.includes(String(channel)))
			call.host.hint(
				`The contact keeps message ${worded(id)}: it was already sent, and deleting only removes it from Chatwoot.`,
			);
		return records;
	},
});
