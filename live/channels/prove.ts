/** Sends every kind of message through the channels of a server, and judges what left. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { at } from '../../nodes/shared/values';
import { channelNames, type ChannelName, type Shown } from '../../test/fake/providers';
import { KINDS, type Kind } from '../../test/support/messageKinds';
import {
	isBad,
	isForAll,
	itemOf,
	judged,
	lineOf,
	OPERATIONS,
	overItems,
	type Seen,
	type Target,
} from '../../test/support/messageMatrix';
import { runItems } from '../node';
import type { Setting } from '../prove';
import { inFull, mailShown, PROVIDERS } from './providers';
import type { Receiver } from './receiver';
import {
	askAt,
	listAt,
	makeContact,
	makeTalk,
	sourceIdOf,
	talkFor,
	talksOf,
	uploads,
	type Scene,
	type Talk,
} from './talks';

/** How many channels are tried at the same time. */
const AT_ONCE = 6;

/** What is the same for all messages of a run. */
interface Run {
	setting: Setting;
	scene: Scene;
	receiver: Receiver;
	release: string;
	/** Blob IDs by the names of files. */
	blobs: Map<string, string>;
}

const setStatus = async ({ ask, account }: Scene, { conversation }: Talk, status: string) =>
	await ask('POST', `${account}/conversations/${conversation}/toggle_status`, { status });

/** Where a message of this kind goes. */
async function placeFor(scene: Scene, talk: Talk, place: Kind['at']): Promise<Talk> {
	if (place === 'closed window') return await makeTalk(scene, talk);
	if (place === 'stranger') {
		const { id: contact, email } = await makeContact(scene);
		return { ...talk, contact, email, conversation: 0, message: 0, to: '' };
	}
	if (place === 'resolved conversation') await setStatus(scene, talk, 'resolved');
	return talk;
}

/** The conversation is again the only one of its contact there, and open. */
async function tidy(scene: Scene, talk: Talk) {
	for (const { id } of await talksOf(scene, talk.contact, talk.inbox))
		if (id !== talk.conversation)
			await scene.ask('DELETE', `${scene.account}/conversations/${Number(id)}`);
	await setStatus(scene, talk, 'open');
}

/** How much had been received before. */
interface Since {
	taken: number;
	webhooks: number;
	mails: number;
	/** The newest message of the contact's conversations. */
	message: number;
}

const newest = (talks: IDataObject[]) =>
	Math.max(0, ...talks.map((talk) => Number(at(talk, 'last_non_activity_message.id') ?? 0)));

const isForCustomer = ({ message_type, private: isPrivate }: IDataObject) =>
	!['incoming', 'activity', 0, 2].includes(message_type as string) && isPrivate !== true;

/** What the customer got since then. @param talks the contact's conversations */
async function shownSince(
	since: Since,
	{ taken, webhooks, mails }: Receiver,
	{ channel, to, widget }: Talk,
	talks: IDataObject[],
): Promise<Shown[]> {
	if (widget)
		return (await widget())
			.filter((message) => Number(message.id) > since.message && isForCustomer(message))
			.map(inFull);
	if (channel === 'API')
		return webhooks
			.slice(since.webhooks)
			.filter((one) => one.event === 'message_created' && isForCustomer(one))
			.filter((one) => talks.some(({ id }) => id === at(one, 'conversation.id')))
			.map(inFull);
	if (channel === 'Email')
		return mails
			.slice(since.mails)
			.filter(({ messageId = '' }) =>
				talks.some(({ uuid }) => messageId.includes(`conversation/${String(uuid)}/`)),
			)
			.map(mailShown);
	return taken
		.slice(since.taken)
		.filter((one) => one.channel === channel && one.to === to)
		.flatMap(({ request }) => PROVIDERS[channel]?.shown(request) ?? []);
}

/** @returns undefined if the operation cannot send this kind */
async function see(run: Run, open: Talk, kind: string, operation: string) {
	const { scene, receiver, setting, blobs, release } = run;
	const { wanted, at: place, provider = 'ok' } = KINDS[kind];
	const { id, parameters } = OPERATIONS[operation];
	const blobOf = (name: string) => blobs.get(name) ?? name;
	const target = { ...open, at: place, blobOf } as Target;
	if (wanted.some((message) => parameters(message, target) === undefined)) return undefined;
	const talk = await placeFor(scene, open, place);
	const { channel, inbox, contact, email } = talk;
	const since: Since = {
		...{ taken: receiver.taken.length, webhooks: receiver.webhooks.length },
		...{ mails: receiver.mails.length, message: newest(await talksOf(scene, contact, inbox)) },
	};
	const address = channel === 'Email' ? email : talk.to;
	receiver.modes.set(address, provider);
	const fields = parameters(wanted[0], { ...target, ...talk }) ?? {};
	const made = await runItems(
		setting.access,
		`account.${id}`,
		wanted.length > 1 ? overItems(wanted, fields) : fields,
		wanted.map(itemOf),
	);
	const judge = async () => {
		const talks = await talksOf(scene, contact, inbox);
		const to = talk.to || String(await sourceIdOf(scene, contact, inbox));
		const shown = await shownSince(since, receiver, { ...talk, to }, talks);
		const isPosted = newest(talks) > since.message;
		const mailbox = channel === 'Email' ? email : undefined;
		return { kind, shown, ...judged(wanted, { ...made, shown, isPosted, mailbox }) };
	};
	let found = await judge();
	for (
		let left = setting.patience;
		left > 0 && isBad(found) && !setting.signal?.aborted;
		left -= 500
	) {
		await sleep(500);
		found = await judge();
	}
	receiver.modes.delete(address);
	if (place === 'resolved conversation' || id === 'conversation.resolveWithMessage')
		await tidy(scene, open);
	const { shown, ...verdict } = found;
	const one: Seen = { release, channel, operation, ...verdict };
	if (isBad(one))
		setting.say(
			`${channel}, ${lineOf(one)}: ${JSON.stringify(made.items)} ${JSON.stringify(shown)}`,
		);
	return one;
}

/** All kinds of messages through one channel. */
async function seeAll(run: Run, talk: Talk): Promise<Seen[]> {
	const seen: Seen[] = [];
	for (const operation of Object.keys(OPERATIONS))
		for (const [kind, details] of Object.entries(KINDS)) {
			if (run.setting.signal?.aborted) return seen;
			if (!(details.only ?? channelNames).includes(talk.channel)) continue;
			if (operation !== 'Send' && !isForAll(details)) continue;
			const one = await see(run, talk, kind, operation);
			if (one) seen.push(one);
		}
	run.setting.say(`${talk.channel}: ${seen.length} messages`);
	return seen;
}

/** @returns what became of the messages, and why a channel was left out */
export async function proveChannels(
	setting: Setting,
	receiver: Receiver,
	release: string,
	only: string[],
) {
	const { access, mark, say } = setting;
	const ask = askAt(access);
	const account = `/api/v1/accounts/${access.account}`;
	let count = 0;
	const next = () => (count += 1);
	const scene: Scene = { ask, account, mark, next, receiver: receiver.url, undo: [] };
	const seen: Seen[] = [];
	const leftOut: Partial<Record<ChannelName, string>> = {};
	try {
		const run = { setting, scene, receiver, release, blobs: await uploads(access, account) };
		const inboxes = listAt(await ask('GET', `${account}/inboxes`), 'payload');
		const names = channelNames.filter((name) => !only.length || only.includes(name));
		const worker = async () => {
			for (let name = names.shift(); name; name = names.shift()) {
				const talk = receiver.closed(name)
					? 'nothing receives its messages'
					: await talkFor(scene, name, inboxes, setting.patience);
				if (typeof talk === 'string') leftOut[name] = talk;
				else seen.push(...(await seeAll(run, talk)));
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, worker));
	} finally {
		for (const undo of scene.undo)
			await undo().catch((error: Error) => say(`Not removed: ${error.message}`));
	}
	return { seen, leftOut };
}
