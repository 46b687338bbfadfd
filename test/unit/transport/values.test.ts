import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { CustomerConversationClient } from '../../../nodes/CustomerConversationClient/CustomerConversationClient.node';
import { paramsOf } from '../../support/form';
import { long } from '../../support/long';
import { json, runAt } from '../../support/run';
import { listen, type Received } from '../../support/server';
import { channelRead, readsConversation } from '../../support/talks';

fc.configureGlobal({ seed: 20_261_121, numRuns: long(200, 60) });
jest.setTimeout(60_000);

const server = listen((request) => channelRead(request) ?? json({ payload: [] }));
afterAll(async () => await (await server).close());

interface Sent {
	request?: Received;
	error?: Error;
}

/** What one item sends; an error is one that came before anything was sent. */
async function send(
	surface: 'account' | 'client',
	operation: string,
	parameters: IDataObject,
	item: Partial<INodeExecutionData> = {},
): Promise<Sent> {
	const { url, received } = await server;
	const before = received.length;
	const { error: outcome } = await runAt(url, operation, parameters, {
		node: surface === 'client' ? new CustomerConversationClient() : undefined,
		items: [{ json: {}, ...item }],
	});
	// The server knows no records.
	const error = outcome?.message.endsWith('without the record') ? undefined : outcome;
	// A newer field asks for the version of the server first, a message for the channel, JSON for the attributes.
	const sent = received
		.slice(before)
		.filter(
			(one) => !/^\/api$|\/custom_attribute_definitions$/.test(one.path) && !readsConversation(one),
		);
	expect(sent).toHaveLength(error ? 0 : 1);
	if (error) expect(error.description).toMatch(/Nothing was sent\.$/);
	return { request: sent[0], error };
}

/** A message with a file and these fields. */
const withFile = async (fields: IDataObject, json: IDataObject, content = Buffer.from('x')) =>
	await send(
		'account',
		'message.send',
		{
			conversation_id: 5,
			content_kind: 'none',
			additional_fields: { attachments: 'data', ...fields },
		},
		{
			json,
			binary: { data: { data: content.toString('base64'), mimeType: 'image/png' } },
		},
	);

/** Characters that mean something to an address, a form, JSON, n8n, or a terminal. */
const MEANINGFUL = [
	...['/', '\\', '%', '%2F', '%2e', '%00', '.', '..', '?', '#', '&', '=', '+', ';', ':', '@'],
	...['[', ']', '{', '}', '{{ 1 }}', '={{ 1 }}', '$json', '<', '>', '"', "'", '`', ',', '|'],
	...[' ', '\t', '\n', '\r', '\r\n', '\u0001', '\u001b', '\u007f', '\u0085', '\u00a0', '\u2028'],
	...['\u200b', '\u202e', '\ufeff', '\uffff', 'é', 'e\u0301', 'ß', '漢', '👩‍👩‍👧', '🏳️‍🌈', '𝒳'],
];

/** Any but NUL, which the service cannot store. */
const character = fc
	.string({ unit: 'binary', minLength: 1, maxLength: 1 })
	.filter((text) => text !== '\0');

const shortText = fc.oneof(
	fc.string({ unit: fc.constantFrom(...MEANINGFUL), maxLength: 8 }),
	fc.string({ unit: 'grapheme' }),
	fc.string({ unit: character }),
	fc.constantFrom('.', '..', '...', '.well-known', '', ' ', '\u3000'),
);

/** In an address it may become nine times as long: Node's server takes 16 kB. */
const longText = fc.string({ unit: character, minLength: 300, maxLength: 600 });
const anyText = fc.oneof({ weight: 5, arbitrary: shortText }, { weight: 1, arbitrary: longText });

/** From the item by expression; typed into the field where n8n would not read it as one. */
const parameterFor = (value: string, typed: boolean) =>
	typed && !value.startsWith('=') ? value : '={{ $json.value }}';

const isBlank = (value: string) => value.trim() === '';

/** Name and content of each part of a form, byte for byte. */
function partsOf({ request }: Sent): Array<[string, Buffer]> {
	const [, boundary] = /boundary=(.*)$/.exec(String(request?.headers['content-type'])) ?? [];
	const parts = request?.body.toString('latin1').split(`--${boundary}`).slice(1, -1) ?? [];
	return parts.map((part) => {
		const [, name, content] = /name="([^"]*)".*?\r\n\r\n(.*)\r\n$/s.exec(part) ?? [];
		return [name, Buffer.from(content, 'latin1')];
	});
}

const textsOf = (sent: Sent) =>
	partsOf(sent)
		.filter(([name]) => name !== 'attachments[]')
		.map(([name, content]) => [name, content.toString()]);

const bodyOf = ({ request }: Sent) => JSON.parse(String(request?.body)) as IDataObject;
const wordsOf = ({ error }: Sent) => error?.message ?? '';

describe('any text in a path is one segment, or is refused', () => {
	const isDots = (value: string) => /^\.{1,2}$/.test(value);

	test.each(['inbox_identifier', 'contact_identifier'])('%s', async (name) => {
		await fc.assert(
			fc.asyncProperty(anyText, fc.boolean(), async (value, typed) => {
				const sent = await send(
					'client',
					'conversation.get',
					{
						inbox_identifier: 'a',
						contact_identifier: 'b',
						conversation_id: 4,
						[name]: parameterFor(value, typed),
					},
					{ json: { value } },
				);
				if (isBlank(value))
					expect(wordsOf(sent)).toMatch(/^(Inbox Identifier|Source ID) is empty: /);
				else if (isDots(value)) expect(wordsOf(sent)).toMatch(/must not be "." or ".."$/);
				else {
					const segments = sent.request?.path.split('/') ?? [];
					const place = name === 'inbox_identifier' ? 5 : 7;
					expect(decodeURIComponent(segments[place])).toBe(value);
					const others = ['', 'public', 'api', 'v1', 'inboxes', 'a', 'contacts', 'b'];
					expect(segments.with(place, '*')).toEqual(
						[...others, 'conversations', '4'].with(place, '*'),
					);
				}
			}),
		);
	});

	test('slug', async () => {
		await fc.assert(
			fc.asyncProperty(anyText, fc.boolean(), async (value, typed) => {
				const sent = await send(
					'account',
					'portal.update',
					{
						portal_path: 'portal',
						portal_slug: { __rl: true, mode: 'id', value: parameterFor(value, typed) },
						update_fields: { name: 'Help' },
					},
					{ json: { value } },
				);
				const slug = value.trim();
				if (slug === '') expect(wordsOf(sent)).toMatch(/^Portal is empty: /);
				else if (isDots(slug)) expect(wordsOf(sent)).toMatch(/must not be "." or ".."$/);
				else {
					const segments = sent.request?.path.split('/') ?? [];
					expect(decodeURIComponent(segments[6])).toBe(slug);
					expect(segments.with(6, '*')).toEqual(['', 'api', 'v1', 'accounts', '1', 'portals', '*']);
				}
			}),
		);
	});

	const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 20 });
	const nearlyNumbers = [
		...['0x10', '1e3', '12.0', '+5', '-5', '012', ' 12 ', '1_000', '١', 'Infinity', 'null'],
		...['9007199254740991', '9007199254740993', '9999999999999999'],
	];
	const kinds: Array<[string, 'account' | 'client', string, (value: unknown) => IDataObject]> = [
		['a locator', 'account', 'inbox.get', (inbox_id) => ({ inbox_id }) as IDataObject],
		[
			'a locator by ID',
			'account',
			'inbox.get',
			(value) => ({ inbox_id: { __rl: true, mode: 'id', value } }) as IDataObject,
		],
		[
			'a number',
			'client',
			'conversation.get',
			(conversation_id) =>
				({ inbox_identifier: 'a', contact_identifier: 'b', conversation_id }) as IDataObject,
		],
	];

	describe.each(kinds)('an id in %s', (_, node, operation, parameters) => {
		const last = ({ request }: Sent) => request?.path.split('/').at(-1);

		test('a text', async () => {
			await fc.assert(
				fc.asyncProperty(fc.oneof(digits, anyText), async (value) => {
					const sent = await send(node, operation, parameters('={{ $json.value }}'), {
						json: { value },
					});
					if (sent.request) expect(last(sent)).toBe(value.trim());
					else
						expect(wordsOf(sent)).toMatch(
							/^(Inbox|Conversation ID) (is empty|must be a (numeric ID|whole number))/,
						);
					if (/^[1-9]\d{0,14}$/.test(value)) expect(sent.request).toBeDefined();
				}),
				{ examples: nearlyNumbers.map((value) => [value]) },
			);
		});

		test('a number', async () => {
			await fc.assert(
				fc.asyncProperty(fc.oneof(fc.maxSafeInteger(), fc.double()), async (value) => {
					const sent = await send(node, operation, parameters('={{ $json.value }}'), {
						json: { value },
					});
					const isId = Number.isSafeInteger(value) && value > 0;
					expect(last(sent)).toBe(isId ? String(value) : undefined);
				}),
				{ examples: [[2 ** 53 - 1], [2 ** 53], [1e15], [1e21], [NaN], [Infinity]] },
			);
		});
	});
});

describe('any text of a field arrives as it was; an empty one is not sent', () => {
	test('in JSON', async () => {
		const names = ['name', 'identifier', 'source_id'];
		const texts = fc.record({ name: anyText, identifier: anyText, source_id: anyText });
		await fc.assert(
			fc.asyncProperty(texts, fc.boolean(), async (values, typed) => {
				const fields = names.map((name) => [
					name,
					typed && !values[name as 'name'].startsWith('=')
						? values[name as 'name']
						: `={{ $json.${name} }}`,
				]);
				const { name, ...others } = Object.fromEntries(fields) as IDataObject;
				const sent = await send(
					'account',
					'contact.create',
					{ name, additional_fields: others },
					{ json: values },
				);
				const full = Object.entries(values).filter(([, value]) => !isBlank(value));
				if (full.length && [...values.name].length > 255 && !isBlank(values.name))
					expect(wordsOf(sent)).toMatch(/^Name has \d+ characters; the maximum is 255$/);
				else if (full.length) expect(bodyOf(sent)).toEqual(Object.fromEntries(full));
				else expect(wordsOf(sent)).toBe('There is nothing to send: add at least one field');
			}),
		);
	});

	test('in JSON of an update, which does not take an empty one', async () => {
		await fc.assert(
			fc.asyncProperty(anyText, fc.boolean(), async (value, typed) => {
				const sent = await send(
					'account',
					'cannedResponse.update',
					{ canned_response_id: 1, update_fields: { content: parameterFor(value, typed) } },
					{ json: { value } },
				);
				if (isBlank(value))
					expect(wordsOf(sent)).toMatch(
						/^Content (is empty: the expression returned nothing|cannot be emptied)/,
					);
				else expect(bodyOf(sent)).toEqual({ content: value });
			}),
		);
	});

	test('in the query', async () => {
		await fc.assert(
			fc.asyncProperty(anyText, fc.boolean(), async (value, typed) => {
				const sent = await send(
					'account',
					'contact.search',
					{ q: parameterFor(value, typed), sort: 'name' },
					{ json: { value } },
				);
				if (isBlank(value)) expect(wordsOf(sent)).toMatch(/^Search Text is empty: /);
				else
					expect(sent.request?.query).toEqual([
						['q', value],
						['sort', 'name,created_at'],
					]);
			}),
		);
	});

	const labelsOf = async (labels: unknown, value: unknown = null) =>
		await send(
			'account',
			'contact.search',
			{ q: 'a', sort: 'name', options: { labels } as IDataObject },
			{ json: { value } as IDataObject },
		);
	const labelsIn = ({ request }: Sent) =>
		request?.query.filter(([name]) => name !== 'q' && name !== 'sort');
	const listed = (texts: string[]) => texts.map((text) => ['labels[]', text]);

	test('in a list of the query', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(shortText, { maxLength: 4 }), async (texts) => {
				const sent = await labelsOf('={{ $json.value }}', texts);
				// No title begins or ends with a blank.
				const titles = texts.map((text) => text.trim());
				if (titles.includes('')) expect(wordsOf(sent)).toMatch(/ must contain only names or IDs$/);
				else expect(labelsIn(sent)).toEqual(listed(titles));
			}),
		);
	});

	test('in a list that is typed, as JSON or with commas', async () => {
		const words = shortText
			.map((word) => word.replaceAll(',', '').trim())
			.filter((word) => word !== '' && !/^[=[]/.test(word));
		await fc.assert(
			fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 4 }), async (texts) => {
				expect(labelsIn(await labelsOf(texts.join(' , ')))).toEqual(listed(texts));
				expect(labelsIn(await labelsOf(JSON.stringify(texts)))).toEqual(listed(texts));
			}),
		);
	});

	test('in a form', async () => {
		await fc.assert(
			fc.asyncProperty(anyText, fc.boolean(), async (value, typed) => {
				const sent = await withFile({ source_id: parameterFor(value, typed) }, { value });
				expect(textsOf(sent)).toEqual(isBlank(value) ? [] : [['source_id', value]]);
			}),
			{ examples: [['two\nlines', false]] },
		);
	});

	test('nested in a form', async () => {
		const keys = fc.stringMatching(/^[a-z_]{1,8}$/);
		await fc.assert(
			fc.asyncProperty(fc.dictionary(keys, anyText, { minKeys: 1, maxKeys: 3 }), async (value) => {
				const sent = await withFile({ template_params: '={{ $json.value }}' }, { value });
				expect(textsOf(sent)).toEqual(
					Object.entries(value).map(([key, text]) => [`template_params[${key}]`, text]),
				);
			}),
			{ examples: [[{ note: 'two\nlines' }]] },
		);
	});

	test('and so do the bytes of a file', async () => {
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
				const content = Buffer.from(bytes);
				expect(partsOf(await withFile({}, {}, content))).toEqual([['attachments[]', content]]);
			}),
		);
	});

	const VALUE = '={{ $json.value }}';
	const client = { inbox_identifier: 'a', contact_identifier: VALUE, conversation_id: 4 };
	const slug = {
		portal_path: 'portal',
		portal_slug: { __rl: true, mode: 'id', value: VALUE },
		update_fields: { name: 'Help' },
	};
	const segmentOf = ({ request }: Sent, index: number) =>
		decodeURIComponent(request?.path.split('/')[index] ?? '');
	const create = async (fields: IDataObject, value: IDataObject[string]) =>
		await send('account', 'contact.create', { additional_fields: fields }, { json: { value } });

	/** Half of a pair, and NUL: the service refuses them, or breaks. */
	describe.each<[string, (value: string) => Promise<Sent>, (sent: Sent) => unknown]>([
		[
			'a path',
			async (value) => await send('client', 'conversation.get', client, { json: { value } }),
			(sent) => segmentOf(sent, 7),
		],
		[
			'a slug',
			async (value) => await send('account', 'portal.update', slug, { json: { value } }),
			(sent) => segmentOf(sent, 6),
		],
		[
			'JSON',
			async (value) => await create({ identifier: VALUE }, value),
			(sent) => bodyOf(sent).identifier,
		],
		[
			'an object of JSON',
			async (value) => await create({ custom_attributes: VALUE }, { key: value }),
			(sent) => (bodyOf(sent).custom_attributes as IDataObject).key,
		],
		[
			'the query',
			async (value) =>
				await send('account', 'contact.search', { q: VALUE, sort: 'name' }, { json: { value } }),
			({ request }) => request?.query[0][1],
		],
		[
			'a list of the query',
			async (value) => await labelsOf(VALUE, [value]),
			(sent) => labelsIn(sent)?.[0][1],
		],
		[
			'a form',
			async (value) => await withFile({ source_id: VALUE }, { value }),
			(sent) => textsOf(sent)[0][1],
		],
		[
			'an object of a form',
			async (value) => await withFile({ template_params: VALUE }, { value: { key: value } }),
			(sent) => textsOf(sent)[0][1],
		],
	])('no text at all in %s is refused in words, or arrives', (_, sending, arrived) => {
		test.each(['\ud83d', 'a\udc00b', '\udc00\ud83d', 'a\0b'])('%j', async (value) => {
			const sent = await sending(value);
			if (sent.request) expect(arrived(sent)).toBe(value);
			else
				expect(wordsOf(sent)).toMatch(
					/^(Source ID|Portal|Identifier|Custom Attributes|WhatsApp Template \(JSON\)|Search Text|Label Names or IDs) contains /,
				);
		});
	});
});

describe('values keep their type', () => {
	const attributes = fc.dictionary(anyText, fc.jsonValue({ stringUnit: character, maxDepth: 3 }), {
		maxKeys: 4,
	});
	const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

	test('custom attributes from the item', async () => {
		await fc.assert(
			fc.asyncProperty(attributes, async (value) => {
				const sent = await send(
					'account',
					'contact.create',
					{ additional_fields: { custom_attributes: '={{ $json.value }}' } },
					{ json: { value } as IDataObject },
				);
				expect(bodyOf(sent)).toEqual({ custom_attributes: plain(value) });
			}),
		);
	});

	test('custom attributes typed as JSON', async () => {
		await fc.assert(
			fc.asyncProperty(attributes, fc.nat(2), async (value, indent) => {
				const sent = await send('account', 'contact.create', {
					additional_fields: { custom_attributes: JSON.stringify(value, null, indent) },
				});
				expect(bodyOf(sent)).toEqual({ custom_attributes: plain(value) });
			}),
		);
	});

	test('content attributes beside a file', async () => {
		await fc.assert(
			fc.asyncProperty(attributes, async (value) => {
				const sent = await withFile({ content_attributes: '={{ $json.value }}' }, {
					value,
				} as IDataObject);
				const [[name, text]] = textsOf(sent);
				expect([name, JSON.parse(String(text))]).toEqual(['content_attributes', plain(value)]);
			}),
		);
	});

	test('a template beside a file, or it is refused', async () => {
		const outcomes = { sent: 0, refused: 0 };
		const texts = fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText)), { maxKeys: 3 });
		await fc.assert(
			fc.asyncProperty(fc.oneof(attributes, texts), async (value) => {
				const sent = await withFile({ template_params: '={{ $json.value }}' }, {
					value,
				} as IDataObject);
				outcomes[sent.request ? 'sent' : 'refused']++;
				if (sent.request) expect(paramsOf(sent.request).template_params).toEqual(plain(value));
				else
					expect(wordsOf(sent)).toMatch(/^template_params.* cannot be sent together with files/su);
			}),
		);
		expect(Math.min(outcomes.sent, outcomes.refused)).toBeGreaterThan(long(20, 6));
	});

	test('numbers and booleans, also where they come as texts', async () => {
		const values = fc.record({
			auto_resolve_after: fc.integer({ min: 10, max: 1_439_856 }),
			audio_transcriptions: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(values, fc.boolean(), async (value, asText) => {
				const entries = Object.entries(value).map(([key, entry]) => [
					key,
					asText ? String(entry) : entry,
				]);
				const sent = await send(
					'account',
					'account.update',
					{
						update_fields: {
							auto_resolve_after: '={{ $json.auto_resolve_after }}',
							audio_transcriptions: '={{ $json.audio_transcriptions }}',
						},
					},
					{ json: Object.fromEntries(entries) as IDataObject },
				);
				expect(bodyOf(sent)).toEqual(value);
			}),
		);
	});

	test('ids of a body', async () => {
		await fc.assert(
			fc.asyncProperty(fc.maxSafeInteger(), fc.boolean(), async (id, asText) => {
				const sent = await send(
					'account',
					'contact.create',
					{ additional_fields: { inbox_id: '={{ $json.value }}' } },
					{ json: { value: asText ? String(id) : id } },
				);
				if (id > 0) expect(bodyOf(sent)).toEqual({ inbox_id: id });
				else expect(wordsOf(sent)).toBe(`Inbox must be a numeric ID, not "${id}"`);
			}),
		);
	});
});
