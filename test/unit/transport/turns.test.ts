import { BinaryDataService, ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { inOrder, recordsOf } from '../../../nodes/shared/transport/turns';
import type { Part } from '../../../nodes/shared/vocabulary/fields/fields';
import { methodAndPath } from '../../../nodes/shared/vocabulary/operation';
import type { Release } from '../../../truth/recordings';
import { nodes } from '../../../truth/surfaces';
import { deferred, delay, fastClock, replyBegins, untilInFlight } from '../../support/clock';
import {
	answersWith,
	faults,
	recorded,
	serveFaults,
	type Fault,
	type Seen,
} from '../../support/faults';
import { paramsOf } from '../../support/form';
import { onEachRelease } from '../../support/releases';
import { json, runAt } from '../../support/run';
import type { Answer } from '../../support/server';
import { channelRead, readsConversation } from '../../support/talks';

jest.setTimeout(30_000);
fastClock();
afterEach(() => jest.restoreAllMocks());

type Options = NonNullable<Parameters<typeof runAt>[3]>;

interface Setup {
	/** Before a request is answered, and before the service did what it asks. */
	hold?: (request: Seen, index: number) => Promise<void>;
	answer?: (request: Seen, index: number) => Answer;
	fault?: (request: Seen) => Fault | undefined;
	/** The inbox of all conversations; by default an API inbox. */
	inbox?: IDataObject;
}

/** A service that keeps what it did in the order in which it did it, apart from what tells the channel. */
async function serve({
	hold = async (_, index) => await delay(Math.max(0, 10 - index)),
	answer = () => json({ id: 1 }),
	fault: wrong,
	inbox,
}: Setup = {}) {
	const done: Seen[] = [];
	let begun = 0;
	let inFlight = 0;
	const server = await serveFaults({
		fault: wrong,
		answer: async (request) => {
			const channel = channelRead(request, inbox);
			if (channel) return channel;
			const index = begun++;
			inFlight++;
			await hold(request, index);
			inFlight--;
			done.push(request);
			return answer(request, index);
		},
	});
	const { received, ...others } = server;
	return {
		...others,
		done,
		inFlight: () => inFlight,
		get received() {
			return received.filter((request) => !channelRead(request));
		},
		/** The conversations that were read, in their order. */
		conversationsRead: () =>
			received.filter(readsConversation).map(({ path }) => path.split('/').at(-1)),
	};
}

type Service = Awaited<ReturnType<typeof serve>>;

/** Runs it for so many items and gives what the service did, in its order. */
async function run(
	service: Service,
	operation: string,
	parameters: IDataObject,
	items: INodeExecutionData[],
	options: Options = {},
) {
	try {
		return await runAt(service.url, operation, parameters, { ...options, items });
	} finally {
		await service.close();
	}
}

const items = (count: number, json: (index: number) => IDataObject = () => ({})) =>
	Array.from({ length: count }, (_, index): INodeExecutionData => ({
		json: { n: `${index + 1}`, ...json(index) },
	}));
const numbers = (count: number) => items(count).map(({ json: { n } }) => n);
const pairedItems = (count: number) => items(count).map((_, item) => ({ item }));

const bodyOf = ({ body }: Seen) => JSON.parse(body.toString() || '{}') as IDataObject;
const contents = (done: Seen[]) => done.map((request) => bodyOf(request).content);

const MESSAGE = { conversation_id: '={{ $json.conversation ?? 7 }}', content: '={{ $json.n }}' };
/** So many messages into each of so many conversations, one conversation after the other. */
const sorted = (conversations: number, perConversation: number) =>
	items(conversations * perConversation, (index) => ({
		conversation: 1 + Math.floor(index / perConversation),
	}));
const conversationOf = ({ path }: Seen) => path.split('/').at(-2);

const refused = (release: Release) =>
	recorded('account.message.create', 'too-long-content', release);

/** A recorded reply of the release, with what was sent in its record. */
const replyOf = (op: string, release: Release) => (request: Seen) => {
	const answer = recorded(`account.${op}`, 'ok', release);
	if (!answer.body) return answer;
	const { payload, ...record } = JSON.parse(String(answer.body)) as IDataObject;
	const stored = { ...((payload as IDataObject) ?? record), ...bodyOf(request) };
	return json(payload ? { payload: stored } : stored);
};

onEachRelease('sends messages of one conversation in the order of items', async (release) => {
	const service = await serve({ answer: replyOf('message.create', release) });
	const { items: outputs } = await run(service, 'message.send', MESSAGE, items(12));
	expect(contents(service.done)).toEqual(numbers(12));
	expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(pairedItems(12));
	expect(service.most()).toBe(1);
	expect(service.conversationsRead()).toEqual(['7']);
});

onEachRelease(
	'sends a long message before the two short ones that come after it',
	async (release) => {
		const service = await serve({
			hold: async ({ body }) => await delay(body.length / 5000),
			answer: replyOf('message.create', release),
		});
		const texts = items(3, (index) => ({ n: index ? `${index}` : 'x'.repeat(50_000) }));
		await run(service, 'message.send', MESSAGE, texts);
		expect(contents(service.done)).toEqual(texts.map(({ json: { n } }) => n));
	},
);

onEachRelease('writes notes of one contact in the order of items', async (release) => {
	const service = await serve({ answer: replyOf('contact_note.create', release) });
	const note = { contact_id: 5, content: '={{ $json.n }}' };
	await run(service, 'contact.createNote', note, items(10));
	expect(contents(service.done)).toEqual(numbers(10));
});

onEachRelease('lets the last item win: contact, status, priority, members', async (release) => {
	const statuses = ['pending', 'open', 'snoozed', 'open', 'resolved'];
	const priorities = ['low', 'high', 'medium', 'urgent', 'low', 'high'];
	const chosen = (values: string[]) => items(values.length, (index) => ({ n: values[index] }));
	const update = { contact_id: 5, update_fields: { name: '={{ $json.n }}' } };
	const status = { conversation_id: 7, status: '={{ $json.n }}' };
	const priority = { conversation_id: 7, priority: '={{ $json.n }}' };
	const members = { inbox_id: 3, replace_with: 'chosen', user_ids: '={{ $json.n }}' };
	const plays: Array<
		[string, IDataObject, INodeExecutionData[], string, (request: Seen) => Answer]
	> = [
		['contact.update', update, items(8), 'name', replyOf('contact.update', release)],
		[
			'conversation.setStatus',
			status,
			chosen(statuses),
			'status',
			replyOf('conversation.toggle_status', release),
		],
		[
			'conversation.setPriority',
			priority,
			chosen(priorities),
			'priority',
			replyOf('conversation.set_priority', release),
		],
		[
			'inbox.replaceMembers',
			members,
			items(4),
			'user_ids',
			() => json({ payload: numbers(4).map((id) => ({ id: Number(id) })) }),
		],
	];
	for (const [operation, parameters, input, key, answer] of plays) {
		const service = await serve({ answer });
		const { error } = await run(service, operation, parameters, input);
		expect([operation, error]).toEqual([operation, undefined]);
		const sent = service.done.map((request) => `${[bodyOf(request)[key]].flat()[0] as string}`);
		expect([operation, sent]).toEqual([operation, input.map(({ json: { n } }) => n)]);
	}
});

/** The contacts and the one conversation of a service, the earliest request answered last. */
async function people(release: Release) {
	const contacts: IDataObject[] = [];
	const [conversation] = (
		JSON.parse(String(recorded('account.contact.list_conversations', 'ok', release).body)) as {
			payload: IDataObject[];
		}
	).payload;
	return await serve({
		answer: (request, index) => {
			const body = bodyOf(request);
			if (request.path.endsWith('/filter')) {
				const conditions = body.payload as Array<{ attribute_key: string; values: unknown[] }>;
				const payload = contacts.filter((contact) =>
					conditions.some(({ attribute_key: key, values }) => contact[key] === values[0]),
				);
				return json({ meta: { count: payload.length }, payload });
			}
			if (request.path.endsWith('/conversations'))
				return json({ payload: [{ ...conversation, inbox_id: 3, status: 'open' }] });
			if (request.path.endsWith('/messages')) return json({ ...body, id: index + 1 });
			if (request.method === 'PUT') return json({ payload: Object.assign(contacts[0], body) });
			const contact = { id: contacts.length + 1, custom_attributes: {}, ...body };
			contacts.push(contact);
			return json({ payload: { contact } });
		},
	});
}

onEachRelease('sends to contacts in the order of items', async (release) => {
	for (const requestsAtOnce of [10, 1]) {
		const service = await people(release);
		const { items: outputs } = await run(
			service,
			'message.sendToContact',
			{
				...{ send_to: 'email', email: 'Ann@x.example', inbox_id: 3, content: '={{ $json.n }}' },
				requestOptions: { requestsAtOnce },
			},
			items(8),
		);
		const sent = service.done.filter(({ path }) => path.endsWith('/messages'));
		expect(contents(sent)).toEqual(numbers(8));
		const actions = outputs.map(({ json: sentTo }) => sentTo.contact_action);
		expect(actions).toEqual(['created', ...Array<string>(7).fill('found')]);
	}
});

onEachRelease(
	'creates with the first item of Create or Update, and lets the last one win',
	async (release) => {
		const service = await people(release);
		const emails = [
			'ann@x.example',
			'Ann@x.example',
			'b@x.example',
			'c@x.example',
			'ann@x.example',
		];
		const { items: outputs } = await run(
			service,
			'contact.upsert',
			{ email: '={{ $json.email }}', name: '={{ $json.n }}' },
			items(5, (index) => ({ email: emails[index].toLowerCase() })),
		);
		const actions = outputs.map(({ json: { action } }) => action);
		expect(actions).toEqual(['created', 'updated', 'created', 'created', 'updated']);
		const names = service.done
			.filter(({ method }) => method === 'PUT')
			.map((request) => bodyOf(request).name);
		expect(names).toEqual(['2', '5']);
		expect(service.most()).toBeGreaterThan(1);
	},
);

onEachRelease(
	'sends as many requests at once as it may with sorted items of many conversations',
	async (release) => {
		const service = await serve({
			hold: untilInFlight(10),
			answer: replyOf('message.create', release),
		});
		const { items: outputs } = await run(service, 'message.send', MESSAGE, sorted(20, 15));
		expect(service.received.slice(0, 10).map(conversationOf)).toEqual(numbers(10));
		expect(service.most()).toBe(10);
		expect(service.conversationsRead()).toEqual(numbers(20));
		for (const number of numbers(20)) {
			const of = service.done.filter((request) => conversationOf(request) === number);
			const wanted = sorted(20, 15).filter(({ json: one }) => String(one.conversation) === number);
			expect(contents(of)).toEqual(wanted.map(({ json: { n } }) => n));
		}
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(pairedItems(300));
	},
);

onEachRelease(
	'lets few items wait for their turn, and holds no files of theirs',
	async (release) => {
		jest.spyOn(BinaryDataService.prototype, 'getMetadata').mockResolvedValue({ fileSize: 2 });
		const read = jest
			.spyOn(BinaryDataService.prototype, 'getAsBuffer')
			.mockResolvedValue(Buffer.from('hi'));
		const inMemory = new Set<unknown>();
		const full = deferred();
		const begun: number[] = [];
		const files: number[] = [];
		const hold = async (_: Seen, index: number) => {
			files.push(read.mock.calls.length);
			if (index > 0) return;
			await full.promise;
			// Whatever else is read would be read now.
			await delay(20);
			begun.push(inMemory.size);
		};
		const answer = () => recorded('account.message.create', 'ok', release);
		const service = await serve({ hold, answer });
		const file = { data: 'filesystem', id: 'filesystem:1', mimeType: 'text/plain', fileName: 'a' };
		const { error } = await run(
			service,
			'message.send',
			{ ...MESSAGE, additional_fields: { attachments: 'data' } },
			items(300).map(({ json: { n, ...rest } }) => ({
				json: {
					...rest,
					get n() {
						if (inMemory.add(n).size === 200) full.resolve();
						return n;
					},
				},
				binary: { data: file },
			})),
		);
		expect(error).toBeUndefined();
		expect(begun).toEqual([200]);
		expect(files).toEqual(items(300).map((_, index) => index + 1));
	},
);

/**
 * A WhatsApp inbox that keeps what happened to its messages.
 * @param isHandedOver whether they have a source ID when they are read, as often since the newest was sent
 */
async function whatsApp(release: Release, isHandedOver: (sent: number, reads: number) => boolean) {
	const { body } = recorded('account.message.create', 'ok', release);
	const record = JSON.parse(String(body)) as IDataObject;
	const messages: IDataObject[] = [];
	const happened: string[] = [];
	let reads = 0;
	const answer = (request: Seen) => {
		if (request.method === 'GET') {
			const isOver = isHandedOver(messages.length, ++reads);
			happened.push(isOver ? 'handed over' : 'on its way');
			if (isOver) for (const message of messages) message.source_id = `wamid.${String(message.id)}`;
			return json({ payload: messages });
		}
		const content = String(paramsOf(request).content);
		const message = { ...record, content, id: messages.length + 1, source_id: null };
		reads = 0;
		messages.push(message);
		happened.push(`sent ${content}`);
		return json(message);
	};
	const inbox = { channel_type: 'Channel::Whatsapp', provider: 'whatsapp_cloud' };
	const service = await serve({ inbox, answer, hold: async () => {} });
	return { service, happened };
}

const PATIENT = { ...MESSAGE, options: { wait_seconds: 300 } };
const deliveries = (outputs: INodeExecutionData[]) => outputs.map(({ json: one }) => one.delivery);

onEachRelease(
	'sends the next text of a conversation while the one before waits until it was handed over',
	async (release) => {
		// None is handed over before all were sent.
		const { service, happened } = await whatsApp(release, (sent) => sent === 5);
		const { items: outputs } = await run(service, 'message.send', PATIENT, items(5));
		expect(deliveries(outputs)).toEqual(Array(5).fill('handed_over'));
		const order = happened.filter((event) => event !== 'on its way');
		expect(order.slice(0, 5)).toEqual(numbers(5).map((n) => `sent ${String(n)}`));
		expect(new Set(order.slice(5))).toEqual(new Set(['handed over']));
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(pairedItems(5));
	},
);

onEachRelease(
	'sends the next message of a conversation once the file before it was handed over',
	async (release) => {
		const { service, happened } = await whatsApp(release, (_, reads) => reads === 3);
		const file = { data: Buffer.from('x').toString('base64'), mimeType: 'image/png' };
		const { items: outputs } = await run(
			service,
			'message.send',
			{ ...PATIENT, additional_fields: { attachments: 'data' } },
			items(3).map((item) => ({ ...item, binary: { data: { ...file, fileName: 'a.png' } } })),
		);
		expect(deliveries(outputs)).toEqual(Array(3).fill('handed_over'));
		expect(happened).toEqual(
			numbers(3).flatMap((n) => [`sent ${String(n)}`, 'on its way', 'on its way', 'handed over']),
		);
	},
);

onEachRelease('keeps the order of items, whichever is ready first', async (release) => {
	const { getCredentials } = ExecuteContext.prototype;
	jest.spyOn(ExecuteContext.prototype, 'getCredentials').mockImplementation(async function (
		this: ExecuteContext,
		type,
		index = 0,
	) {
		await delay(Math.max(0, 10 - index));
		return await getCredentials.call(this, type, index);
	} as typeof getCredentials);
	const service = await serve({ hold: async () => {}, answer: replyOf('message.create', release) });
	// The third is refused before it takes a turn.
	const texts = items(9, (index) => (index === 2 ? { n: '' } : {}));
	const options: Options = { onError: 'continueRegularOutput' };
	const { items: outputs } = await run(service, 'message.send', MESSAGE, texts, options);
	expect(contents(service.done)).toEqual(numbers(9).filter((_, index) => index !== 2));
	expect(outputs.map(({ json: { error } }) => Boolean(error))).toEqual(
		texts.map((_, index) => index === 2),
	);
});

onEachRelease('sends no further message after a failure', async (release) => {
	const second = ({ body }: Seen) => (bodyOf({ body } as Seen).content === '2' ? wrong : undefined);
	const wrong = answersWith(refused(release));
	const one = await serve({ answer: replyOf('message.create', release), fault: second });
	const { error } = await run(one, 'message.send', MESSAGE, items(20));
	expect(contents(one.received)).toEqual(['1', '2']);
	expect([error?.message, error?.context.itemIndex]).toEqual([
		'Validation failed: Content is too long (maximum is 150000 characters)',
		1,
	]);

	// Of three conversations the first message of one is refused while two are under way.
	const refusal = replyBegins();
	const several = await serve({
		hold: async () => {
			await refusal;
			await delay(20);
		},
		answer: replyOf('message.create', release),
		fault: (request) => (bodyOf(request).content === '1' ? wrong : undefined),
	});
	const outcome = await run(several, 'message.send', MESSAGE, sorted(3, 5));
	expect(outcome.error?.context.itemIndex).toBe(0);
	expect(several.received.length).toBeLessThanOrEqual(3);
});

onEachRelease('sends all others in their order with Continue On Fail', async (release) => {
	const wrong = answersWith(refused(release));
	const service = await serve({
		answer: replyOf('message.create', release),
		fault: (request) => (bodyOf(request).content === '2' ? wrong : undefined),
	});
	const options: Options = { onError: 'continueRegularOutput' };
	const { items: outputs } = await run(service, 'message.send', MESSAGE, items(20), options);
	expect(contents(service.received)).toEqual(numbers(20));
	expect(contents(service.done)).toEqual(numbers(20).filter((n) => n !== '2'));
	expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(pairedItems(20));
	expect(outputs.filter(({ json: { error } }) => error)).toHaveLength(1);
});

onEachRelease('sends a message that met 429 again before the next one', async (release) => {
	const service = await serve({
		answer: replyOf('message.create', release),
		fault: (request) =>
			bodyOf(request).content === '3' && request.repeat === 0 ? faults['429'] : undefined,
	});
	const { error } = await run(service, 'message.send', MESSAGE, items(8));
	expect(error).toBeUndefined();
	expect(contents(service.received)).toEqual(['1', '2', '3', '3', '4', '5', '6', '7', '8']);
});

onEachRelease('stops waiting for a turn when the execution is stopped', async (release) => {
	for (const onError of [undefined, 'continueRegularOutput'] as const) {
		const controller = new AbortController();
		jest
			.spyOn(ExecuteContext.prototype, 'getExecutionCancelSignal')
			.mockReturnValue(controller.signal);
		const hold = async (_: Seen, index: number) => {
			if (index < 2) return;
			controller.abort();
			await delay(20);
		};
		const service = await serve({ hold, answer: replyOf('message.create', release) });
		const outcome = await run(service, 'message.send', MESSAGE, items(50), { onError });
		expect(contents(service.received)).toEqual(['1', '2', '3']);
		const [, , third, ...others] = outcome.items.map(
			({ json: { error } }) => (error as IDataObject | undefined)?.message,
		);
		const stopped = 'The execution was stopped';
		if (onError) expect([third, ...others]).toEqual(Array(48).fill(stopped));
		else expect(outcome.error?.message).toBe(stopped);
	}
});

onEachRelease('keeps the order of items in batches', async (release) => {
	const service = await serve({ answer: replyOf('message.create', release) });
	const batching = { batch: { batchSize: 4, batchInterval: 5000 } };
	const parameters = { ...MESSAGE, requestOptions: { batching } };
	await run(service, 'message.send', parameters, items(10));
	expect(contents(service.done)).toEqual(numbers(10));
	const [first, , , , fifth, , , , ninth] = service.received.map(({ at }) => at);
	expect([fifth - first >= 5000 - 2000, ninth - first >= 10_000 - 2000]).toEqual([true, true]);
});

/** The names of the fields among these parts. */
const namesIn = (parts: Part[] = []): string[] =>
	parts.flatMap((part) => {
		if ('fixed' in part) return [];
		if ('optional' in part) return namesIn(part.optional);
		if (!('choices' in part)) return [part.name];
		return Object.values(part.choices).flatMap((choice) => namesIn(choice.parts));
	});

/**
 * Of what writes and names no record in its path: the fields that name it. None where the service adds
 * as many as it gets; a key that it allows once, such as the title of a label, has to be here.
 */
const BY_DATA: Record<string, string[]> = {
	'Contact → Create': ['identifier', 'email', 'phone_number', 'source_id'],
	'Contact → Create or Update': ['identifier', 'email', 'phone_number'],
	'Contact → Merge': ['base_contact_id', 'mergee_contact_id'],
	'Contact → Add Labels to Many': ['ids'],
	'Contact → Delete Many': ['ids'],
	'Company → Create': ['domain'],
	'Company → Create or Update': ['domain'],
	'Company → Add Contact': ['contact_id'],
	'Conversation → Create': ['contact_id', 'source_id'],
	'Conversation → Find or Create': ['contact_id'],
	'Conversation → Update Many': ['ids'],
	'Message → Send to Contact': ['identifier', 'email', 'phone_number'],
	'Inbox → Create': ['email', 'phone_number', 'bot_token', 'line_channel_id'],
	'Inbox → Add Members': ['inbox_id'],
	'Inbox → Replace Members': ['inbox_id'],
	'Inbox → Remove Members': ['inbox_id'],
	'Agent → Create': ['email'],
	'Agent → Create Many': ['emails'],
	'Assistant → Connect Inbox': ['inbox_id'],
	'Contact → Link to Inbox': ['source_id'],
	'Campaign → Create': [],
	'Portal → Create': ['slug', 'custom_domain'],
	'Portal → Update': ['slug', 'custom_domain'],
	'Team → Create': ['name'],
	'Label → Create': ['title'],
	'Canned Response → Create': ['short_code'],
	'Automation Rule → Create': [],
	'Macro → Create': [],
	'Conversation → Run Macro': ['conversation_ids'],
	'Custom Attribute → Create': ['attribute_key'],
	'Custom Filter → Create': [],
	'Assistant → Create': [],
	'Copilot → Create Thread': [],
	'Custom Tool → Create': ['title'],
	'Document → Create': ['external_link'],
	'Document → Delete Many': ['ids'],
	'Document → Sync Many': ['ids'],
	'FAQ → Approve Many': ['ids'],
	'FAQ → Create': ['assistant_id'],
	'FAQ → Create or Update': ['assistant_id'],
	'FAQ → Delete Many': ['ids'],
	'Agent Bot → Create': [],
	'Webhook → Create': ['url'],
	'File → Upload': [],
	'Dashboard App → Create': [],
	'Account → Add User': ['user_id'],
	'Account → Remove User': ['user_id'],
	'Account → Report Activity': [],
	'Account → Create': ['name'],
	'Account → Provision': ['name', 'email'],
	'User → Create': ['email'],
	'SLA Policy → Create': [],
	'Custom Role → Create': [],
	'Assignment Policy → Create': ['name'],
	'Agent Capacity Policy → Create': [],
	'Agent Capacity Policy → Add Agent': ['user_id'],
};

test('all that writes to a record takes turns by it', () => {
	const found: Record<string, string[]> = {};
	for (const { name, operations } of Object.values(nodes).flatMap(({ resources }) =>
		Object.values(resources),
	)) {
		for (const definition of Object.values(operations)) {
			const { method, path } = methodAndPath(definition);
			const reads = definition.reply?.pages !== undefined || path.endsWith('/filter');
			const parts = [...(definition.body ?? []), ...(definition.options ?? [])];
			const values = Object.fromEntries(namesIn(parts).map((field) => [field, 'x']));
			const keys = recordsOf(definition, { values, request: { method, path, reads } } as never);
			if (method === 'GET' || reads) expect(keys).toEqual([]);
			else if (keys[0] !== `${method} ${path} `)
				found[`${name} → ${definition.name}`] = keys.map((key) => key.split(' ')[2]);
		}
	}
	expect(found).toEqual(BY_DATA);
});

test('items that wait give up their places: all wait at the same time, and then take their places again', async () => {
	let waiting = 0;
	let atWork = 0;
	let most = 0;
	const allWait = deferred();
	const over = deferred();
	const numbersOf = Array.from({ length: 50 }, (_, index) => index);
	const all = inOrder(50, 10, async (item, turn) =>
		turn([`record ${item}`], async ({ away }) => {
			await away(async () => {
				if (++waiting === 50) allWait.resolve();
				await over.promise;
			});
			most = Math.max(most, ++atWork);
			await delay(5);
			atWork--;
			return item;
		}),
	);
	await allWait.promise;
	over.resolve();
	expect(await all).toEqual(numbersOf);
	expect(most).toBe(10);
});

test('an item that waits keeps its turn, and its error ends the execution', async () => {
	const done: number[] = [];
	const write = async (item: number) => {
		done.push(item);
		if (item === 2) throw new Error('stopped while it waited');
	};
	const all = inOrder(4, 1, async (item, turn) =>
		turn(['record'], async ({ away }) => {
			await away(async () => {
				await delay(8 - 2 * item);
				await write(item);
			});
		}),
	);
	await expect(all).rejects.toThrow('stopped while it waited');
	expect(done).toEqual([0, 1, 2]);
});
