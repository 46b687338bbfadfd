/** Sends every kind of message through the channels of a server, and judges what left. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { at } from '../../nodes/shared/values';
import { channelNames, type ChannelName, type Shown } from '../../test/fake/providers';
import type { Wanted } from '../../test/support/customerView';
import { KINDS, type Kind } from '../../test/support/messageKinds';
import {
	isBad,
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
import { UNTRIED } from './untried';

/** Seconds that a busy server may take to hand over a message. */
const WAIT = 60;

/** What is also sent by the operations that share the code of Send. */
const BY_ALL = [
	'text',
	'picture and text',
	'closed window',
	'contact who never wrote',
	'new conversation after a resolved one',
	'new conversation in the chat of the one before',
	'refused by the provider',
];

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
	const others = async () =>
		(await talksOf(scene, talk.contact, talk.inbox)).filter(({ id }) => id !== talk.conversation);
	for (const { id } of await others())
		await scene.ask('DELETE', `${scene.account}/conversations/${Number(id)}`);
	// Chatwoot deletes in the background.
	for (let left = WAIT * 1000; left > 0 && (await others()).length; left -= 500) await sleep(500);
	await setStatus(scene, talk, 'open');
}

/** How much had been received before. */
interface Since {
	taken: number;
	mails: number;
	/** The newest message of the contact's conversations. */
	message: number;
}

const newest = (talks: IDataObject[]) =>
	Math.max(0, ...talks.map((talk) => Number(at(talk, 'last_non_activity_message.id') ?? 0)));

const isForCustomer = ({ message_type, private: isPrivate }: IDataObject) =>
	!['incoming', 'activity', 0, 2].includes(message_type as string) && isPrivate !== true;

/**
 * The files that left together, in the order in which they were wanted: Chatwoot does not keep the order of
 * the files of one message.
 */
function inOrder(wanted: Wanted[], shown: Shown[]): Shown[] {
	const names = wanted.flatMap(({ files = [], uploaded = [] }) =>
		[...files, ...uploaded].map(({ as, name }) => `${as} ${name}`),
	);
	const placeOf = (name = '') => names.indexOf(name);
	const sorted = shown.map((one) =>
		one.files ? { ...one, files: one.files.toSorted((a, b) => placeOf(a) - placeOf(b)) } : one,
	);
	const withFiles = sorted
		.filter(({ files }) => files)
		.sort((one, other) => placeOf(one.files?.[0]) - placeOf(other.files?.[0]));
	return sorted.map((one) => (one.files ? (withFiles.shift() ?? one) : one));
}

/** What the customer got since then, by what left together. @param talks the contact's conversations */
async function shownSince(
	since: Since,
	{ taken, webhooks, mails }: Receiver,
	{ channel, to, widget }: Talk,
	talks: IDataObject[],
): Promise<Shown[][]> {
	if (widget)
		return (await widget())
			.filter((message) => Number(message.id) > since.message && isForCustomer(message))
			.map((message) => [inFull(message)]);
	if (channel === 'API')
		return (
			webhooks
				.filter(
					(one) =>
						Number(one.id) > since.message && one.event === 'message_created' && isForCustomer(one),
				)
				.filter((one) => talks.some(({ id }) => id === at(one, 'conversation.id')))
				// Its calls overtake each other.
				.sort((one, other) => Number(one.id) - Number(other.id))
				.map((message) => [inFull(message)])
		);
	if (channel === 'Email')
		return mails
			.slice(since.mails)
			.filter(({ messageId = '' }) =>
				talks.some(({ uuid }) => messageId.includes(`conversation/${String(uuid)}/`)),
			)
			.map((mail) => [mailShown(mail)]);
	return taken
		.slice(since.taken)
		.filter((one) => one.channel === channel && one.to === to)
		.map(({ request }) => PROVIDERS[channel]?.shown(request) ?? []);
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
		taken: receiver.taken.length,
		mails: receiver.mails.length,
		message: newest(await talksOf(scene, contact, inbox)),
	};
	const address = channel === 'Email' ? email : talk.to;
	receiver.modes.set(address, provider);
	const fields = parameters(wanted[0], { ...target, ...talk }) ?? {};
	const made = await runItems(
		setting.access,
		`account.${id}`,
		{
			...(wanted.length > 1 ? overItems(wanted, fields) : fields),
			options: { wait_seconds: WAIT },
		},
		wanted.map(itemOf),
	);
	const judge = async () => {
		const talks = await talksOf(scene, contact, inbox);
		const to = talk.to || String(await sourceIdOf(scene, contact, inbox));
		const left = await shownSince(since, receiver, { ...talk, to }, talks);
		const shown = left.flatMap((some) => inOrder(wanted, some));
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
	const isTried = (kind: string, operation: string) =>
		(KINDS[kind].only ?? channelNames).includes(talk.channel) &&
		(operation === 'Send' || BY_ALL.includes(kind)) &&
		!UNTRIED.some((one) => one.kind === kind && one.channel === talk.channel);
	// It sends nothing that was sent since the contact wrote.
	const reply = 'Send Bot Reply';
	const tasks = [reply, ...Object.keys(OPERATIONS).filter((operation) => operation !== reply)]
		.flatMap((operation) => Object.keys(KINDS).map((kind) => ({ kind, operation })))
		.filter(({ kind, operation }) => isTried(kind, operation));
	// Chatwoot may send again later what a provider did not take.
	const isDown = ({ kind }: { kind: string }) => KINDS[kind].provider === 'down';
	const sorted = [...tasks.filter((one) => !isDown(one)), ...tasks.filter(isDown)];
	for (const { kind, operation } of sorted) {
		if (run.setting.signal?.aborted) return seen;
		const one = await see(run, talk, kind, operation);
		if (one) seen.push(one);
	}
	run.setting.say(`${talk.channel}: ${seen.length} messages`);
	return seen;
}

/**
 * @param done called with what became of the messages of a channel
 * @returns what became of all messages, and why a channel was left out
 */
export async function proveChannels(
	setting: Setting,
	receiver: Receiver,
	release: string,
	only: string[],
	done: (seen: Seen[]) => void,
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
		await Promise.all(
			names.map(async (name) => {
				const talk = receiver.closed(name)
					? 'nothing receives its messages'
					: await talkFor(scene, name, inboxes, setting.patience);
				if (typeof talk === 'string') leftOut[name] = talk;
				else {
					const some = await seeAll(run, talk);
					seen.push(...some);
					if (!setting.signal?.aborted) done(some);
				}
			}),
		);
	} finally {
		for (const undo of scene.undo)
			await undo().catch((error: Error) => say(`Not removed: ${error.message}`));
	}
	return { seen, leftOut };
}
