import type { IDataObject } from 'n8n-workflow';
import { badInput, OTHER_ANSWER, ServiceError } from '../../../shared/faults';
import { at } from '../../../shared/values';
import { apiInbox, flag, isFromApp, optional } from '../../../shared/vocabulary';
import { addressIsReachable } from '../address';
import { connection, isByHand, replaceAddress } from '../connection';
import { oneAddress, type Holder, type HolderKind } from '../oneAddress';
import type { Source } from '../source';

const { optional: options } = optional(
	addressIsReachable(),
	flag('only_messages_to_send', {
		label: 'Only Messages to Send',
		hint: 'Whether to ignore messages that are not for the customer: incoming messages, private notes, and those with a source ID, which come from the other system',
		default: true,
	}),
	replaceAddress(),
);

type Inbox = Holder & { channel_type: string };

const inboxes: HolderKind = {
	name: 'api_inbox',
	noun: 'inbox',
	list: async ({ root, send }) => {
		const rows = at(await send({ method: 'GET', path: `${root}/inboxes` }), 'payload');
		if (!Array.isArray(rows))
			throw new ServiceError('Chatwoot did not return its list of inboxes', { hint: OTHER_ANSWER });
		return (rows as IDataObject[]).map(
			(row) => ({ ...row, url: (row.webhook_url as string | null) || null }) as unknown as Inbox,
		);
	},
	take: async ({ here }, { sourceSettings: { api_inbox_id: id } }, all) => {
		const found = (all as Inbox[]).find((one) => one.id === Number(id));
		if (!found)
			throw badInput(
				`Inbox ${String(id)} was not found in account ${here.account}: choose another`,
				['api_inbox_id'],
			);
		if (found.channel_type !== 'Channel::Api')
			throw badInput(`${found.name} is not an API inbox (${found.channel_type}): choose another`, [
				'api_inbox_id',
			]);
		return found;
	},
	write: async ({ root, send }, id, webhook_url) =>
		await send({
			method: 'PATCH',
			path: `${root}/inboxes/${id}`,
			body: { channel: { webhook_url } },
		}),
};

/** The callback URL of an API inbox, for a channel of your own. */
export const apiInboxSource: Source = {
	name: 'API Inbox',
	notice:
		'For a channel of your own: each message to the customer starts the workflow, which delivers it. Report the result to Chatwoot with Message → Update Status.',
	asksCredential: (context) => !isByHand(context),
	fields: [connection([apiInbox('api_inbox_id')])],
	options,
	serviceEvents: [
		'conversation_created',
		'conversation_status_changed',
		'conversation_typing_off',
		'conversation_typing_on',
		'conversation_updated',
		'message_created',
		'message_updated',
	],
	begins: ['message_created'],
	// Messages from agents, bots and rules are the ones that the workflow must deliver.
	guardsLoops: false,
	...oneAddress(inboxes),
	lets: (_, { sourceSettings }, { event, message }) =>
		sourceSettings.only_messages_to_send === false ||
		event !== 'message_created' ||
		(['outgoing', 'template'].includes(message?.message_type as string) &&
			message?.private !== true &&
			!message?.source_id &&
			!isFromApp(message)),
	ownUserOf: () => undefined,
};
