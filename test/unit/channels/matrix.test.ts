import type { INodeType } from 'n8n-workflow';
import type { Operation } from '../../../nodes/shared/vocabulary/operation';
import { operations } from '../../../truth/surfaces';
import { Channel } from '../../fake/channels';
import { channelNames } from '../../fake/providers';
import { FakeChatwoot } from '../../fake/server';
import { clockOfTimers } from '../../support/clock';
import { KINDS, picture, song, type Kind } from '../../support/messageKinds';
import {
	isBad,
	isForAll,
	itemOf,
	judged,
	lineOf,
	OPERATIONS,
	overItems,
	tableOf,
	type Seen,
	type Target,
} from '../../support/messageMatrix';
import { nodeOf, runAt } from '../../support/run';

jest.setTimeout(120_000);
clockOfTimers();

const definitions = new Map(operations());
const nodesAlone = new Map<string, INodeType>();

/** The node with one operation: n8n goes through all of its fields before each run. */
function nodeAlone(id: string): INodeType {
	const name = `account.${id}`;
	const node = nodesAlone.get(name) ?? nodeOf(definitions.get(name) as Operation, name);
	nodesAlone.set(name, node);
	return node;
}

const seen: Seen[] = [];

async function see(
	channel: Channel,
	fake: FakeChatwoot,
	url: string,
	[kind, { wanted, at, provider = 'ok' }]: [string, Kind],
	operation: string,
): Promise<Seen | undefined> {
	const { id, parameters } = OPERATIONS[operation];
	const number = fake.contacts.length + 1;
	const email = `contact${number}@x.example`;
	const target: Target = { conversation: 0, inbox: channel.inbox.id, email, message: 0, at };
	if (wanted.some((message) => parameters(message, target) === undefined)) return undefined;
	if (at !== 'stranger') {
		const contact = fake.contact({ name: 'Ana Amelie Amaryllis' });
		const closed = at === 'closed window';
		const status = at === 'resolved conversation' ? 'resolved' : 'open';
		const talk = channel.talk(contact, { closed, status });
		target.conversation = talk.id;
		target.message = fake.message(talk, { content: 'Hello?', message_type: 0 }).row.id;
	}
	channel.mode = provider;
	const [first] = wanted;
	const fields = parameters(first, target) ?? {};
	const { items, hints, error } = await runAt(
		url,
		id,
		wanted.length > 1 ? overItems(wanted, fields) : fields,
		{ items: wanted.map(itemOf), node: nodeAlone(id) },
	);
	const contact = fake.contacts.find((row) => row.email === email);
	const talks = fake.conversations.filter((row) => row.contact_id === contact?.id);
	const shown = talks.flatMap((row) => channel.received(row.id));
	const isPosted = talks.some((row) => channel.stored(row.id).length > 0);
	const mailbox = channel.name === 'Email' ? email : undefined;
	return {
		...{ release: fake.release, channel: channel.name, operation, kind },
		...judged(wanted, {
			...{ items: items.map(({ json }) => json), hints, error },
			...{ shown, isPosted, mailbox },
		}),
	};
}

const [oldest, newest] = ['4.10', '4.16'] as const;

/** With all other tests, a part is enough: the older release and the operations differ little. */
const isPart = process.env.TEST_PART !== undefined;
const isInPart = (kind: Kind, release: string, operation: string) =>
	(release === newest || kind.differs) && (operation === 'Send' || isForAll(kind));

describe.each([oldest, newest])('on %s', (release) => {
	test.each(channelNames)(
		'%s brings what was sent, or the node says what it does not bring',
		async (name) => {
			const fake = new FakeChatwoot(release);
			const channel = new Channel(fake, name);
			for (const uploaded of [picture, song]) channel.blobs.set(uploaded.name, uploaded);
			const found: Seen[] = [];
			const url = await fake.start();
			try {
				for (const entry of Object.entries(KINDS)) {
					const [, kind] = entry;
					if (!(kind.only ?? channelNames).includes(name)) continue;
					for (const operation of Object.keys(OPERATIONS)) {
						if (isPart && !isInPart(kind, release, operation)) continue;
						const one = await see(channel, fake, url, entry, operation);
						if (one) found.push(one);
					}
				}
			} finally {
				await fake.close();
			}
			seen.push(...found);
			expect(found.filter(isBad).map(lineOf)).toEqual([]);
			const brought = found.filter(({ kind }) => KINDS[kind].arrives);
			expect(brought.filter(({ outcome }) => !outcome.startsWith('whole')).map(lineOf)).toEqual([]);
		},
	);
});

afterAll(() => console.info(tableOf(seen, [oldest, newest])));
