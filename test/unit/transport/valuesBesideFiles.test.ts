import type { IBinaryData, IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { CustomerConversationPlatform } from '../../../nodes/CustomerConversationPlatform/CustomerConversationPlatform.node';
import type { Release } from '../../../truth/recordings';
import { fastClock } from '../../support/clock';
import { paramsOf, type FormFile } from '../../support/form';
import { onEachRelease } from '../../support/releases';
import { json, runAt } from '../../support/run';
import { listen, type Answer, type Received } from '../../support/server';
import { channelRead } from '../../support/talks';

fastClock();

type Row = Record<string, unknown>;

const PICTURE: IBinaryData = {
	data: Buffer.from('picture').toString('base64'),
	mimeType: 'image/png',
	fileName: 'a.png',
};
const WEBP: IBinaryData = { ...PICTURE, mimeType: 'image/webp' };

/** Columns that have a type of their own: of a text they make it again. */
const COLUMNS: Record<string, (value: unknown) => unknown> = {
	...Object.fromEntries(
		['blocked', 'greeting_enabled', 'hmac_mandatory', 'private', 'hmac_verified'].map((name) => [
			name,
			(value) => value === true || value === 'true',
		]),
	),
	...Object.fromEntries(
		['inbox_id', 'contact_id', 'sender_id', 'account_id'].map((name) => [name, Number]),
	),
};

const stored = (params: Row): Row =>
	Object.fromEntries(
		Object.entries(params).map(([key, value]) => [key, COLUMNS[key]?.(value) ?? value]),
	);

/** Free attributes of a message: an object, or a text that is JSON. */
const attributesOf = (value: unknown) =>
	typeof value === 'string' ? (JSON.parse(value) as Row) : value;

const messageOf = ({ attachments, content_attributes: attributes, ...params }: Row): Row => ({
	...stored(params),
	...(attributes ? { content_attributes: attributesOf(attributes) } : {}),
	private: String(params.private) === 'true',
	files: (attachments ?? []) as Array<FormFile | string>,
	// With the key, whatever its value, an e-mail inbox sends no mail.
	mailed: !params.private,
});

const CONTACTS = /^\/api\/v1\/accounts\/1\/contacts(?:\/(\d+))?$/;
const MESSAGES = /^\/api\/v1\/accounts\/1\/conversations\/(\d+)\/messages$/;
const RECORDS = /\/(inboxes|agent_bots|profile)(?:\/(\d+))?$/;

/**
 * Keeps what it gets as the service does.
 * @param first answers in its place
 */
async function service(
	release: Release,
	first: (request: Received, params: Row) => Answer | undefined = () => undefined,
) {
	const rows: Row[] = [];
	const messages: Row[] = [];
	const conversations: Row[] = [];
	const requests: string[] = [];
	const save = (id: string | undefined, params: Row): Row | undefined => {
		const { avatar, ...fields } = params as Row & { avatar?: FormFile };
		const types = ['image/png', ...(release === '4.16' ? ['image/webp'] : [])];
		if (avatar && !types.includes(avatar.mimeType)) return undefined;
		const old = id && rows.find((row) => row.id === Number(id));
		const row = old || { id: rows.length + 1 };
		if (!old) rows.push(row);
		const { custom_attributes: attributes = {}, ...others } = stored(fields);
		const merged = { ...(row.custom_attributes as Row), ...(attributes as Row) };
		const picture = avatar ? avatar.content.toString() : row.picture;
		return Object.assign(row, others, { custom_attributes: merged, picture });
	};
	const saved = (record: Row | undefined, wrap = (row: Row): unknown => row) =>
		record
			? json(wrap(record))
			: json({ message: 'Avatar filetype not supported', attributes: ['avatar'] }, 422);
	/** Only one contact can have an identifier, and an empty text is one. */
	const isTaken = (params: Row, id?: string) =>
		'identifier' in params &&
		params.identifier !== null &&
		rows.some((row) => row.identifier === params.identifier && row.id !== Number(id));
	const answer = (request: Received): Answer => {
		const { method, path, body } = request;
		const params = body.length ? paramsOf(request) : {};
		const channel = channelRead(request);
		if (channel) return channel;
		requests.push(`${method} ${path}`);
		const early = first(request, params);
		if (early) return early;
		const [isContact, contact] = CONTACTS.exec(path) ?? [];
		if (isContact && isTaken(params, contact)) return json({ error: 'Internal Server Error' }, 500);
		if (isContact)
			return saved(save(contact, params), (row) => ({
				payload: contact ? row : { contact: row, contact_inbox: {} },
			}));
		if (path.endsWith('/contacts/filter'))
			return json({ meta: { count: 1 }, payload: [{ id: 9, identifier: 'ann' }] });
		if (path.endsWith('/contacts/9/conversations'))
			return json({ payload: [{ id: 5, inbox_id: 2, status: 'open' }] });
		if (MESSAGES.test(path)) {
			const message = messageOf(params);
			messages.push(message);
			const type = params.sender_type === 'AgentBot' ? 'agent_bot' : 'user';
			return json({ ...message, files: undefined, id: messages.length, sender: { type } });
		}
		if (path.endsWith('/conversations')) {
			const { message, ...fields } = params;
			const conversation = stored(fields);
			conversations.push({ ...conversation, message: messageOf((message ?? {}) as Row) });
			const { contact_id: id, hmac_verified } = conversation;
			const meta = { sender: { id }, hmac_verified };
			return json({ ...conversation, id: conversations.length, meta });
		}
		const [, kind, id] = RECORDS.exec(path) ?? [];
		const { profile, ...flat } = params as Row & { profile?: Row };
		if (kind === 'profile') return saved(save('1', { ...flat, ...profile }));
		return kind ? saved(save(id, params)) : json({ error: 'Not Found' }, 404);
	};
	const server = await listen(answer);
	return { ...server, rows, messages, conversations, requests };
}

type Service = Awaited<ReturnType<typeof service>>;

/** Runs an operation, with this data in the items' binary property `data`. */
async function act(
	{ url }: Service,
	operation: string,
	parameters: IDataObject,
	{
		binary = { data: PICTURE },
		node,
		onError,
	}: {
		binary?: INodeExecutionData['binary'];
		node?: INodeType;
		onError?: 'continueRegularOutput';
	} = {},
) {
	const items = [{ json: {}, binary }];
	return await runAt(url, operation, parameters, { items, node, onError });
}

/** Does the same without and with the file, each at a new service, and gives what they keep. */
async function bothWays<T>(
	release: Release,
	readStored: (at: Service) => T,
	operation: string,
	parameters: (file: IDataObject) => IDataObject,
	file: IDataObject,
	node?: INodeType,
): Promise<[without: T, beside: T]> {
	const outcome = async (changes: IDataObject) => {
		const at = await service(release);
		const { error } = await act(at, operation, parameters(changes), { node });
		await at.close();
		if (error) throw error;
		return readStored(at);
	};
	return [await outcome({}), await outcome(file)];
}

const VALUES = {
	n: 1.5,
	i: 7,
	yes: true,
	no: false,
	nul: null,
	empty: '',
	list: [1, 'ü', false],
	none: [],
	more: {},
	orders: [{ id: '1' }, { note: 'n', id: '2' }],
	'a[b]': { 'c"d': '100 %' },
};

const AVATAR = { avatar: 'data' };

/** Without and with a picture the same record is kept, and then its picture, too. */
async function expectSame(
	release: Release,
	operation: string,
	parameters: IDataObject,
	fields: IDataObject,
	node?: INodeType,
): Promise<Row> {
	const collection = operation.endsWith('.create') ? 'additional_fields' : 'update_fields';
	const [[without], [beside, ...others]] = await bothWays(
		release,
		({ rows }) => rows,
		operation,
		(file) => ({ ...parameters, [collection]: { ...fields, ...file } }),
		AVATAR,
		node,
	);
	expect(beside).toEqual({ ...without, picture: 'picture' });
	expect(others).toEqual([]);
	return without;
}

onEachRelease("keeps a contact's values as they are if a picture is sent, too", async (release) => {
	const name = 'Ann';
	const fields = {
		blocked: false,
		custom_attributes: VALUES,
		additional_attributes: { city: null, seats: 3 },
	};
	const created = await expectSame(release, 'contact.create', { name }, fields);
	expect(created.custom_attributes).toEqual(VALUES);
	await expectSame(release, 'contact.update', { contact_id: 1 }, { name, ...fields });
});

onEachRelease(
	'keeps the types of all values of bots, inboxes and profiles if a picture is sent, too',
	async (release) => {
		const node = new CustomerConversationPlatform();
		const bot = { bot_config: VALUES };
		const inbox = {
			greeting_enabled: true,
			csat_config: { survey_rules: { values: [] } },
			auto_assignment_config: { max_assignment_limit: 5 },
		};
		const channel = { channel_type: 'api', api_settings: { additional_attributes: VALUES } };
		const days = [
			{ day_of_week: 1, open_all_day: true },
			{ day_of_week: 0, closed_all_day: true },
		];
		await expectSame(release, 'agentBot.create', { name: 'Bot' }, bot);
		await expectSame(release, 'agentBot.update', { agent_bot_id: 1 }, bot);
		await expectSame(release, 'inbox.create', { name: 'Shop', ...channel }, inbox);
		const update = { ...inbox, working_hours: days };
		await expectSame(release, 'inbox.update', { inbox_id: 1, ...channel }, update);
		await expectSame(release, 'profile.update', {}, { name: 'Ada', ui_settings: VALUES });
		const cleared = { account_id: 1, clear_fields: ['outgoing_url'] };
		await expectSame(release, 'agentBot.create', { name: 'Bot' }, { account_id: 1 }, node);
		await expectSame(release, 'agentBot.update', { agent_bot_id: 1 }, cleared, node);
	},
);

onEachRelease(
	'sends null for each field that is emptied if a picture is sent, too',
	async (release) => {
		const at = await service(release);
		const clear_fields = ['identifier', 'phone_number', 'name', 'email'];
		for (const [index, name] of ['Ann', 'Bob'].entries()) {
			await act(at, 'contact.create', { name, additional_fields: { identifier: name } });
			const update_fields = { ...AVATAR, clear_fields };
			const parameters = { contact_id: index + 1, update_fields };
			expect((await act(at, 'contact.update', parameters)).error).toBeUndefined();
		}
		await at.close();
		const empty = { identifier: null, phone_number: null, name: null, email: null };
		expect(at.rows).toMatchObject([
			{ ...empty, picture: 'picture' },
			{ ...empty, picture: 'picture' },
		]);
	},
);

const CARDS = [
	{ title: 'A', actions: [{ type: 'link', text: 'Open', uri: 'https://example.com' }] },
	{ description: 'd', title: 'B', actions: [{ type: 'postback', text: 'Buy', payload: 'b' }] },
];
const FORM = [
	{ name: 'size', type: 'select', required: false, options: [{ label: 'S', value: 's' }] },
	{ name: 'mail', type: 'email', required: true },
];

/** What is kept of a message beside its files. */
const withoutFiles = ({ messages }: Service) => messages.map(({ files: _, ...message }) => message);

onEachRelease('sends cards, forms and free attributes together with a file', async (release) => {
	const talk = { conversation_id: 5, content: 'Hi ü\n' };
	const contact = { send_to: 'identifier', identifier: 'ann', inbox_id: 2, content: 'Hi' };
	const one = { content_kind: 'text' };
	const sent: Array<[operation: string, parameters: IDataObject, fields: IDataObject]> = [
		[
			'message.send',
			{ ...talk, content_kind: 'cards', items: CARDS },
			{ content_attributes: { n: 1 }, in_reply_to: 7 },
		],
		['message.send', { ...talk, content_kind: 'form', items: FORM }, { in_reply_to: 7 }],
		['message.createPrivateNote', talk, { content_attributes: VALUES }],
		[
			'message.send',
			{ ...talk, ...one },
			{ agent_bot_id: 3, echo_id: 'e', source_id: 's', cc_emails: 'a@b.example, c@d.example' },
		],
		[
			'message.sendToContact',
			{ ...contact, ...one, if_resolved: 'reopen' },
			{ content_attributes: VALUES, template_params: { name: 'n', processed_params: { 1: 'x' } } },
		],
		['message.sendToContact', { ...contact, content_kind: 'cards', items: CARDS }, {}],
	];
	for (const [operation, parameters, fields] of sent) {
		const [without, beside] = await bothWays(
			release,
			withoutFiles,
			operation,
			(file) => ({ ...parameters, additional_fields: { ...fields, ...file } }),
			{ attachments: 'data' },
		);
		expect(beside).toEqual(without);
		expect(without).toHaveLength(1);
	}
});

onEachRelease(
	'refuses values that no form can say together with files, before anything is sent',
	async (release) => {
		const at = await service(release);
		const refused = async (operation: string, parameters: IDataObject, path: string) => {
			const { error } = await act(at, operation, parameters);
			expect(error?.message).toContain(`${path} cannot be sent together with files`);
			expect(error?.message).toContain('File → Upload');
			expect(error?.description).toContain('Nothing was sent');
		};
		const talk = { conversation_id: 5, content_kind: 'text', content: 'Hi' };
		const person = { send_to: 'identifier', identifier: 'ann', inbox_id: 2, if_resolved: 'reopen' };
		const template = { name: 'n', processed_params: { buttons: [{ type: 'url' }] } };
		for (const [fields, path] of [
			[{ campaign_id: 7 }, 'campaign_id'],
			[{ external_created_at: '2026-11-01T10:00:00Z' }, 'external_created_at'],
			[{ template_params: template }, 'template_params.processed_params.buttons.0'],
		] as Array<[IDataObject, string]>) {
			const additional_fields = { ...fields, attachments: 'data' };
			await refused('message.send', { ...talk, additional_fields }, path);
		}
		const additional_fields = { template_params: template, attachments: 'data' };
		await refused(
			'message.sendToContact',
			{ ...talk, ...person, additional_fields },
			'template_params.processed_params.buttons.0',
		);
		const start = { create_for: 'source', source_id: 's' };
		for (const [fields, path] of [
			[{ custom_attributes: { n: 1 } }, 'custom_attributes.n'],
			[{ custom_attributes: { b: true } }, 'custom_attributes.b'],
			[{ custom_attributes: {} }, 'custom_attributes'],
			[{ additional_attributes: { at: null } }, 'additional_attributes.at'],
			[{ message: { content: 'Hi', campaign_id: 7 } }, 'message.campaign_id'],
			[
				{ message: { content: 'Hi', template_params: template } },
				'message.template_params.processed_params.buttons.0',
			],
		] as Array<[IDataObject, string]>) {
			const additionalFields = { ...fields, message_attachments: 'data' };
			await refused('conversation.create', { ...start, additional_fields: additionalFields }, path);
		}
		await at.close();
		expect(at.requests).toEqual([]);
	},
);

onEachRelease('keeps the rest of a first message as it is if it has a file', async (release) => {
	const readStored = ({ conversations }: Service) => {
		const [{ message, ...conversation }] = conversations;
		const { files: _, ...others } = message as Row;
		return { ...conversation, ...others };
	};
	const [without, beside] = await bothWays(
		release,
		readStored,
		'conversation.create',
		(file) => ({
			create_for: 'contact',
			inbox_id: 2,
			contact_id: 9,
			additional_fields: {
				message: {
					content: 'Hi',
					private: true,
					source_id: null,
					content_type: 'cards',
					content_attributes: { items: CARDS, ...VALUES },
				},
				custom_attributes: { plan: 'pro', tags: ['a', 'b'], empty: '' },
				additional_attributes: { mail_subject: 'Größe' },
				hmac_verified: true,
				...file,
			},
		}),
		{ message_attachments: 'data' },
	);
	const { source_id: _, ...rest } = without;
	expect(beside).toEqual(rest);
});

onEachRelease('says which record was made if its picture is refused', async (release) => {
	const at = await service(release, ({ headers }) =>
		String(headers['content-type']).startsWith('multipart')
			? json({ message: 'Avatar filetype not supported', attributes: ['avatar'] }, 422)
			: undefined,
	);
	const person = { name: 'Ann', additional_fields: AVATAR };
	const { error } = await act(at, 'contact.create', person);
	expect(error?.message).toBe('Uploading the image failed: Avatar filetype not supported');
	expect(error?.description).toContain('Contact → Create, HTTP 422');
	expect(error?.description).toContain('Already done: contact 1 was created.');
	const parameters = { name: 'Bot', additional_fields: AVATAR };
	const onError = 'continueRegularOutput';
	const { items } = await act(at, 'agentBot.create', parameters, { onError });
	expect(items[0].json.error).toMatchObject({
		message: 'Uploading the image failed: Avatar filetype not supported',
		description: expect.stringContaining('Already done: agent bot 2 was created.') as string,
	});
	const update = { inbox_id: 2, channel_type: 'none', update_fields: { name: 'x', ...AVATAR } };
	const { error: second } = await act(at, 'inbox.update', update);
	expect(second?.description).toContain('Already done: inbox 2 was updated.');
	await at.close();
	expect(at.requests.filter((request) => request.startsWith('POST'))).toHaveLength(2);
});

onEachRelease(
	'sends a picture again after a fault that passes, but never its record',
	async (release) => {
		const faults = [503, 502];
		const at = await service(release, ({ method }) =>
			method === 'PATCH' && faults.length ? { status: faults.pop() ?? 0 } : undefined,
		);
		const { items, error } = await act(at, 'contact.create', {
			simplify: false,
			name: 'Ann',
			additional_fields: AVATAR,
		});
		await at.close();
		expect(error).toBeUndefined();
		expect(items.map((item) => item.json)).toEqual([
			{ id: 1, name: 'Ann', custom_attributes: {}, picture: 'picture' },
		]);
		const patch = 'PATCH /api/v1/accounts/1/contacts/1';
		expect(at.requests).toEqual(['POST /api/v1/accounts/1/contacts', patch, patch, patch]);
	},
);

onEachRelease(
	'sends a picture alone in one request, and webp if the service takes it',
	async (release) => {
		const at = await service(release);
		const parameters = { additional_fields: AVATAR };
		const { error } = await act(at, 'contact.create', parameters, { binary: { data: WEBP } });
		await at.close();
		expect(at.requests).toEqual(['POST /api/v1/accounts/1/contacts']);
		const isStored = release === '4.16';
		expect(at.rows.map(({ picture }) => picture)).toEqual(isStored ? ['picture'] : []);
		expect([error?.message, error?.description]).toEqual(
			isStored
				? [undefined, undefined]
				: [
						'Avatar filetype not supported',
						expect.stringContaining('JPEG, PNG and GIF images, and WebP since 4.16'),
					],
		);
	},
);

onEachRelease('keeps the bytes, the order and the names of files', async (release) => {
	const bytes = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256));
	const names = [
		'größe "1".pdf',
		'100 % "neu".txt',
		'a%20b.png',
		"l'été & co; x=1.txt",
		'日本.csv',
	];
	const binary = Object.fromEntries(
		names.map((fileName, index) => [
			`file${index}`,
			{
				fileName,
				mimeType: 'application/pdf',
				data: Buffer.concat([bytes, Buffer.from(`\r\n--${index}`)]).toString('base64'),
			},
		]),
	);
	const order = ['file3', 'file0', 'file4', 'file2', 'file1'];
	const at = await service(release);
	const talk = { conversation_id: 5, content_kind: 'text', content: 'Hi' };
	const additional_fields = { attachments: order };
	const { error } = await act(at, 'message.send', { ...talk, additional_fields }, { binary });
	await at.close();
	expect(error).toBeUndefined();
	expect(at.messages[0].files).toEqual(
		order.map((name) => ({
			fileName: binary[name].fileName,
			mimeType: 'application/pdf',
			content: Buffer.from(binary[name].data, 'base64'),
		})),
	);
});
