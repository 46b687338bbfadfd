import { type IDataObject, type INodeProperties } from 'n8n-workflow';
import { CustomerConversation } from '../../../nodes/CustomerConversation/CustomerConversation.node';
import { isObject } from '../../../nodes/shared/values';
import { recording, releases, versionOf, type Release } from '../../../truth/recordings';
import { nodeNameOf } from '../../../truth/surfaces';
import { json, originalOf, runAt, TOKEN } from '../../support/run';
import { searching } from '../../support/searching';
import { listen } from '../../support/server';
import { sent } from '../../support/sent';

/** Fields where rows stand in place of JSON: the rows ask for what the JSON asks for. */

/** An entry of each kind of message as rows, and as JSON. */
const ITEMS: Record<string, { entries: IDataObject[]; items: IDataObject[] }> = {
	input_select: {
		entries: [{ title: 'Größe S', value: 's' }],
		items: [{ title: 'Größe S', value: 's' }],
	},
	article: {
		entries: [{ title: 'Help', link: 'https://help.example/a', description: '' }],
		items: [{ title: 'Help', link: 'https://help.example/a' }],
	},
	cards: {
		entries: [
			{
				...{ title: 'Shirt', description: 'Blau', media_url: 'https://x.example/s.png' },
				actions: {
					buttons: [
						{ type: 'link', uri: 'https://x.example', text: 'Open', payload: 'left over' },
						{ type: 'postback', payload: 'shirt', text: 'Take', uri: '' },
					],
				},
			},
			{ title: 'Coat', actions: { buttons: [{ type: 'postback', payload: 7, text: 'Take' }] } },
		],
		items: [
			{
				...{ title: 'Shirt', description: 'Blau', media_url: 'https://x.example/s.png' },
				actions: [
					{ type: 'link', text: 'Open', uri: 'https://x.example' },
					{ type: 'postback', text: 'Take', payload: 'shirt' },
				],
			},
			{ title: 'Coat', actions: [{ type: 'postback', text: 'Take', payload: '7' }] },
		],
	},
	form: {
		entries: [
			{ name: 'mail', type: 'email', label: 'E-Mail', required: true, pattern: '', options: {} },
			{
				...{ name: 'size', type: 'select', label: 'Größe', required: false },
				options: { entries: [{ label: 'S', value: 's' }] },
			},
			{ name: 'why', type: 'text_area', placeholder: 'Because', default: 'no', title: 'T' },
			{ name: 'zip', type: 'text', pattern: '^[0-9]+$', pattern_error: 'Digits alone' },
		],
		items: [
			{ name: 'mail', type: 'email', label: 'E-Mail', required: true },
			{ name: 'size', type: 'select', label: 'Größe', options: [{ label: 'S', value: 's' }] },
			{ name: 'why', type: 'text_area', placeholder: 'Because', default: 'no', title: 'T' },
			{ name: 'zip', type: 'text', pattern: '^[0-9]+$', pattern_error: 'Digits alone' },
		],
	},
};

const open = {
	attribute_key: 'status',
	filter_operator: 'equal_to',
	values: ['open'],
	query_operator: 'and',
};

/** Operations as they are added: what else they need, what begins with a row, and its JSON. */
const BEGUN: Array<[operation: string, more: IDataObject, label: string, list: IDataObject]> = [
	...['contact', 'conversation'].flatMap((kind): typeof BEGUN => {
		const named = { ...open, attribute_key: 'name', query_operator: null };
		const list = kind === 'contact' ? [named] : [{ ...open, query_operator: null }];
		return [
			[`${kind}.filter`, {}, 'Conditions', { payload: list }],
			['customFilter.create', { name: 'A', filter_type: kind }, 'Conditions', { conditions: list }],
		];
	}),
	...['automationRule', 'macro'].map((resource): (typeof BEGUN)[number] => [
		`${resource}.create`,
		{ name: 'A' },
		'Actions',
		{ actions: [{ action_name: 'add_label', action_params: ['vip'] }] },
	]),
	...Object.entries(ITEMS).map(([content_kind, { items }]): (typeof BEGUN)[number] => [
		'message.send',
		{ conversation_id: 125, content_kind, content: 'Pick' },
		'Items',
		{ items },
	]),
];

describe('rows that may not be empty begin with one', () => {
	test.each(BEGUN)('%s %j: untouched it counts as none', async (operation, more, label, list) => {
		const ask = async (parameters: IDataObject) =>
			await sent('4.16', operation, { ...more, ...parameters }, /./);
		const { refused } = await ask({});
		expect(refused).toContain(`${label} is empty: fill it in`);
		const [name] = Object.keys(list);
		const alone = await ask(list);
		expect(alone.body).toBeDefined();
		expect(alone).toEqual(await ask({ ...list, [`specify_${name}`]: 'json' }));
	});

	test('a second one that nobody filled in is a fault', async () => {
		const row = { action: 'send_message', message: '' };
		const actions_rows = { actions: [row, row] };
		const { refused } = await sent('4.16', 'macro.create', { name: 'A', actions_rows }, /./);
		expect(refused).toMatch(/Actions entry 1: Message is empty.*entry 2: Message is empty/);
	});

	test('conditions of a rule begin with none: it acts always', async () => {
		const actions_rows = { actions: [{ action: 'mute_conversation' }] };
		const parameters = { name: 'A', event_name: 'message_created', actions_rows };
		const { body } = await sent('4.16', 'automationRule.create', parameters, /./);
		expect(body?.conditions).toEqual([]);
	});
});

describe('parts of a message', () => {
	const message = async (release: Release, content_kind: string, parameters: IDataObject) =>
		await sent(
			release,
			'message.send',
			{ conversation_id: 125, content_kind, content: 'Pick', ...parameters },
			/messages$/,
		);

	test.each(
		releases.flatMap((release) => Object.keys(ITEMS).map((kind) => [release, kind] as const)),
	)('on %s rows of %s ask for what JSON asks for', async (release, kind) => {
		const { entries, items } = ITEMS[kind];
		const typed = await message(release, kind, { specify_items: 'json', items });
		expect(await message(release, kind, { items_rows: { entries } })).toEqual(typed);
		expect(typed.body?.content_attributes).toEqual({ items });
	});

	test('a workflow that has JSON alone goes on', async () => {
		for (const [kind, { items }] of Object.entries(ITEMS))
			expect((await message('4.16', kind, { items })).body?.content_attributes).toEqual({ items });
	});

	const button = { type: 'link', uri: 'https://x.example', text: 'Open' };
	test.each<[string, string, IDataObject, string]>([
		['a card without a button', 'cards', { title: 'A' }, 'entry 2: Buttons is empty: fill it in'],
		[
			'a button without a link',
			'cards',
			{ actions: { buttons: [button, { ...button, uri: '' }] } },
			'entry 2: Buttons entry 2: Link is empty: fill it in',
		],
		[
			'a button that does something else',
			'cards',
			{ actions: { buttons: [{ ...button, type: 'call' }] } },
			'entry 2: Buttons entry 1: Action must be one of link, postback',
		],
		['an entry without a name', 'form', { type: 'text' }, 'entry 2: Name is empty: fill it in'],
		[
			'a choice without options',
			'form',
			{ name: 'a', type: 'select' },
			'entry 2: Options is empty: fill it in',
		],
		[
			'a wrong kind of entry',
			'form',
			{ name: 'a', type: 'date' },
			'entry 2: Type must be one of text, text_area, email, select',
		],
	])('%s is refused', async (_, kind, row, words) => {
		const entries = [ITEMS[kind].entries[0], row];
		const { refused } = await message('4.16', kind, { items_rows: { entries } });
		expect(refused).toContain(`Items ${words}`);
	});
});

const TEMPLATES: IDataObject[] = [
	{
		...{ name: 'order_update', language: 'en', status: 'APPROVED', category: 'UTILITY' },
		namespace: 'ns',
		components: [
			{ type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['https://x'] } },
			{ type: 'BODY', text: 'Hi {{2}}, order {{1}} is on its way, {{2}}.' },
			{ type: 'FOOTER', text: 'Shop' },
			{
				type: 'BUTTONS',
				buttons: [
					{ type: 'QUICK_REPLY', text: 'Thanks' },
					{ type: 'URL', text: 'Follow', url: 'https://x.example/{{1}}' },
					{ type: 'URL', text: 'Shop', url: 'https://x.example' },
					{ type: 'COPY_CODE', text: 'Copy', example: 'SALE' },
				],
			},
		],
	},
	{
		...{ name: 'greet', language: 'de', status: 'approved', category: 'MARKETING' },
		parameter_format: 'NAMED',
		components: [
			{ type: 'HEADER', format: 'TEXT', text: 'Für {{ 1 }}' },
			{ type: 'BODY', text: 'Grüß Gott {{first_name}}' },
		],
	},
	...['en', 'de'].map((language) => ({
		...{ name: 'plain', language, status: 'APPROVED', category: 'UTILITY' },
		components: [{ type: 'BODY', text: `Plain ${language}` }],
	})),
	{ name: 'late', language: 'en', status: 'PENDING', category: 'UTILITY', components: [] },
	{
		...{ name: 'place', language: 'en', status: 'APPROVED', category: 'UTILITY' },
		components: [{ type: 'HEADER', format: 'LOCATION' }],
	},
];

const NAMED_HEADER = [
	{
		...{ name: 'named', language: 'de', status: 'APPROVED', category: 'UTILITY' },
		components: [{ type: 'HEADER', format: 'TEXT', text: 'Für {{shop}}' }],
	},
];

const TWILIO_TEMPLATE = {
	...{ content_sid: 'HX1', friendly_name: 'order', language: 'en', status: 'approved' },
	...{ template_type: 'media', media_type: 'image', category: 'utility' },
	...{ body: 'Hi {{1}}, order {{2}}', variables: { 1: 'Ann', 2: '7', 3: 'a.png' } },
};

/** What a Twilio inbox has in addition to what is recorded, and what it lacks. */
const TWILIO = {
	...{ channel_type: 'Channel::TwilioSms', medium: 'whatsapp' },
	message_templates: undefined,
	content_templates: {
		templates: [
			TWILIO_TEMPLATE,
			{ ...TWILIO_TEMPLATE, friendly_name: 'plain', body: 'P', variables: {} },
			{ ...TWILIO_TEMPLATE, friendly_name: 'catalog', template_type: 'catalog' },
		],
	},
};

describe('a template of WhatsApp', () => {
	type Variable = [component: string, name: unknown, value: unknown];

	const order: Variable[] = [
		['body', '2', 'Jörg'],
		['button', 4, 'SALE'],
		['header', 'media_url', 'https://x.example/bill.pdf'],
		['body', '{{1}}', 17],
		['button', '2', 'o/17'],
	];

	const picking = (template: unknown, variables: Variable[] = []): IDataObject => ({
		...{ content_kind: 'template', template: template as string },
		variables: {
			variables: variables.map(([component, name, value]) => ({ component, name, value })),
		} as IDataObject,
	});

	/** A server with a WhatsApp inbox, whose record is recorded but for its templates. */
	async function service(release: Release, templates: unknown) {
		const isWhole = isObject(templates) && 'channel_type' in templates;
		const inbox = isWhole ? templates : { message_templates: templates };
		const { body } = recording('account.inbox.get', 'whatsapp').response;
		const record = { ...(body as IDataObject), ...(inbox as IDataObject) };
		return await listen(({ path, method }) => {
			if (path === '/api') return json({ version: versionOf(release) });
			if (path.endsWith('/inboxes/80'))
				return templates === UNREADABLE ? json({ error: 'Not allowed' }, 401) : json(record);
			if (path.endsWith('/contacts'))
				return json({ payload: { contact: { id: 5, contact_inboxes: [] } } });
			const meta = { channel: record.channel_type };
			const conversation = { id: 125, inbox_id: 80, status: 'open', can_reply: true, meta };
			if (path.endsWith('/conversations'))
				return json(method === 'POST' ? conversation : { payload: [] });
			if (/conversations.\d+$/.test(path)) return json(conversation);
			if (path.endsWith('/messages'))
				return json({ id: 1, conversation_id: 125, source_id: 'wamid.1' });
			return json({ payload: [] });
		});
	}

	/** Stands for an inbox that the token may not read. */
	const UNREADABLE = 'unreadable';

	const ways: Record<string, IDataObject> = {
		'message.send': { conversation_id: 125 },
		'message.sendToContact': { send_to: 'email', email: 'a@x.example', inbox_id: 80 },
	};

	async function post(
		release: Release,
		operation: string,
		parameters: IDataObject,
		templates: unknown = TEMPLATES,
		items = 1,
	) {
		const server = await service(release, templates);
		try {
			const input = Array.from({ length: items }, () => ({ json: {} }));
			const all = { ...ways[operation], ...parameters };
			const { error, hints } = await runAt(server.url, operation, all, { items: input });
			const bodies = server.received
				.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'))
				.map(({ body }) => JSON.parse(body.toString()) as IDataObject);
			const requests = server.received.map(({ method, path }) => `${method} ${path}`);
			return { bodies, requests, hints, error: error?.message };
		} finally {
			await server.close();
		}
	}

	const processed = {
		body: { 1: '17', 2: 'Jörg' },
		header: { media_url: 'https://x.example/bill.pdf', media_type: 'document' },
		buttons: [
			{ type: 'quick_reply' },
			{ type: 'url', parameter: 'o/17' },
			{ type: 'quick_reply' },
			{ type: 'copy_code', parameter: 'SALE' },
		],
	};

	test.each(releases.flatMap((release) => Object.keys(ways).map((way) => [release, way] as const)))(
		'picked on %s by %s asks for what JSON asks for, with its text',
		async (release, operation) => {
			const { bodies, error } = await post(
				release,
				operation,
				picking({ __rl: true, mode: 'list', value: 'order_update (en)' }, order),
			);
			expect(error).toBeUndefined();
			const typed = await post(release, operation, {
				...{ content_kind: 'text', content: 'Hi Jörg, order 17 is on its way, Jörg.' },
				additional_fields: {
					template_params: {
						...{ name: 'order_update', category: 'UTILITY', language: 'en', namespace: 'ns' },
						processed_params: processed,
					},
				},
			});
			expect(bodies).toEqual(typed.bodies);
			expect(bodies).toHaveLength(1);
		},
	);

	test.each<[string, unknown, Variable[], IDataObject]>([
		[
			'names in place of numbers',
			'greet',
			[
				['header', '1', 'Köln'],
				['body', 'first_name', 'Ann {{x}} $&'],
			],
			{
				content: 'Grüß Gott Ann {{x}} $&',
				template_params: {
					...{ name: 'greet', category: 'MARKETING', language: 'de' },
					processed_params: { body: { first_name: 'Ann {{x}} $&' }, header: { 1: 'Köln' } },
				},
			},
		],
		[
			'no variable at all',
			'plain (de)',
			[],
			{
				content: 'Plain de',
				template_params: {
					...{ name: 'plain', category: 'UTILITY', language: 'de' },
					processed_params: {},
				},
			},
		],
	])('with %s', async (_, template, variables, body) => {
		const { bodies } = await post('4.16', 'message.send', picking(template, variables));
		expect(bodies).toEqual([body]);
	});

	test('a document may have a name', async () => {
		const named: Variable[] = [...order, ['header', 'media_name', 'Bill.pdf']];
		const { bodies } = await post('4.16', 'message.send', picking('order_update', named));
		expect(bodies[0].template_params).toMatchObject({
			processed_params: { header: { ...processed.header, media_name: 'Bill.pdf' } },
		});
	});

	test('is read once for all items', async () => {
		const { requests } = await post('4.16', 'message.send', picking('plain (en)'), TEMPLATES, 3);
		expect(requests.filter((one) => one.startsWith('GET')).sort()).toEqual([
			'GET /api/v1/accounts/1/conversations/125',
			'GET /api/v1/accounts/1/inboxes/80',
		]);
		expect(requests.filter((one) => one.startsWith('POST'))).toHaveLength(3);
	});

	const without = (place: string, key: unknown) =>
		order.filter(([component, name]) => component !== place || name !== key);
	const greeted = (value: string, header = 'Köln') =>
		picking('greet', [
			['body', 'first_name', value],
			['header', '1', header],
		]);

	test.each<[string, IDataObject, string, unknown?]>([
		['none', picking(''), 'Template is empty: fill it in'],
		[
			'one that is not there',
			picking('gone'),
			'Inbox 80 has no template gone; it has order_update (en), greet (de), plain (en)',
		],
		['one of an inbox without any', picking('plain'), 'has no template plain; it has none', {}],
		[
			'one of several languages',
			picking('plain'),
			'Template plain has several languages: use one of plain (en), plain (de)',
		],
		['one that waits', picking('late (en)'), 'Template late (en) is not approved: it is PENDING'],
		['one with a place', picking('place'), 'has a header of type LOCATION'],
		[
			'one without a variable of its text',
			picking('order_update', without('body', '{{1}}')),
			'Template order_update (en) needs a value for body 1: fill it in, or add it to Variables',
		],
		['one without all', picking('greet'), 'needs a value for header 1, body first_name'],
		[
			'one with a name in its header, which Chatwoot does not send',
			picking('named'),
			'Template named (de) has the variable shop in its header.',
			NAMED_HEADER,
		],
		[
			'one without its medium',
			picking('order_update', without('header', 'media_url')),
			'needs a value for header media_url',
		],
		[
			'one without what a button needs',
			picking('order_update', without('button', '2')),
			'needs a value for button 2',
		],
		[
			'one with a variable that it does not have',
			picking('order_update', [...order, ['body', '3', 'x']]),
			'Variables entry 6: template order_update (en) has no variable body 3; it has header media_url',
		],
		[
			'one with a variable twice',
			picking('order_update', [...order, ['body', '1', 'x']]),
			'Variables entry 6: body 1 is set twice',
		],
		[
			'one with a variable without a value',
			picking('order_update', [...order.slice(0, 3), ['body', '1', '']]),
			'Variables entry 4: Value is empty: fill it in',
		],
		[
			'one whose medium has no address',
			picking('order_update', [
				...without('header', 'media_url'),
				['header', 'media_url', 'b.pdf'],
			]),
			'Variables entry 5: Value must be a URL that begins with http:// or https://',
		],
		[
			'one with a long code',
			picking('order_update', [...without('button', 4), ['button', 4, 'x'.repeat(16)]]),
			'Variables entry 5: Value has more than 15 characters',
		],
		[
			'one with a long value',
			greeted('x'.repeat(1001)),
			'Variables entry 1: Value has more than 1000 characters, and Chatwoot would cut it off',
		],
		[
			'one that is given as JSON, too',
			{ ...picking('plain (en)'), additional_fields: { template_params: { name: 'plain' } } },
			'WhatsApp Template (JSON) cannot be combined with Template: remove one of them',
		],
	])(
		'%s is refused before anything is sent',
		async (_, parameters, words, templates = TEMPLATES) => {
			for (const operation of Object.keys(ways)) {
				const { requests, error } = await post('4.16', operation, parameters, templates);
				expect(error).toContain(words);
				expect(requests.filter((one) => one.startsWith('POST'))).toEqual([]);
			}
		},
	);

	test.each([
		[
			'line breaks, tabs and more than four blanks become one blank',
			'Ann\r\n  and\tBob     now    here',
			'Ann and Bob now    here',
		],
		['characters that Chatwoot removes become similar ones', `O'Neil "<7>"`, 'O’Neil ”‹7›”'],
	])('arrives although WhatsApp would refuse a value: %s', async (_, written, arrives) => {
		const { bodies, hints } = await post('4.16', 'message.send', greeted(written, "K'n"));
		expect(bodies).toMatchObject([
			{
				content: `Grüß Gott ${arrives}`,
				template_params: {
					processed_params: { body: { first_name: arrives }, header: { 1: 'K’n' } },
				},
			},
		]);
		expect(hints).toEqual([
			expect.stringContaining('as written: body first_name, header 1. Line breaks'),
		]);
	});

	test('keeps Liquid as it is, and says nothing about blanks at the end', async () => {
		const liquid = `{{ contact.name | default: "you" }} ${'{{ contact.email }}'.repeat(60)}`;
		const { bodies, hints } = await post('4.16', 'message.send', greeted(liquid, 'Köln\n'));
		expect(bodies).toMatchObject([
			{
				template_params: {
					processed_params: { body: { first_name: liquid }, header: { 1: 'Köln' } },
				},
			},
		]);
		expect(hints).toEqual([]);
	});

	test('escapes in the URL of its file what Chatwoot would remove', async () => {
		const variables = [...without('header', 'media_url')];
		const url: Variable = ['header', 'media_url', `https://x.example/Ann's "bill".pdf`];
		const parameters = picking('order_update', [...variables, url]);
		const { bodies, hints } = await post('4.16', 'message.send', parameters);
		const media_url = 'https://x.example/Ann%27s %22bill%22.pdf';
		expect(bodies).toMatchObject([
			{ template_params: { processed_params: { header: { media_url } } } },
		]);
		expect(hints).toEqual([]);
	});

	/** Values in the columns of the mapper. */
	const mapping = (template: string, value: IDataObject): IDataObject => ({
		...{ content_kind: 'template', template },
		template_values: {
			...{ mappingMode: 'defineBelow', value },
			schema: Object.keys(value).map((id) => ({ id, displayName: id, type: 'string' })),
		} as IDataObject,
	});

	test('takes its variables from columns, from rows, or from both', async () => {
		const [body, code, file, ...others] = order;
		const inRows = await post('4.16', 'message.send', picking('order_update (en)', order));
		const value = Object.fromEntries(
			[body, code, file].map(([component, name, one]) => [`${component} ${String(name)}`, one]),
		) as IDataObject;
		const mixed = {
			...mapping('order_update (en)', value),
			variables: picking('', others).variables,
		};
		expect((await post('4.16', 'message.send', mixed)).bodies).toEqual(inRows.bodies);
		expect(inRows.bodies).toHaveLength(1);
		const refused = async (parameters: IDataObject) =>
			(await post('4.16', 'message.send', parameters)).error;
		expect(
			await refused(mapping('order_update (en)', { ...value, 'button 4': 'x'.repeat(16) })),
		).toContain('Template Variables, button 4: Value has more than 15 characters');
		expect(await refused(mapping('order_update (en)', value))).toContain(
			'needs a value for body 1, button 2: fill it in, or add it to Variables',
		);
		const twice = { ...mixed, variables: picking('', [...others, body]).variables };
		expect(await refused(twice)).toContain('Variables entry 3: body 2 is set twice');
	});

	const asJson = (template_params: IDataObject): IDataObject => ({
		...{ content_kind: 'text', content: 'Hi' },
		additional_fields: { template_params },
	});

	describe('as JSON', () => {
		const named = { name: 'order_update', language: 'en' };
		const unnamed: IDataObject = { ...named, category: 'MARKETING' };
		const AMOUNT = { type: 'currency', fallback_value: '€7', code: 'EUR', amount_1000: 7000 };
		const inLiquid = processed.buttons.map((button) =>
			button.type === 'copy_code'
				? { ...button, parameter: '{{contact.custom_attribute.code}}' }
				: button,
		);

		test.each<[string, IDataObject, IDataObject]>([
			[
				'keeps the places of buttons that were left out, and gets the type of its file',
				{
					...unnamed,
					processed_params: {
						...{ body: { 1: 17, 2: 'J\nK' }, header: { media_url: 'https://x.example/bill.pdf' } },
						buttons: [{}, { type: 'url', parameter: 'o/17' }, null, processed.buttons[3]],
					},
				},
				{ ...unnamed, processed_params: { ...processed, body: { 1: '17', 2: 'J K' } } },
			],
			[
				'gets its only language, and the parts of values alone',
				{ name: 'single', processed_params: { 1: 'Ann', 2: 'Bob' } },
				{ name: 'single', language: 'en', processed_params: { body: { 1: 'Ann', 2: 'Bob' } } },
			],
			[
				'takes a list as the values of its text',
				{ name: 'single', processed_params: ['Ann', 'Bob'] },
				{ name: 'single', language: 'en', processed_params: { body: { 1: 'Ann', 2: 'Bob' } } },
			],
			[
				'keeps an amount, which WhatsApp writes in the language of the customer',
				{ name: 'single', processed_params: { body: { 1: AMOUNT, 2: 'Bob' } } },
				{ processed_params: { body: { 1: AMOUNT, 2: 'Bob' } } },
			],
			[
				'keeps Liquid, also if it is longer than a code to copy',
				{ ...unnamed, processed_params: { ...processed, buttons: inLiquid } },
				{ processed_params: { ...processed, buttons: inLiquid } },
			],
			['needs no values', { name: 'plain', language: 'de' }, { processed_params: {} }],
		])('%s', async (_, written, params) => {
			const single = {
				...{ name: 'single', language: 'en', status: 'APPROVED', category: 'UTILITY' },
				components: [{ type: 'BODY', text: '{{1}} and {{2}}' }],
			};
			const all = [...TEMPLATES, single];
			for (const operation of Object.keys(ways)) {
				const { bodies, error } = await post('4.16', operation, asJson(written), all);
				expect(error).toBeUndefined();
				expect(bodies).toMatchObject([{ content: 'Hi', template_params: params }]);
				expect(bodies[0].template_params).toEqual({
					category: 'UTILITY',
					...written,
					...(bodies[0].template_params as IDataObject),
				});
			}
		});

		const changed = (more: IDataObject) =>
			asJson({ ...named, processed_params: { ...processed, ...more } });
		test.each<[string, IDataObject, string]>([
			['an unknown one', asJson({ name: 'gone', language: 'en' }), 'has no template gone (en)'],
			[
				'an unknown language',
				asJson({ name: 'greet', language: 'fr' }),
				'Inbox 80 has no template greet (fr); it has order_update (en), greet (de)',
			],
			[
				'none of its languages',
				asJson({ name: 'plain' }),
				'Template plain has several languages: use one of plain (en), plain (de)',
			],
			['one that waits', asJson({ name: 'late', language: 'en' }), 'is not approved'],
			[
				'a value too few',
				changed({ body: { 1: 'x' } }),
				'needs a value for body 2: add it to proc',
			],
			[
				'a value too many',
				changed({ body: { 1: 'x', 2: 'y', 3: 'z' } }),
				'(JSON), body 3: template order_update (en) has no variable body 3',
			],
			[
				'a long code',
				changed({
					buttons: [
						...processed.buttons.slice(0, 3),
						{ type: 'copy_code', parameter: 'x'.repeat(16) },
					],
				}),
				'WhatsApp Template (JSON), button 4: Value has more than 15 characters',
			],
			['no value', changed({ body: { 1: 'x', 2: '' } }), '(JSON), body 2: Value is empty'],
			['blanks', changed({ body: { 1: 'x', 2: '\n ' } }), '(JSON), body 2: Value is empty'],
			[
				'an object',
				changed({ body: { 1: { text: 'x' }, 2: 'y' } }),
				'(JSON), body 1: Value must be a text or a number',
			],
			[
				'an amount in a variable with a name',
				asJson({
					...{ name: 'greet', language: 'de' },
					processed_params: { body: { first_name: AMOUNT }, header: { 1: 'x' } },
				}),
				'(JSON), body first_name: Value must be a text or a number',
			],
			['null', changed({ body: { 1: null, 2: 'x' } }), '(JSON), body 1: Value is empty'],
		])('with %s is refused before anything is sent', async (_, parameters, words) => {
			for (const operation of Object.keys(ways)) {
				const { requests, error } = await post('4.16', operation, parameters);
				expect(error).toContain(words);
				expect(requests.filter((one) => one.startsWith('POST'))).toEqual([]);
			}
		});

		test.each([
			['an inbox without a list', {}],
			['an inbox that the token may not read', UNREADABLE],
		])('for %s is sent as it is, and the node says so', async (_, templates) => {
			const params = {
				...{ name: 'gone', language: 'en' },
				processed_params: { buttons: [{}, { type: 'url', parameter: 'o\n17' }] },
			};
			const { bodies, hints } = await post('4.16', 'message.send', asJson(params), templates);
			const buttons = [{ type: 'quick_reply' }, { type: 'url', parameter: 'o\n17' }];
			expect(bodies).toMatchObject([
				{ template_params: { ...params, processed_params: { buttons } } },
			]);
			expect(hints).toEqual([expect.stringContaining('Template gone was not checked')]);
		});

		test('is left as it is in an API inbox, and refused in a website inbox', async () => {
			const params = { name: 'gone', processed_params: { 1: 'x' } };
			const api = { channel_type: 'Channel::Api' };
			const { bodies, hints } = await post('4.16', 'message.send', asJson(params), api);
			expect(bodies).toMatchObject([{ template_params: params }]);
			expect(hints).toEqual([]);
			const website = { channel_type: 'Channel::WebWidget' };
			for (const operation of Object.keys(ways)) {
				const refused = await post('4.16', operation, asJson(params), website);
				expect(refused.error).toBe('Website has no templates: remove the template');
				expect(refused.requests.filter((one) => one.startsWith('POST'))).toEqual([]);
			}
		});
	});

	describe('of Twilio', () => {
		const flat = { 1: "J'rg", 2: '17', 3: 'b.png' };
		const params = { name: 'order', language: 'en', category: 'utility', processed_params: flat };
		const values = Object.entries(flat).map(([name, value]): Variable => ['body', name, value]);

		test('is sent with its values by number, picked or as JSON', async () => {
			for (const operation of Object.keys(ways)) {
				const picked = await post('4.16', operation, picking('order (en)', values), TWILIO);
				expect(picked.error).toBeUndefined();
				expect(picked.bodies).toMatchObject([
					{ content: "Hi J'rg, order 17", template_params: params },
				]);
				const written = await post('4.16', operation, asJson(params), TWILIO);
				expect(written.bodies).toMatchObject([{ template_params: params }]);
				expect(written.bodies[0].template_params).toEqual(params);
			}
		});

		test.each<[string, IDataObject, string]>([
			[
				'an unknown one',
				picking('gone'),
				'Inbox 80 has no template gone; it has order (en), plain (en), catalog (en)',
			],
			['one without its file', picking('order', values.slice(0, 2)), 'needs a value for body 3'],
			['an unknown one as JSON', asJson({ ...params, name: 'gone' }), 'has no template gone (en)'],
			[
				'one without a value as JSON',
				asJson({ ...params, processed_params: { 1: 'x' } }),
				'needs a value for body 2, body 3: add it to processed_params',
			],
			[
				'a catalog, whose values Chatwoot does not send,',
				picking('catalog', [['body', '1', 'x']]),
				'Template catalog (en) has variables in a catalog',
			],
			[
				'the format of WhatsApp Cloud',
				asJson({ ...params, processed_params: { body: flat } }),
				'has the format of WhatsApp Cloud, but the inbox sends through Twilio',
			],
		])('%s is refused before anything is sent', async (_, parameters, words) => {
			for (const operation of Object.keys(ways)) {
				const { requests, error } = await post('4.16', operation, parameters, TWILIO);
				expect(error).toContain(words);
				expect(requests.filter((one) => one.startsWith('POST'))).toEqual([]);
			}
		});
	});

	describe('in the columns of the panel', () => {
		const columns = async (template: unknown, templates: unknown = TEMPLATES) => {
			const server = await service('4.16', templates);
			const credentials = { base_url: server.url, api_access_token: TOKEN };
			const parameters = { account_id: 1, conversation_id: 125, template: template as string };
			try {
				const { resourceMapping } = new CustomerConversation().methods;
				const context = searching(credentials, parameters);
				const found = await resourceMapping.templateVariables.call(context);
				const [shown, ...others] = found.fields;
				expect(shown).toMatchObject({ id: 'shown', readOnly: true });
				return {
					...found,
					text: [shown.displayName, shown.options?.[0].name],
					fields: others.map(({ id, displayName }) => [id, displayName]),
					requests: server.received.map(({ path }) => path),
				};
			} finally {
				await server.close();
			}
		};

		test('each variable has the text around it, and the inbox is that of the conversation', async () => {
			const text = 'Hi {{2}}, order {{1}} is on its way, {{2}}.';
			expect((await columns({ mode: 'list', value: 'order_update (en)' })).fields).toEqual([
				['header media_url', 'Header media_url'],
				['header media_name', 'Header media_name'],
				['body 2', `Body 2: ${text}`],
				['body 1', 'Body 1: …order {{1}} is on its way, {{2}}.'],
				['button 2', 'Button 2: Follow → https://x.example/{{1}}'],
				['button 4', 'Button 4: Copy'],
			]);
			expect((await columns('order (en)', TWILIO)).fields).toEqual([
				['body 1', 'Body 1: Hi {{1}}, order {{2}}'],
				['body 2', 'Body 2: …order {{2}}'],
				['body 3', 'Body 3'],
			]);
		});

		test('shows the variable of a long text, although n8n shows one short line', async () => {
			const text =
				'Thank you for your order,\n{{1}}. We expect to bring it to you on {{ 2 }}, between {{3}} and {{4}}.';
			const long = { ...TEMPLATES[2], name: 'long', components: [{ type: 'BODY', text }] };
			expect((await columns('long (en)', [long])).fields).toEqual([
				['body 1', 'Body 1: …your order, {{1}}. We expect to bring it to you on…'],
				['body 2', 'Body 2: …to you on {{ 2 }}, between {{3}} and {{4}}.'],
				['body 3', 'Body 3: …between {{3}} and {{4}}.'],
				['body 4', 'Body 4: …{{3}} and {{4}}.'],
			]);
		});

		test('says what is missing', async () => {
			expect(await columns('plain (de)')).toMatchObject({
				text: ['Text Without Variables', 'Plain de'],
				fields: [],
			});
			await expect(columns('gone')).rejects.toMatchObject({
				message: expect.stringContaining('has no template gone') as string,
			});
		});

		test('reads nothing before a template is chosen', async () => {
			expect(await columns('')).toEqual({
				text: ['Text', 'Choose a template first'],
				fields: [],
				requests: [],
			});
		});

		test('is loaded again only when another template is chosen, because n8n then removes all values', () => {
			const { properties } = new CustomerConversation().description;
			const [mapper] = properties.filter(({ name }) => name === 'template_values');
			expect(mapper.typeOptions?.loadOptionsDependsOn).toEqual(['template.value']);
		});
	});

	describe('in the list of the panel', () => {
		const list = async (
			templates: unknown,
			filter = '',
			parents: IDataObject = { inbox_id: 80 },
		) => {
			const server = await service('4.16', templates);
			const credentials = { base_url: server.url, api_access_token: TOKEN };
			const context = searching(credentials, { account_id: 1, ...parents });
			const { listSearch } = new CustomerConversation().methods;
			try {
				return (await listSearch.messageTemplates.call(context, filter)).results;
			} finally {
				await server.close();
			}
		};

		test('the approved ones stand, each in its language', async () => {
			expect(await list(TEMPLATES)).toEqual([
				{ name: 'order_update (en) · UTILITY', value: 'order_update (en)' },
				{ name: 'greet (de) · MARKETING', value: 'greet (de)' },
				{ name: 'plain (en) · UTILITY', value: 'plain (en)' },
				{ name: 'plain (de) · UTILITY', value: 'plain (de)' },
				{ name: 'place (en) · UTILITY', value: 'place (en)' },
			]);
			expect(await list(TEMPLATES, 'GREET')).toHaveLength(1);
		});

		test('is from the inbox of the conversation if no inbox is chosen', async () => {
			expect(await list(TEMPLATES, 'greet', { conversation_id: 125 })).toHaveLength(1);
			const nowhere = { conversation_id: undefined };
			await expect(list(TEMPLATES, '', nowhere)).rejects.toMatchObject({
				message: expect.stringContaining('Inbox is empty') as string,
			});
			await expect(list(TEMPLATES, '', {})).rejects.toMatchObject({
				message: expect.stringContaining('Conversation is empty') as string,
			});
		});

		test('has those of Twilio', async () => {
			const [template] = TWILIO.content_templates.templates;
			const waiting = { ...template, friendly_name: 'late', status: 'pending' };
			const templates = [...TWILIO.content_templates.templates, waiting];
			expect(await list({ ...TWILIO, content_templates: { templates } })).toEqual([
				{ name: 'order (en) · utility', value: 'order (en)' },
				{ name: 'plain (en) · utility', value: 'plain (en)' },
				{ name: 'catalog (en) · utility', value: 'catalog (en)' },
			]);
			expect(await list({ ...TWILIO, content_templates: {} })).toEqual([
				{ name: 'This inbox has no WhatsApp templates', value: '' },
			]);
		});

		test('an inbox without any says so', async () => {
			for (const none of [{}, null, undefined])
				expect(await list(none)).toEqual([
					{ name: 'This inbox has no WhatsApp templates', value: '' },
				]);
		});
	});
});

describe.each(releases)('inboxes and portals on %s', (release) => {
	const update = async (update_fields: IDataObject) =>
		await sent(release, 'inbox.update', { inbox_id: 5, update_fields }, /inboxes\/5$/);
	const website = async (web_widget_settings: IDataObject) =>
		await sent(
			release,
			'inbox.update',
			{ inbox_id: 5, channel_type: 'web_widget', web_widget_settings },
			/inboxes\/5$/,
		);
	const portal = async (update_fields: IDataObject) =>
		await sent(
			release,
			'portal.update',
			{ portal_path: 'portal', portal_slug: 'help', update_fields },
			/portals\/help$/,
		);
	const working = (...hours: IDataObject[]) => ({ working_hours_rows: { hours } });

	test.each<[string, IDataObject, IDataObject]>([
		[
			'hours of seven days',
			working(
				{ weekdays: ['monday', 'tuesday'], hours: 'from_to', from: '08:30', to: '18:00' },
				{ weekdays: 'wednesday, thursday', hours: 'from_to', from: '00:00', to: '23:59' },
				// n8n keeps cells that it hides.
				{ weekdays: ['friday'], hours: 'open', from: '09:00', to: 'x' },
				{ weekdays: ['saturday', 'sunday'], hours: 'closed' },
			),
			{
				working_hours: [
					...[1, 2].map((day_of_week) => ({
						...{ day_of_week, open_hour: 8, open_minutes: 30 },
						...{ close_hour: 18, close_minutes: 0 },
					})),
					...[3, 4].map((day_of_week) => ({
						...{ day_of_week, open_hour: 0, open_minutes: 0 },
						...{ close_hour: 23, close_minutes: 59 },
					})),
					{ day_of_week: 5, open_all_day: true },
					{ day_of_week: 6, closed_all_day: true },
					{ day_of_week: 0, closed_all_day: true },
				],
			},
		],
		[
			'hours that were only added',
			working({}),
			{
				working_hours: [1, 2, 3, 4, 5].map((day_of_week) => ({
					...{ day_of_week, open_hour: 9, open_minutes: 0, close_hour: 17, close_minutes: 0 },
				})),
			},
		],
		[
			'a survey',
			{
				csat_config_rows: {
					values: {
						...{ display_type: 'star', message: 'Wie war es?', button_text: 'Rate' },
						...{ language: 'de', conversations: 'does_not_contain', labels: ['größe', 'vip'] },
					},
				},
			},
			{
				csat_config: {
					...{ display_type: 'star', message: 'Wie war es?', button_text: 'Rate', language: 'de' },
					survey_rules: { operator: 'does_not_contain', values: ['größe', 'vip'] },
				},
			},
		],
		[
			'a survey of all conversations',
			{
				csat_config_rows: {
					values: { display_type: 'emoji', conversations: 'all', message: '', labels: ['vip'] },
				},
			},
			{ csat_config: { display_type: 'emoji' } },
		],
		[
			'the most open conversations of an agent',
			{ max_assignment_limit: '5' },
			{ auto_assignment_config: { max_assignment_limit: 5 } },
		],
	])('rows ask for what JSON asks for: %s', async (_, rows, typed) => {
		const fromRows = await update(rows);
		expect(fromRows).toEqual(await update(typed));
		expect(fromRows.body).toMatchObject(typed);
	});

	test('hours are those that the service was recorded with', async () => {
		const { request } = recording('account.inbox.update', 'ok-full', release);
		const recorded = (request.body as IDataObject).working_hours as IDataObject[];
		const { body } = await update(
			working(
				{ weekdays: ['sunday'], hours: 'closed' },
				{ weekdays: ['monday'], hours: 'from_to', from: '08:30', to: '18:00' },
				{ weekdays: ['tuesday'], hours: 'open' },
			),
		);
		expect(body).toEqual({ working_hours: recorded });
	});

	test('a form before the chat', async () => {
		const settings = { enabled: true, required: false };
		const rows = await website({
			pre_chat_form_options_rows: {
				values: {
					pre_chat_message: 'Grüß Gott',
					pre_chat_fields: {
						fields: [
							{ ask_for: 'email', label: 'E-Mail', placeholder: 'you@x.example', ...settings },
							{ ask_for: 'name', label: 'Name', placeholder: '', enabled: 'true', required: true },
							{
								...{ ask_for: 'contact_attribute_list', label: 'Plan', ...settings },
								...{ attribute_key: { __rl: true, mode: 'list', value: 'plan' } },
								values: 'pro, basic',
							},
						],
					},
				},
			},
		});
		const pre_chat_fields = [
			{
				...{ field_type: 'standard', name: 'emailAddress', type: 'email', ...settings },
				...{ label: 'E-Mail', placeholder: 'you@x.example' },
			},
			{
				...{ field_type: 'standard', name: 'fullName', type: 'text', label: 'Name' },
				...{ enabled: true, required: true },
			},
			{
				...{ field_type: 'contact_attribute', name: 'plan', type: 'list', label: 'Plan' },
				...{ values: ['pro', 'basic'], ...settings },
			},
		];
		const form = { pre_chat_message: 'Grüß Gott', pre_chat_fields };
		expect(rows).toEqual(await website({ pre_chat_form_options: form }));
		expect(rows.body).toEqual({ channel: { pre_chat_form_options: form } });
	});

	/** What the editor stores where somebody adds it to a collection. */
	const added = (collection: string, name: string) => {
		const { properties } = originalOf(nodeNameOf('account.inbox.update')).description;
		const found = properties
			.filter((property) => property.name === collection)
			.flatMap(({ options = [] }) => options as INodeProperties[])
			.find((option) => option.name === name);
		return { [name]: found?.default as IDataObject };
	};

	test('a form and a survey that were only added are sent as n8n shows them', async () => {
		const form = await website(added('web_widget_settings', 'pre_chat_form_options_rows'));
		const shown = { field_type: 'standard', type: 'text', required: false, enabled: true };
		const name = { ...shown, name: 'fullName', label: 'Name' };
		const email = { name: 'emailAddress', label: 'Email', type: 'email', required: true };
		const pre_chat_fields = [name, { ...shown, ...email }];
		expect(form.body).toEqual({ channel: { pre_chat_form_options: { pre_chat_fields } } });
		const survey = await update(added('update_fields', 'csat_config_rows'));
		expect(survey.body).toEqual({ csat_config: { display_type: 'emoji' } });
	});

	test.each<[string, unknown, string]>([
		['a list', ['shop.example.com', '*.example.com'], 'shop.example.com,*.example.com'],
		['a text as it is stored', 'a.example, b.example,', 'a.example, b.example,'],
	])('allowed domains are %s', async (_, allowed_domains, expected) => {
		const { body } = await website({ allowed_domains } as IDataObject);
		expect(body).toEqual({ channel: { allowed_domains: expected } });
	});

	const config = { values: { allowed_locales: ['en', 'it'], default_locale: 'en' } };
	const links = (...entries: IDataObject[]) => ({ social_profiles: { links: entries } });

	test('what a portal has in its configuration goes out as one object, where it is known', async () => {
		const { body, refused } = await portal({
			...{ config, draft_locales: ['it'], layout: 'documentation' },
			...links({ network: 'x', profile: 'ada' }, { network: 'github', profile: 'ada-x' }),
		});
		if (release === '4.10')
			expect(refused).toMatch(/Draft Locales requires Chatwoot 4.16.*Layout.*Social Links/);
		else
			expect(body).toEqual({
				config: {
					...{ allowed_locales: ['en', 'it'], default_locale: 'en', draft_locales: ['it'] },
					...{ layout: 'documentation', social_profiles: { x: 'ada', github: 'ada-x' } },
				},
			});
		expect(await portal({ config })).toEqual({ body: { config: config.values } });
	});

	test.each<[string, IDataObject, string]>([
		[
			'a time that is none',
			working(
				{ weekdays: ['sunday'], hours: 'closed' },
				{ weekdays: ['monday'], hours: 'from_to', from: '9', to: '24:00' },
			),
			'Working Hours entry 2: From must be a time from 00:00 to 23:59, such as 09:00; To must be a time',
		],
		[
			'a day twice',
			working(
				{ weekdays: ['monday', 'friday'], hours: 'closed' },
				{ weekdays: ['sunday', 'friday'], hours: 'open' },
			),
			'Working Hours entry 2: Weekdays repeats friday from entry 1',
		],
		[
			'what closes before it opens',
			working({ weekdays: ['monday'], hours: 'from_to', from: '17:00', to: '09:00' }),
			'Working Hours entry 1: To must be after From',
		],
		[
			'what closes when it opens',
			working({ weekdays: ['monday'], hours: 'from_to', from: '09:00', to: '09:00' }),
			'Working Hours entry 1: To must be after From',
		],
		[
			'no day',
			working({ weekdays: [], hours: 'closed' }),
			'Working Hours entry 1: Weekdays is empty: choose at least one',
		],
		[
			'a day that does not exist',
			working({ weekdays: ['montag'], hours: 'closed' }),
			'Working Hours entry 1: Weekdays cannot contain montag: choose from sunday, monday',
		],
		[
			'hours that are none',
			working({ weekdays: ['monday'], hours: 'maybe' }),
			'Working Hours entry 1: Hours must be one of from_to, closed, open',
		],
		['hours that nobody filled in', { working_hours_rows: {} }, 'Working Hours is empty'],
		[
			'hours both ways',
			{ ...working({ weekdays: ['monday'], hours: 'open' }), working_hours: [{ day_of_week: 1 }] },
			'Working Hours (JSON) is also set as rows',
		],
		[
			'a survey without a label',
			{ csat_config_rows: { values: { display_type: 'star', conversations: 'contains' } } },
			'CSAT Config: Label Names or IDs is empty: choose at least one',
		],
		[
			'a limit of zero',
			{ max_assignment_limit: 0 },
			'Max Assignment Limit must be a whole number from 1',
		],
	])('%s is refused', async (_, fields, words) => {
		expect((await update(fields)).refused).toContain(words);
	});

	test.each<[string, IDataObject, string]>([
		[
			'a field without a label',
			{ fields: [{ ask_for: 'email', label: '', required: true, enabled: true }] },
			'Pre Chat Form Options: Fields entry 1: Label is empty: fill it in',
		],
		[
			'an attribute without a name',
			{
				fields: [{ ask_for: 'contact_attribute_text', label: 'A', required: true, enabled: true }],
			},
			'Pre Chat Form Options: Fields entry 1: Attribute Name is empty: fill it in',
		],
		['no field', { fields: [] }, 'Pre Chat Form Options: Fields is empty: fill it in'],
	])('a form before the chat with %s is refused', async (_, pre_chat_fields, words) => {
		const values = { pre_chat_message: 'Hi', pre_chat_fields };
		const { refused } = await website({ pre_chat_form_options_rows: { values } });
		expect(refused).toContain(words);
	});

	test('a network twice is refused', async () => {
		const x = { network: 'x', profile: 'ada' };
		const { refused } = await portal(links(x, { network: 'github', profile: 'a' }, x));
		expect(refused).toContain('Social Links entry 3: Network repeats x from entry 1');
	});
});
