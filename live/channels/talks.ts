/** The conversations of a server in which messages are sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { at } from '../../nodes/shared/values';
import { providers, type ChannelName } from '../../test/fake/providers';
import { picture, song } from '../../test/support/messageKinds';
import { contentOf } from '../../test/support/messageMatrix';
import { headersOf } from '../../nodes/shared/transport/headers';
import { credentialIn, type Access } from '../options';
import { API_INBOX } from './receiver';

/** Sends a request that prepares something. @throws what refuses it */
export type Ask = (
	method: string,
	path: string,
	body?: IDataObject,
	headers?: Record<string, string>,
) => Promise<IDataObject>;

export const askAt =
	(access: Access): Ask =>
	async (method, path, body, headers) => {
		const credentialHeaders = headersOf(credentialIn(access), !headers);
		const reply = await fetch(`${access.root}${path}`, {
			method,
			headers: { 'content-type': 'application/json', ...credentialHeaders, ...headers },
			...(body ? { body: JSON.stringify(body) } : {}),
		});
		const text = await reply.text();
		if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${text}`);
		return (text ? JSON.parse(text) : {}) as IDataObject;
	};

export const listAt = (value: unknown, path: string) => (at(value, path) ?? []) as IDataObject[];

/** The name that the kinds of messages expect. */
const NAME = 'Ana Amelie Amaryllis';

/** A conversation of a contact who can be answered. */
export interface Talk {
	channel: ChannelName;
	inbox: number;
	contact: number;
	email: string;
	conversation: number;
	/** The contact's newest message. */
	message: number;
	/** Address of the contact, as the provider knows it. */
	to: string;
	/** Messages that the widget of the contact shows, the oldest first; only on a website. */
	widget?: () => Promise<IDataObject[]>;
}

export interface Scene {
	ask: Ask;
	/** Path of the account. */
	account: string;
	/** A text that only these records contain; its digits make a phone number. */
	mark: string;
	/** A number that no other record has. */
	next: () => number;
	/** Address of the receiver. */
	receiver: string;
	/** What must happen at the end, the newest first. */
	undo: Array<() => Promise<unknown>>;
}

/** @returns the contact's address in the inbox, as Chatwoot knows it */
export async function sourceIdOf({ ask, account }: Scene, contact: number, inbox: number) {
	const reply = await ask('GET', `${account}/contacts/${contact}`);
	const links = listAt(reply, 'payload.contact_inboxes');
	const link = links.find((one) => at(one, 'inbox.id') === inbox);
	return link === undefined ? undefined : String(link.source_id);
}

/** Conversations of the contact in the inbox. */
export async function talksOf({ ask, account }: Scene, contact: number, inbox: number) {
	const reply = await ask('GET', `${account}/contacts/${contact}/conversations`);
	return listAt(reply, 'payload').filter(({ inbox_id }) => inbox_id === inbox);
}

/** Creates a contact, which has not written. */
export async function makeContact(
	scene: Scene,
): Promise<{ id: number; email: string; digits: string }> {
	const { ask, account, mark, undo } = scene;
	const number = scene.next();
	const digits = `1555${mark.replace(/\D/g, '')}${number}`;
	const email = `${mark}-${number}@example.com`;
	const reply = await ask('POST', `${account}/contacts`, {
		name: NAME,
		email,
		phone_number: `+${digits}`,
	});
	const id = Number(at(reply, 'payload.contact.id'));
	undo.unshift(async () => await ask('DELETE', `${account}/contacts/${id}`));
	return { id, email, digits };
}

/** Creates a conversation of a contact who has not written. */
export async function makeTalk(scene: Scene, { channel, inbox }: Talk): Promise<Talk> {
	const { ask, account } = scene;
	const { id: contact, email, digits } = await makeContact(scene);
	const to = channel === 'Twilio WhatsApp' ? `whatsapp:+${digits}` : digits;
	const link = { inbox_id: inbox, source_id: to };
	await ask('POST', `${account}/contacts/${contact}/contact_inboxes`, link);
	const { id } = await ask('POST', `${account}/conversations`, { ...link, contact_id: contact });
	return { channel, inbox, contact, email, conversation: Number(id), message: 0, to };
}

/** A new API inbox whose webhook is the receiver, with a contact who has written. */
async function apiTalk(scene: Scene): Promise<Talk> {
	const { ask, account, mark, receiver, undo } = scene;
	const { id: inbox } = await ask('POST', `${account}/inboxes`, {
		name: mark,
		channel: { type: 'api', webhook_url: `${receiver}${API_INBOX}` },
	});
	undo.unshift(async () => await ask('DELETE', `${account}/inboxes/${Number(inbox)}`));
	const place = { channel: 'API', inbox: Number(inbox) } as Talk;
	const talk = await makeTalk(scene, place);
	const messages = `${account}/conversations/${talk.conversation}/messages`;
	const { id } = await ask('POST', messages, { content: 'Hello', message_type: 'incoming' });
	return { ...talk, message: Number(id) };
}

/** A contact who has written in the widget. */
async function websiteTalk(scene: Scene, { id: inbox, website_token }: IDataObject): Promise<Talk> {
	const { ask, account, mark, undo } = scene;
	const widget = '/api/v1/widget';
	const query = `?website_token=${String(website_token)}`;
	const config = await ask('POST', `${widget}/config${query}`, {}, {});
	const headers = { 'x-auth-token': String(at(config, 'website_channel_config.auth_token')) };
	const email = `${mark}-website@example.com`;
	const talk = await ask(
		'POST',
		`${widget}/conversations${query}`,
		{ contact: { name: NAME, email }, message: { content: 'Hello' } },
		headers,
	);
	const contact = Number(at(config, 'contact.id'));
	undo.unshift(async () => await ask('DELETE', `${account}/contacts/${contact}`));
	await ask('PUT', `${account}/contacts/${contact}`, { name: NAME });
	const shown = async () =>
		listAt(await ask('GET', `${widget}/messages${query}`, undefined, headers), 'payload');
	const [first] = await shown();
	return {
		channel: 'Website',
		inbox: Number(inbox),
		contact,
		email,
		to: '',
		conversation: Number(talk.id),
		message: Number(first.id),
		widget: shown,
	};
}

/** The newest conversation of the inbox in which the contact has written and may be answered. */
async function openTalk(scene: Scene, channel: ChannelName, { id: inbox }: IDataObject) {
	const { ask, account, undo } = scene;
	const query = new URLSearchParams({ inbox_id: String(inbox), status: 'all' }).toString();
	const found = listAt(await ask('GET', `${account}/conversations?${query}`), 'data.payload');
	for (const { id, can_reply, meta, additional_attributes } of found) {
		if (can_reply === false) continue;
		const conversation = Number(id);
		const messages = await ask('GET', `${account}/conversations/${conversation}/messages`);
		const written = listAt(messages, 'payload').filter(({ message_type }) => message_type === 0);
		const contact = Number(at(meta, 'sender.id'));
		const source = await sourceIdOf(scene, contact, Number(inbox));
		if (!written.length || source === undefined) continue;
		const { name, email } = at(meta, 'sender') as IDataObject;
		if (!email) continue;
		undo.unshift(async () => await ask('PUT', `${account}/contacts/${contact}`, { name }));
		await ask('PUT', `${account}/contacts/${contact}`, { name: NAME });
		const { chatKey } = providers[channel] as { chatKey?: string };
		const to = chatKey ? at(additional_attributes, chatKey) : source;
		const talk: Talk = {
			channel,
			inbox: Number(inbox),
			contact,
			email: String(email),
			conversation,
			message: Number(written.at(-1)?.id),
			to: String(to),
		};
		return talk;
	}
	return undefined;
}

/** Whether the inbox belongs to the channel. */
const isOf = (channel: ChannelName) => (inbox: IDataObject) =>
	Object.entries(providers[channel].inbox).every(([key, value]) => inbox[key] === value);

/** WhatsApp's templates, which Chatwoot reads in the background. */
async function syncTemplates({ ask, account }: Scene, inbox: number, patience: number) {
	await ask('POST', `${account}/inboxes/${inbox}/sync_templates`);
	const names = async () => JSON.stringify(await ask('GET', `${account}/inboxes/${inbox}`));
	for (let left = patience; left > 0 && !(await names()).includes('order_update'); left -= 500)
		await sleep(500);
}

/** @returns the conversation for a channel, or why there is none */
export async function talkFor(
	scene: Scene,
	channel: ChannelName,
	inboxes: IDataObject[],
	patience: number,
): Promise<Talk | string> {
	if (channel === 'API') return await apiTalk(scene);
	const some = inboxes.filter(isOf(channel));
	if (!some.length) return 'the account has no inbox of this channel';
	if (channel === 'Website') return await websiteTalk(scene, some[0]);
	for (const inbox of some) {
		const talk = await openTalk(scene, channel, inbox);
		if (talk && channel.includes('WhatsApp')) await syncTemplates(scene, talk.inbox, patience);
		if (talk) return talk;
	}
	return 'no contact with an email address has written there and may be answered';
}

/** Uploads the files that some messages name. @returns their blob IDs by name */
export async function uploads(access: Access, account: string) {
	const blobs = new Map<string, string>();
	for (const { name, type, size } of [picture, song]) {
		const form = new FormData();
		form.set('attachment', new Blob([contentOf(name, size)], { type }), name);
		const reply = await fetch(`${access.root}${account}/upload`, {
			method: 'POST',
			headers: headersOf(credentialIn(access), true),
			body: form,
		});
		const { blob_id } = (await reply.json()) as IDataObject;
		blobs.set(name, String(blob_id));
	}
	return blobs;
}
