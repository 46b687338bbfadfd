import type { IDataObject } from 'n8n-workflow';
import { channelOf } from '../../shared/channels/channelOf';
import type { Channel } from '../../shared/channels/channels';
import { unlessForbidden, unlessRefused } from '../../shared/steps';
import { isObject } from '../../shared/values';
import type { Call } from '../../shared/vocabulary';

/** Where messages are sent. */
export interface Destination {
	/** Path of the conversation. */
	path: string;
	/** Undefined if the token may not read it. */
	conversation?: IDataObject;
	channel?: Channel;
}

/** The path of the account to whose conversations an operation writes. */
export const accountPathOf = ({ request }: Call): string =>
	request.path.replace(/\/conversations\b.*$/, '');

/** An inbox of the account whose conversation or contact is written to. */
export const inboxWithId = async (call: Call, id: unknown): Promise<IDataObject> =>
	(await call.getOnce(`${accountPathOf(call)}/inboxes/${String(id)}`)) as IDataObject;

/** Without anything if the token may not read it. */
const readableInbox = async (call: Call, id: unknown): Promise<IDataObject> =>
	(await unlessRefused(inboxWithId(call, id))) ?? {};

/** The channel of an inbox, as far as it is known before there is a conversation. */
export async function channelOfInbox(call: Call, id: unknown): Promise<Channel | undefined> {
	const inbox = await readableInbox(call, id);
	return await channelOf(
		{ meta: { channel: inbox.channel_type } },
		async () => await Promise.resolve(inbox),
	);
}

/** @param path of the conversation @param conversation if it is known */
export async function destinationOf(
	call: Call,
	path: string,
	conversation?: IDataObject,
): Promise<Destination> {
	const found =
		conversation ?? ((await unlessForbidden(call.getOnce(path))) as IDataObject | undefined);
	if (!isObject(found)) return { path };
	const inboxOf = async () => await readableInbox(call, found.inbox_id);
	return { path, conversation: found, channel: await channelOf(found, inboxOf) };
}
