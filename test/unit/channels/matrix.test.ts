import type { IBinaryData, IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import type { Operation } from '../../../nodes/shared/vocabulary/operation';
import { operations } from '../../../truth/surfaces';
import { Channel } from '../../fake/channels';
import { channelNames, type ChannelName } from '../../fake/providers';
import { FakeChatwoot } from '../../fake/server';
import { clockOfTimers } from '../../support/clock';
import { differences, OUT_OF_ORDER, type Wanted } from '../../support/customerView';
import { KINDS, picture, song, type Kind } from '../../support/messageKinds';
import { nodeOf, runAt } from '../../support/run';

jest.setTimeout(120_000);
clockOfTimers();

/** Where a message goes, for the fields of an operation. */
interface Target {
	conversation: number;
	inbox: number;
	email: string;
	/** The contact's message. */
	message: number;
	at?: Kind['at'];
}

type Parameters = (wanted: Wanted, target: Target) => IDataObject | undefined;

/** A value that differs between items. */
const inItem = (name: string) => `={{ $json.${name} }}`;

const filled = (fields: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const filesIn = ({ files }: Wanted) => files?.map((_, index) => `file${index}`).join();

const kindFields = ({ text, kind, template, templateJson, options, items }: Wanted): IDataObject =>
	filled({
		content_kind:
			kind ??
			(templateJson ? 'none' : template ? 'template' : text === undefined ? 'none' : 'text'),
		content: text,
		...((options ?? items) ? { specify_items: 'json', items: (options ?? items) as never } : {}),
		...(template && !templateJson
			? {
					template: 'order_update (en)',
					variables: {
						variables: [
							{ component: 'body', name: '1', value: template[0] },
							{ component: 'button', name: '2', value: template[1] ?? '' },
						],
					},
				}
			: {}),
	});

const details = (wanted: Wanted): IDataObject =>
	filled({
		attachments: filesIn(wanted),
		blob_ids: wanted.uploaded?.map(({ name }) => name).join(),
		template_params: wanted.templateJson,
		to_emails: wanted.to,
		cc_emails: wanted.cc,
		email_html_content: wanted.html,
	});

/** What an operation without a choice of kinds cannot send. */
const isPlain = (wanted: Wanted) =>
	Object.keys(wanted).every((key) => ['text', 'words', 'files', 'isVoice'].includes(key));

/** The operations that send; undefined if one cannot send a kind. */
const OPERATIONS: Record<string, { id: string; parameters: Parameters }> = {
	Send: {
		id: 'message.send',
		parameters: (wanted, { conversation, inbox, message, at }) =>
			at === 'stranger' || at === 'resolved conversation'
				? undefined
				: {
						conversation_id: conversation,
						...kindFields(wanted),
						...(wanted.template && !wanted.templateJson ? { inbox_id: inbox } : {}),
						additional_fields: filled({
							...details(wanted),
							in_reply_to: wanted.quotes ? message : undefined,
							is_voice_message: wanted.isVoice,
							source_id: wanted.sourceId,
							message_type: wanted.messageType,
						}),
					},
	},
	'Send Bot Reply': {
		id: 'message.reply',
		parameters: (wanted, { conversation, at }) =>
			!isPlain(wanted) || at === 'stranger' || at === 'resolved conversation'
				? undefined
				: {
						conversation_id: conversation,
						content: wanted.text ?? '',
						additional_fields: filled({
							attachments: filesIn(wanted),
							is_voice_message: wanted.isVoice,
						}),
					},
	},
	'Send to Contact': {
		id: 'message.sendToContact',
		parameters: (wanted, { inbox, email, at }) =>
			wanted.quotes || wanted.isVoice || wanted.sourceId || wanted.messageType
				? undefined
				: {
						...{ send_to: 'email', email, inbox_id: inbox },
						...kindFields(wanted),
						if_resolved: at === 'resolved conversation' ? 'create' : 'reopen',
						additional_fields: details(wanted),
					},
	},
	'Resolve with Message': {
		id: 'conversation.resolveWithMessage',
		parameters: (wanted, { conversation, at }) =>
			!isPlain(wanted) ||
			wanted.isVoice ||
			// Its text is required.
			(wanted.files && !wanted.text) ||
			at === 'stranger' ||
			at === 'resolved conversation'
				? undefined
				: {
						conversation_id: conversation,
						content: wanted.text ?? '',
						additional_fields: filled({ attachments: filesIn(wanted) }),
					},
	},
};

/** One operation for several messages: what differs is in the items. */
const overItems = (wanted: Wanted[], parameters: IDataObject): IDataObject => {
	const fields = parameters.additional_fields as IDataObject;
	const differing = {
		attachments: 'files',
		to_emails: 'to',
		cc_emails: 'cc',
	};
	const shared = Object.entries(differing).filter(([, key]) =>
		wanted.some((one) => one[key as keyof Wanted] !== undefined),
	);
	return {
		...parameters,
		content: inItem('text'),
		additional_fields: {
			...fields,
			...Object.fromEntries(shared.map(([name, key]) => [name, inItem(key)])),
		},
	};
};

const itemOf = (wanted: Wanted): INodeExecutionData => ({
	json: {
		text: wanted.text ?? '',
		files: filesIn(wanted) ?? '',
		to: wanted.to ?? '',
		cc: wanted.cc ?? '',
	},
	binary: Object.fromEntries(
		(wanted.files ?? []).map(({ name, type, size }, index): [string, IBinaryData] => [
			`file${index}`,
			{ data: Buffer.alloc(size, 'x').toString('base64'), fileName: name, mimeType: type },
		]),
	),
});

const definitions = new Map(operations());
const nodesAlone = new Map<string, INodeType>();

/** The node with one operation: n8n goes through all of its fields before each run. */
function nodeAlone(id: string): INodeType {
	const name = `account.${id}`;
	const node = nodesAlone.get(name) ?? nodeOf(definitions.get(name) as Operation, name);
	nodesAlone.set(name, node);
	return node;
}

/** What becomes of a message. */
const OUTCOMES = {
	whole: 'W',
	'whole, with a hint': 'H',
	refused: 'R',
	failed: 'F',
	'not known, and said': 'U',
	lost: 'L',
	'out of order': 'O',
};
type Outcome = keyof typeof OUTCOMES;

interface Seen {
	release: string;
	channel: ChannelName;
	operation: string;
	kind: string;
	outcome: Outcome;
	/** What is lost, or the words of the refusal. */
	why: string;
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
	const of = (outcome: Outcome, why = ''): Seen => ({
		...{ release: fake.release, channel: channel.name, operation, kind, outcome, why },
	});
	if (error) return of(isPosted ? 'failed' : 'refused', error.message);
	const isNotSent = items.some(({ json }) => json.sent === false);
	if (isNotSent && !isPosted) return of('refused', String(items[0].json.reason));
	if (JSON.stringify(items).includes('"delivery":"unknown"') && hints.length)
		return of('not known, and said', hints.join(' '));
	const brought = wanted.filter((_, index) => items[index]?.json.sent !== false);
	const found = differences(brought, shown, channel.name === 'Email' ? email : undefined);
	const silent = found.filter(({ hint }) => !hint || !hints.some((text) => hint.test(text)));
	if (silent.some(({ loss }) => loss === OUT_OF_ORDER)) return of('out of order');
	if (silent.length) return of('lost', silent.map(({ loss }) => loss).join(', '));
	return of(
		found.length ? 'whole, with a hint' : 'whole',
		found.map(({ loss }) => loss).join(', '),
	);
}

const [oldest, newest] = ['4.10', '4.16'] as const;

/** With all other tests, a part is enough: the older release and the operations differ little. */
const isPart = process.env.TEST_PART !== undefined;
const isInPart = ({ differs, arrives, at, provider }: Kind, release: string, operation: string) =>
	(release === newest || differs) && (operation === 'Send' || (arrives ?? at ?? provider));

/** A provider that is there takes every message in time. */
const isBad = ({ outcome, kind }: Seen) =>
	outcome === 'lost' ||
	outcome === 'out of order' ||
	(outcome === 'not known, and said' && KINDS[kind].provider !== 'down');
const lineOf = ({ operation, kind, outcome, why }: Seen) =>
	`${operation}, ${kind}: ${outcome}${why ? ` (${why})` : ''}`;

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

/** One letter an operation, releases apart if they differ. */
function cellOf(kind: string, channel: ChannelName): string {
	const some = seen.filter((one) => one.kind === kind && one.channel === channel);
	const of = (release: string) =>
		Object.keys(OPERATIONS)
			.map((operation) => {
				const one = some.find(
					(entry) => entry.release === release && entry.operation === operation,
				);
				return one ? OUTCOMES[one.outcome] : '·';
			})
			.join('');
	const [older, newer] = [oldest, newest].map(of);
	return older === newer || !/[A-Z]/.test(older) ? newer : `${older}/${newer}`;
}

afterAll(() => {
	const names = Object.keys(OPERATIONS);
	const rows = Object.keys(KINDS).map((kind) => [
		kind,
		...channelNames.map((name) => cellOf(kind, name)),
	]);
	const table = [['', ...channelNames], ...rows];
	const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
	const lines = table.map((row) => row.map((cell, index) => cell.padEnd(widths[index])).join('  '));
	const counts = [...names, ...channelNames].map((name) => {
		const some = seen.filter(({ operation, channel }) => [operation, channel].includes(name));
		const parts = Object.keys(OUTCOMES).map(
			(outcome) => `${some.filter((entry) => entry.outcome === outcome).length} ${outcome}`,
		);
		return `${name}: ${parts.join(', ')}`;
	});
	const legend = Object.entries(OUTCOMES).map(([outcome, mark]) => `${mark} ${outcome}`);
	console.info(
		[
			`Each cell: ${names.join(', ')}; ${oldest}/${newest} if they differ. ${legend.join(', ')}`,
			...lines,
			...counts,
		].join('\n'),
	);
});
