import type { IDataObject } from 'n8n-workflow';
import { json } from './run';
import type { Answer, Received } from './server';

const CONVERSATION = /^\/api\/v1\/accounts\/\d+\/conversations\/(\d+)$/;
const INBOX = /^\/api\/v1\/accounts\/\d+\/inboxes\/(\d+)$/;

/** Whether the channel of a conversation is read, which happens before a message is sent. */
export const readsConversation = ({ method, path }: Pick<Received, 'method' | 'path'>): boolean =>
	method === 'GET' && CONVERSATION.test(path);

/**
 * What Chatwoot answers when the channel of a conversation or an inbox is read.
 * @param inbox by default an API inbox, whose messages are handed over at once
 * @returns undefined for any other request
 */
export function channelRead(
	{ method, path }: Pick<Received, 'method' | 'path'>,
	inbox: IDataObject = { channel_type: 'Channel::Api' },
): Answer | undefined {
	if (method !== 'GET') return undefined;
	const [, conversation] = CONVERSATION.exec(path) ?? [];
	const meta = { channel: inbox.channel_type };
	if (conversation) return json({ id: Number(conversation), inbox_id: 3, can_reply: true, meta });
	const [, id] = INBOX.exec(path) ?? [];
	return id ? json({ id: Number(id), ...inbox }) : undefined;
}
