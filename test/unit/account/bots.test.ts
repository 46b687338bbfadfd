import type { IDataObject } from 'n8n-workflow';
import { split } from '../../../nodes/shared/channels/split';
import { releases } from '../../../truth/recordings';
import type { FakeRequest } from '../../fake/routes';
import { FakeChatwoot } from '../../fake/server';
import { cpuSeconds, fastClock } from '../../support/clock';
import { answersWith, faults, recorded } from '../../support/faults';
import { json } from '../../support/run';

jest.setTimeout(60_000);
fastClock();

type Row = IDataObject & { id: number };

describe('a text that is cut', () => {
	/** The same numbers at every run. */
	let seed = 21;
	const random = (most: number) => (seed = (seed * 16807) % 2147483647) % most;

	const PIECES = [
		...['word', 'Straße', '. ', '! ', '\n', '\n\n', ' ', ', ', '👩‍👩‍👧', '🙂', '注文番号。', 'é'],
		...[
			'、https://shop.example/orders/1?a=b&c=d#e、',
			'、[our shop](https://shop.example/)、',
			'  \n \n',
		],
	];
	const texts = Array.from({ length: 400 }, () =>
		Array.from({ length: 1 + random(80) }, () => PIECES[random(PIECES.length)]).join(''),
	);
	const lengths = [20, 41, 64, 160];

	test.each(lengths)('into parts of %s is whole again when they are joined', (most) => {
		for (const text of texts) {
			const parts = split(text, most);
			expect(parts.join('')).toBe(text);
			for (const part of parts) expect(part.trim().length).toBeLessThanOrEqual(most);
			if (parts.length > 1) for (const part of parts.slice(0, -1)) expect(part.trim()).not.toBe('');
		}
	});

	test.each(lengths)('into parts of %s is cut in no sign, address or link that fits', (most) => {
		const whole = /https:\/\/[!-~]+|\[our shop\]\(\S+?\)|👩‍👩‍👧|🙂/gu;
		const broken = texts.flatMap((text) => {
			let at = 0;
			const cuts = split(text, most).map((part) => (at += part.length));
			return [...text.matchAll(whole)].flatMap(({ index, 0: match }) =>
				match.length <= most && cuts.some((cut) => cut > index && cut < index + match.length)
					? [[match, text]]
					: [],
			);
		});
		expect(broken).toEqual([]);
	});

	const sentence = (word: string, length: number) => `${word.repeat(length).slice(0, length - 1)}.`;

	test('is cut between paragraphs first, then lines, sentences and words', () => {
		const [a, b, c] = ['a', 'b', 'c'].map((one) => sentence(one, 30));
		const trimmed = (text: string, most: number) => split(text, most).map((part) => part.trim());
		expect(trimmed(`${a} ${b}\n\n${c}`, 80)).toEqual([`${a} ${b}`, c]);
		expect(trimmed(`${a}\n${b} ${c}`, 70)).toEqual([a, `${b} ${c}`]);
		expect(trimmed(`${a} ${b} ${c}`, 70)).toEqual([`${a} ${b}`, c]);
		expect(trimmed('one two three four five six', 20)).toEqual(['one two three four', 'five six']);
		// A greeting alone is no part.
		expect(trimmed(`Hi\n\n${a} ${b} ${c}`, 70)).toEqual([`Hi\n\n${a} ${b}`, c]);
		expect(split('short', 20)).toEqual(['short']);
		expect(split('x'.repeat(20), 20)).toHaveLength(1);
		expect(split('x'.repeat(21), 20)).toHaveLength(2);
	});

	test('keeps a link whole that follows a URL, and a variable in one', () => {
		const parts = split(
			'https://a.b/{{ contact.name }} and [our shop](https://a.b/c)xhttps://d.e',
			64,
		);
		expect(parts.join('')).toContain('[our shop]');
		expect(parts.filter((part) => /\{\{(?!.*\}\})|\[our shop\]\((?!https)/.test(part))).toEqual([]);
	});

	/** How many characters strings, patterns and the segmenter go over while a text is split. */
	function stepsOf(text: string, most: number): number {
		let steps = 0;
		const lengthOf = (value: unknown) => String(value).length;
		const counting = (
			owner: object,
			name: string,
			of: (self: unknown, result: unknown, args: unknown[], from: number) => number,
		) => {
			const methods = owner as Record<string, (...args: unknown[]) => unknown>;
			const original = methods[name];
			return jest.spyOn(methods, name).mockImplementation(function (this: unknown, ...args) {
				const from = this instanceof RegExp ? this.lastIndex : 0;
				const result = original.apply(this, args);
				steps += of(this, result, args, from);
				return result;
			});
		};
		const spies = [
			counting(String.prototype, 'indexOf', lengthOf),
			counting(String.prototype, 'lastIndexOf', lengthOf),
			counting(String.prototype, 'slice', (_, result) => lengthOf(result)),
			counting(Intl.Segmenter.prototype, 'segment', (_, __, [shown]) => lengthOf(shown)),
			counting(RegExp.prototype, 'exec', (_, result, [shown], from) => {
				const { index = lengthOf(shown), 0: match = '' } = (result ?? {}) as RegExpExecArray;
				return index + match.length - from + 1;
			}),
		];
		const parts = split(text, most);
		for (const spy of spies) spy.mockRestore();
		expect(parts.join('')).toBe(text);
		return steps;
	}

	test.each([
		' ',
		'\n',
		'x',
		'x ',
		'. ',
		'https://x/',
		'[',
		'[a](',
		'[a](b) ',
		'👩‍',
		'{{',
		'{% %}',
		'{{ a }} ',
	])('of %j twice as long takes twice as many steps', (unit) => {
		const [once, twice] = [8000, 16_000].map((length) =>
			stepsOf(`${unit.repeat(length / unit.length)}.`, 100),
		);
		expect(twice).toBeLessThan(once * 2.2 + 1000);
	});
});

const contact = { id: 1, name: 'Amara', type: 'contact' };
const ada = { id: 7, name: 'Ada Admin', available_name: 'Ada', type: 'user' };
const grace = { id: 9, name: 'Grace Agent', type: 'user' };
const helper = { id: 3, name: 'Helper bot', type: 'agent_bot' };

describe.each(releases)('on %s', (release) => {
	let account: FakeChatwoot;
	let talk: Row;
	/** What the conversation says of itself. */
	let meta: IDataObject;

	/** A bot's token may not read these, on this release. */
	const forbid = (pattern: string) =>
		account.before(pattern, () => recorded('account.message.list', 'as-bot', release));

	const newest = () => account.messages.filter(({ message_type }) => message_type !== 2).at(-1);

	beforeEach(() => {
		account = new FakeChatwoot(release);
		account.addContacts(1);
		[talk] = account.addConversations(1, () => ({ contact_id: 1, status: 'open' }));
		meta = { channel: 'Channel::Api' };
		account.before('GET conversations/#', () => {
			const { contact_inboxes: _, ...sender } = account.contacts[0];
			return {
				...talk,
				meta: { sender, ...meta },
				last_non_activity_message: newest() ?? null,
			};
		});
		account.before('GET /api/v#/profile', () => ada);
		account.before('POST conversations/#/toggle_typing_status', () => null);
		account.before('POST conversations/#/messages', ({ body }: FakeRequest) =>
			addMessage(body.sender_type ? helper : ada, String(body.content)),
		);
	});

	const addMessage = (
		sender: IDataObject | null,
		content: string | null,
		more: IDataObject = {},
	): Row =>
		account.addMessages(1, () => ({
			...{ conversation_id: 1, inbox_id: 1, content, sender, private: false },
			...{ message_type: sender?.type === 'contact' ? 0 : 1, content_type: 'text' },
			...{ content_attributes: {}, status: 'sent', created_at: 1_000, ...more },
		}))[0];

	async function run(operation: string, parameters: IDataObject = {}) {
		const { items, hints, error } = await account.run(operation, {
			conversation_id: 1,
			...parameters,
		});
		return { items: items.map((item) => item.json), hints, error };
	}

	async function did(operation: string, parameters?: IDataObject): Promise<IDataObject> {
		const { items, error } = await run(operation, parameters);
		if (error) throw new Error(`${error.message} ${error.description}`);
		expect(items).toHaveLength(1);
		return items[0];
	}

	/** The inbox has a WhatsApp template with one variable. */
	const withTemplates = () =>
		account.before('GET inboxes/#', () => ({
			id: 1,
			message_templates: [
				{
					...{ name: 'still_there', language: 'en', status: 'APPROVED', category: 'UTILITY' },
					components: [{ type: 'BODY', text: 'Are you still there, {{1}}?' }],
				},
			],
		}));

	const variables = (name: string, value: string) => ({
		closed_window_variables: { variables: [{ component: 'body', name, value }] },
	});

	const sent = () => account.bodies('POST conversations/1/messages').map(({ content }) => content);

	const typed = () =>
		account
			.bodies('POST conversations/1/toggle_typing_status')
			.map(({ typing_status }) => typing_status);

	describe('Message: Reply', () => {
		const reply = async (more: IDataObject = {}, content = 'Hello **Amara**') =>
			await did('message.reply', { content, ...more });

		test('answers, and shows that somebody types if it should', async () => {
			const { id } = addMessage(contact, 'Hi');
			const options = { show_typing: true };
			expect(await reply({ answered_message_id: id, options })).toMatchObject({
				...{ sent: true, reason: null, checked: true, conversation_id: 1 },
				...{ agent_message_id: null, agent_wrote_meanwhile: false, typing_shown: true },
				...{ message_id: id + 1, messages: [{ id: id + 1, content: 'Hello **Amara**' }] },
			});
			expect(account.requests()).toEqual([
				'GET conversations/1',
				'POST conversations/1/toggle_typing_status',
				'POST conversations/1/messages',
				'POST conversations/1/toggle_typing_status',
				'GET conversations/1/messages',
			]);
			expect(typed()).toEqual(['on', 'off']);
			expect(account.bodies('POST conversations/1/messages')).toEqual([
				{ content: 'Hello **Amara**' },
			]);
		});

		test('as a bot, without typing by default', async () => {
			addMessage(contact, 'Hi');
			const item = await reply({ additional_fields: { agent_bot_id: 3 } });
			expect(item).toMatchObject({ sent: true, typing_shown: false });
			expect(typed()).toEqual([]);
			expect(account.bodies('POST conversations/1/messages')).toMatchObject([
				{ sender_type: 'AgentBot', sender_id: 3 },
			]);
		});

		describe.each([
			['Channel::Whatsapp', 4096],
			['Channel::Telegram', 4096],
			['Channel::TwilioSms', 1600],
		])('in %s', (channel, most) => {
			test(`is sent in parts of at most ${most} characters, in their order`, async () => {
				meta.channel = channel;
				addMessage(contact, 'Hi');
				const text = 'Ein Satz von vielen. '.repeat(500).trim();
				const item = await reply({}, text);
				expect((item.messages as Row[]).map(({ content }) => content)).toEqual(sent());
				expect(sent().join(' ')).toBe(text);
				expect(Math.max(...sent().map((part) => String(part).length))).toBeLessThanOrEqual(most);
				for (const part of sent().slice(0, -1))
					expect(String(part).length).toBeGreaterThan(most - 25);
			});
		});

		test('is whole where the channel takes all, and never longer than the channel takes', async () => {
			addMessage(contact, 'Hi');
			const text = 'Ein Satz. '.repeat(900);
			await reply({}, text);
			meta.channel = 'Channel::Whatsapp';
			addMessage(contact, 'Once more, please');
			await reply({ options: { longest_message: 10_000 } }, text);
			const [whole, ...parts] = sent().map(String);
			expect(whole).toBe(text);
			expect(parts.map((part) => part.length <= 4096)).toEqual([true, true, true]);
		});

		test.each<[string, IDataObject, IDataObject]>([
			['resolved', { status: 'resolved' }, {}],
			['snoozed', { status: 'snoozed' }, {}],
			['agent_assigned', {}, { assignee_type: 'User', assignee: grace }],
		])('sends nothing where it is %s', async (reason, conversation, of) => {
			const { id } = addMessage(contact, 'Hi');
			Object.assign(talk, conversation);
			Object.assign(meta, of);
			const expected = { sent: false, reason, checked: true, messages: [], message_id: null };
			expect(await reply({ answered_message_id: id })).toMatchObject(expected);
			expect([sent(), typed()]).toEqual([[], []]);
			const although = { options: { send_although: [reason] } };
			expect(await reply(although)).toMatchObject({ sent: true, reason: null });
		});

		test('sends where a bot, or the user of the token, is assigned, and while it is pending', async () => {
			for (const [status, assignee_type, assignee] of [
				['open', 'AgentBot', helper],
				['open', 'User', ada],
				['pending', 'User', grace],
				['pending', undefined, undefined],
			]) {
				addMessage(contact, 'Hi');
				talk.status = status as string;
				Object.assign(meta, { assignee_type, assignee });
				expect(await reply()).toMatchObject({ sent: true });
			}
		});

		test.each<[string, IDataObject | null, IDataObject]>([
			['an agent', grace, {}],
			["somebody in the channel's own app", null, { content_attributes: { external_echo: true } }],
		])('sends nothing where %s has answered since', async (_, sender, more) => {
			const { id } = addMessage(contact, 'Hi');
			const answer = addMessage(sender, 'I take over', more);
			for (const also of [{ answered_message_id: id }, {}])
				expect(await reply(also)).toMatchObject({
					...{ sent: false, reason: 'agent_answered', checked: true },
					...{ agent_message_id: answer.id, messages: [] },
				});
			// Behind what came after it, too.
			addMessage(helper, 'Bots talk');
			addMessage(grace, 'For us', { private: true });
			expect(await reply({ answered_message_id: id })).toMatchObject({ reason: 'agent_answered' });
			expect(await reply()).toMatchObject({ reason: 'agent_answered' });
			expect(sent()).toEqual([]);
			const although = { options: { send_although: ['agent_answered'] } };
			expect(await reply({ answered_message_id: id, ...although })).toMatchObject({ sent: true });
		});

		test('sends where an agent answered before, or wrote a note, or the bot itself has written', async () => {
			addMessage(grace, 'Good morning');
			const { id } = addMessage(contact, 'Hi');
			addMessage(grace, 'For us', { private: true });
			addMessage(null, 'Out of office', { message_type: 3 });
			addMessage(helper, 'One moment');
			addMessage(ada, 'By the token');
			expect(await reply({ answered_message_id: id })).toMatchObject({ sent: true });
			expect(await reply({}, 'And more')).toMatchObject({ sent: true });
		});

		describe('through a WhatsApp bridge', () => {
			const bridge = { id: 20, name: 'Bridge', type: 'user' };
			const bridged = { source_id: 'WAID:3EB0C431C26A1916E07E' };

			test.each<[string, string, string, IDataObject]>([
				['the same words', 'One *moment*, please', 'One _moment_, please', {}],
				['the name in front', 'One moment', '*Helper bot:*\nOne moment', {}],
				['a file', '', '', { attachments: [{ file_type: 'image' }] }],
			])('sends after an echo of the bot: %s', async (_, words, echo, more) => {
				addMessage(helper, words, more);
				const { id } = addMessage(contact, 'And?');
				addMessage(bridge, echo, { ...bridged, ...more });
				expect(await reply({ answered_message_id: id })).toMatchObject({
					sent: true,
					checked: true,
				});
				addMessage(contact, 'Again?');
				expect(await reply()).toMatchObject({ sent: true });
			});

			test.each<[string, IDataObject, string, IDataObject]>([
				['other words', helper, 'Ada here, I take over', {}],
				['another file', helper, '', { attachments: [{ file_type: 'audio' }] }],
				['the same words much later', helper, 'One moment', { created_at: 9_999_999_999 }],
				['the same words without the bridge', helper, 'One moment', { source_id: null }],
				['the same words, which a person typed twice', bridge, 'One moment', {}],
			])('sends nothing after %s from the phone', async (_, sender, words, more) => {
				addMessage(sender, 'One moment', sender === bridge ? bridged : {});
				const { id } = addMessage(contact, 'And?');
				const answer = addMessage(bridge, words, { ...bridged, ...more });
				expect(await reply({ answered_message_id: id })).toMatchObject({
					...{ sent: false, reason: 'agent_answered', agent_message_id: answer.id },
				});
			});

			test('another file without a text is a person’s', async () => {
				addMessage(helper, '', { attachments: [{ file_type: 'image' }] });
				const { id } = addMessage(contact, 'And?');
				addMessage(bridge, '', { ...bridged, attachments: [{ file_type: 'audio' }] });
				expect(await reply({ answered_message_id: id })).toMatchObject({ sent: false });
			});

			test('sends after a greeting that the bridge brought back', async () => {
				addMessage(contact, 'Hi');
				addMessage(null, 'We answer from 9 to 18.', { message_type: 3 });
				addMessage(bridge, 'We answer from 9 to 18.', bridged);
				expect(await reply()).toMatchObject({ sent: true, checked: true });
			});

			test.each<[string, IDataObject, boolean]>([
				['a note from the phone', { private: true }, false],
				['a message from the phone', {}, false],
				['a message from the phone, as a newer version marks it', { isMarked: true }, false],
				['what a program sent', { private: true, line: 'Sent via API' }, true],
				['an echo of the bot', { words: 'One moment', line: 'Sent via API' }, true],
				['an echo that a newer version marks', { words: 'One moment', isMarked: true }, true],
				['an echo that counts as typed', { words: 'One moment', line: 'Sent from WhatsApp' }, true],
			])('through WAHA: %s', async (_, { words, line, isMarked, ...more }, isSent) => {
				addMessage(helper, 'One moment');
				const { id } = addMessage(contact, 'And?');
				const text = String(words ?? 'Ada here');
				const end = isMarked ? '' : `\n\n📱 *${String(line ?? 'Sent from WhatsApp')}*`;
				const content_attributes = isMarked ? { external_echo: true } : {};
				addMessage(bridge, text + end, { content_attributes, ...more });
				expect(await reply({ answered_message_id: id })).toMatchObject({ sent: isSent });
			});

			test('a note in the contact’s name that a message was deleted is nothing newer', async () => {
				const { id } = addMessage(contact, 'And?');
				const deleted = '❌ *This message was deleted in WhatsApp*';
				addMessage(contact, deleted, { private: true, content_attributes: { in_reply_to: id } });
				const options = { only_if_newest: true };
				expect(await reply({ answered_message_id: id, options })).toMatchObject({ sent: true });
			});

			test('one echo for each answer: whoever says the same once more is a person', async () => {
				addMessage(helper, 'One moment');
				const { id } = addMessage(contact, 'And?');
				addMessage(bridge, 'One moment', bridged);
				const second = addMessage(bridge, 'One moment', bridged);
				expect(await reply({ answered_message_id: id })).toMatchObject({
					...{ sent: false, reason: 'agent_answered', agent_message_id: second.id },
				});
			});

			test('an echo while it is sent is no message of an agent', async () => {
				addMessage(contact, 'Hi');
				account.before('POST conversations/#/messages', ({ body }: FakeRequest) => {
					const message = addMessage(helper, String(body.content));
					addMessage(bridge, String(body.content), bridged);
					return message;
				});
				expect(await reply({}, 'Hello')).toMatchObject({
					...{ sent: true, agent_wrote_meanwhile: false },
				});
			});
		});

		test('counts what the user of the token wrote as a person where a bot writes', async () => {
			addMessage(contact, 'Hi');
			addMessage(ada, 'Written by hand');
			const as = { additional_fields: { agent_bot_id: 3 } };
			expect(await reply(as)).toMatchObject({ sent: false, reason: 'agent_answered' });
			expect(await reply()).toMatchObject({ sent: true });
		});

		test('does not count a question of Send and Wait as the answer of an agent', async () => {
			const { id } = addMessage(contact, 'Hi');
			addMessage(grace, 'Which order?', { content_attributes: { n8n_question: true } });
			expect(await reply({ answered_message_id: id })).toMatchObject({ sent: true, reason: null });
		});

		test('tells that an agent wrote while it was sent', async () => {
			addMessage(contact, 'Hi');
			let race: Row | undefined;
			account.before('POST conversations/#/messages', () => {
				race ??= addMessage(grace, 'Me, too');
			});
			expect(await reply()).toMatchObject({
				...{ sent: true, checked: true, agent_wrote_meanwhile: true },
				agent_message_id: account.messages.find(({ sender }) => sender === grace)?.id,
			});
		});

		test('says which parts are out where one fails, hides the typing, and sends none twice', async () => {
			const { id } = addMessage(contact, 'Hi');
			const text = 'Eins zwei drei vier. Eins zwei drei vier. Fünf sechs sieben.';
			const options = { longest_message: 25, show_typing: true };
			const again = { answered_message_id: id, options };
			let count = 0;
			account.fault = (request) =>
				/^POST .*messages$/.test(request) && ++count === 3
					? answersWith(json({ error: 'No' }, 422))
					: undefined;
			const { error } = await run('message.reply', { content: text, ...again });
			expect(error?.message).toBe('Sending part 3 of 3 failed: No');
			expect(error?.description).toContain(
				`Already done: part 1 was sent as message ${id + 1}, part 2 was sent as message ${id + 2}.`,
			);
			expect(typed()).toEqual(['on', 'off']);
			const item = await reply(again, text);
			expect(item).toMatchObject({ sent: true, messages: [{ id: id + 1 }, { id: id + 2 }, {}] });
			expect(account.messages.slice(1).map(({ content }) => content)).toEqual([
				'Eins zwei drei vier.',
				'Eins zwei drei vier.',
				'Fünf sechs sieben.',
			]);
			expect(await reply(again, text)).toMatchObject({ sent: false, reason: 'already_sent' });
			expect(account.messages).toHaveLength(4);
		});

		test("sends the same text once after the contact's newest message", async () => {
			addMessage(contact, 'Hi');
			expect(await reply({}, 'Once')).toMatchObject({ sent: true });
			const [, first] = account.messages;
			const anyway = { options: { send_although: ['agent_answered'] } };
			for (const more of [{}, anyway])
				expect(await reply(more, 'Once')).toMatchObject({
					...{ sent: false, reason: 'already_sent', message_id: first.id },
				});
			expect(await reply({}, 'Something else')).toMatchObject({ sent: true });
			const twice = { options: { send_although: ['already_sent'] } };
			expect(await reply(twice, 'Once')).toMatchObject({ sent: true });
			addMessage(contact, 'Hi again');
			expect(await reply({}, 'Once')).toMatchObject({ sent: true });
			expect(sent()).toEqual(['Once', 'Something else', 'Once', 'Once']);
		});

		describe('finds the same text if Chatwoot filled in Liquid', () => {
			const isFound = async (text: string, stored: string, more: IDataObject = {}) => {
				account.contacts[0].name = 'ama  MENSAH';
				account.contacts[0].custom_attributes = { plan: '"Pro"' };
				talk.custom_attributes = { order: 'A-7' };
				addMessage(contact, 'Hi');
				addMessage(helper, stored, more);
				return (await reply({}, text)).reason === 'already_sent';
			};

			test.each([
				['Hi {{ contact.name }}', 'Hi Ama Mensah'],
				[
					'Hi {{contact.first_name}}, order {{ conversation.custom_attribute.order }}?',
					'Hi Ama, order A-7?',
				],
				['{{ contact.name }}, hello', 'Ama Mensah, hello'],
				['{{ conversation.contact_name }}: hello', 'Ama mensah: hello'],
				['Plan: {{ contact.custom_attribute.plan }}.', 'Plan: "Pro".'],
				['Use {{1}} and {{ x }}', 'Use 1 and '],
				['Hi {{ contact.name | default: "there" }}', 'Hi there'],
				['Yours, {{ agent.name }} of {{ account.name }}', 'Yours, Helper Bot of Acme'],
				['Hi {{contact.first_name}} {{contact.last_name}}', 'Hi Ama Mensah'],
				['Hi{% if contact.name %} {{ contact.name }}{% endif %}, hello', 'Hi Ama Mensah, hello'],
				['Write `{{ contact.name }}`, {{ contact.first_name }}', 'Write `{{ contact.name }}`, Ama'],
				['{{ broken', '{{ broken'],
			])('%s: %s', async (text, stored) => {
				expect(await isFound(text, stored)).toBe(true);
			});

			test.each([
				['another value', 'Order {{ conversation.custom_attribute.order }}', 'Order A-6'],
				['other words', 'Hi {{ contact.name }}', 'Hello Ama Mensah'],
				['more words', 'Hi {{ contact.name }}', 'Hi Ama Mensah, your order has left'],
				['more words after a tag', 'Hi {% if a %}you{% endif %}', `Hi ${'you '.repeat(40)}`],
				['other words at the end', '{{ contact.name }} thanks', 'Ama Mensah thank you'],
				['nothing but variables', '{{ contact.name }}!', 'Ama Mensah!'],
			])('not with %s: %s', async (_, text, stored) => {
				expect(await isFound(text, stored)).toBe(false);
			});

			test('not with a file that the message does not have', async () => {
				const attachments = [{ file_type: 'image' }];
				expect(await isFound('Hi {{ contact.name }}', 'Hi Ama Mensah', { attachments })).toBe(
					false,
				);
			});

			test('of the longest kind takes little work', async () => {
				const seconds = cpuSeconds();
				for (const unit of ['{', '{{', '{%', '%}', '{{ x }}', '{{ x }} a', '{{}} '])
					await isFound(`a${unit.repeat(149_990 / unit.length)}`, 'a '.repeat(75_000));
				expect(seconds()).toBeLessThan(10);
			});
		});

		describe('says why nothing was sent, and what to change', () => {
			const hintsOf = async (options: IDataObject = {}, content = 'Hello') =>
				(await run('message.reply', { content, options })).hints;

			test.each<[string, IDataObject, IDataObject]>([
				[
					'Not sent: conversation 1 is open and assigned to Grace Agent. To send anyway, add "It Is Open and Assigned to an Agent" to Send Even If.',
					{},
					{ assignee_type: 'User', assignee: grace },
				],
				[
					'Not sent: conversation 1 is resolved. To send anyway, add "It Is Resolved" to Send Even If.',
					{ status: 'resolved' },
					{},
				],
				[
					'Not sent: conversation 1 is snoozed. To send anyway, add "It Is Snoozed" to Send Even If.',
					{ status: 'snoozed' },
					{},
				],
				[
					'Not sent: the channel of conversation 1 accepts no more messages, because the customer\'s last one is too old. To send a template instead, set Template If Window Is Closed. To send anyway, add "The Channel No Longer Accepts Replies" to Send Even If.',
					{ can_reply: false },
					{},
				],
			])('%s', async (hint, conversation, of) => {
				addMessage(contact, 'Hi');
				Object.assign(talk, conversation);
				Object.assign(meta, of);
				expect(await hintsOf()).toEqual([hint]);
			});

			test('for the same text, an answer of an agent, and its switches', async () => {
				addMessage(contact, 'Hi');
				expect(await hintsOf({ only_bots_turn: true })).toEqual([
					'Not sent: conversation 1 is neither pending nor assigned to a bot. To send anyway, turn off "Only When It Is the Bot\'s Turn".',
				]);
				expect(await hintsOf()).toEqual([]);
				expect(await hintsOf()).toEqual([
					'Not sent: the same text was already sent in conversation 1. To send anyway, add "The Same Text Was Already Sent" to Send Even If.',
				]);
				const { id } = addMessage(contact, 'I mean');
				addMessage(contact, 'And');
				const options = { only_if_newest: true };
				const newer = await run('message.reply', {
					content: 'Hello',
					answered_message_id: id,
					options,
				});
				expect(newer.hints).toEqual([
					'Not sent: the contact has written again in conversation 1. To send anyway, turn off "Only If Contact Wrote Nothing Newer".',
				]);
				addMessage(null, 'From the app', { content_attributes: { external_echo: true } });
				expect(await hintsOf()).toEqual([
					'Not sent: an agent has replied in conversation 1. To send anyway, add "An Agent Has Replied" to Send Even If.',
				]);
			});

			test('if an agent replies between two parts', async () => {
				addMessage(contact, 'Hi');
				account.before('POST conversations/#/messages', () => {
					addMessage(grace, 'I take over');
				});
				expect(await hintsOf({ split_at: 'paragraphs' }, 'One.\n\nTwo.')).toEqual([
					'Not everything was sent: Grace Agent has replied in conversation 1. To send anyway, add "An Agent Has Replied" to Send Even If.',
				]);
			});
		});

		test('sends the same text of two items once', async () => {
			addMessage(contact, 'Hi');
			const { items } = await account.run(
				...(['message.reply', { conversation_id: 1, content: 'Once' }] as const),
				{ items: [{ json: {} }, { json: {} }] },
			);
			expect(items.map(({ json: { sent: isSent } }) => isSent)).toEqual([true, false]);
			expect(sent()).toEqual(['Once']);
		});

		test('sends nothing if the window of the channel is closed, unless a template is chosen', async () => {
			addMessage(contact, 'Hi');
			talk.can_reply = false;
			expect(await reply()).toMatchObject({
				...{ sent: false, reason: 'window_closed', template_sent: false, messages: [] },
			});
			const although = { options: { send_although: ['window_closed'] } };
			expect(await reply(although)).toMatchObject({ sent: true, template_sent: false });
			withTemplates();
			const options = { closed_window_template: { mode: 'id', value: 'still_there (en)' } };
			const none = await run('message.reply', { content: 'Hello', options });
			expect(none.error?.message).toContain('needs a value for body 1');
			const item = await reply({ options: { ...options, ...variables('1', 'Amara') } });
			expect(item).toMatchObject({
				...{ sent: true, reason: null, template_sent: true, not_sent: null },
				messages: [{ content: 'Are you still there, Amara?' }],
			});
			expect(account.bodies('POST conversations/1/messages').at(-1)).toEqual({
				content: 'Are you still there, Amara?',
				template_params: {
					...{ name: 'still_there', category: 'UTILITY', language: 'en' },
					processed_params: { body: { 1: 'Amara' } },
				},
			});
			// A repeated call finds it.
			expect(await reply({ options: { ...options, ...variables('1', 'Amara') } })).toMatchObject({
				...{ sent: false, reason: 'already_sent' },
			});
			talk.can_reply = true;
			expect(await reply({ options }, 'In the window')).toMatchObject({ template_sent: false });
		});

		test('only while it is the turn of the bot, if that is wanted', async () => {
			const options = { only_bots_turn: true };
			const refused = { sent: false, reason: 'not_bots_turn', checked: true };
			addMessage(contact, 'Hi');
			expect(await reply({ options })).toMatchObject(refused);
			Object.assign(meta, { assignee_type: 'User', assignee: grace });
			const although = { options: { ...options, send_although: ['agent_assigned'] } };
			expect(await reply(although)).toMatchObject(refused);
			expect(sent()).toEqual([]);
			Object.assign(meta, { assignee_type: 'User', assignee: ada });
			expect(await reply({ options }, 'One')).toMatchObject({ sent: true });
			Object.assign(meta, { assignee_type: 'AgentBot', assignee: helper });
			expect(await reply({ options }, 'Two')).toMatchObject({ sent: true });
			Object.assign(meta, { assignee_type: 'User', assignee: grace });
			talk.status = 'pending';
			expect(await reply({ options }, 'Three')).toMatchObject({ sent: true });
		});

		test('again, once no agent has written for some minutes', async () => {
			const options = { bots_turn_again_after: 30 };
			Object.assign(meta, { assignee_type: 'User', assignee: grace });
			addMessage(contact, 'Hi', { created_at: 1_000_000 });
			addMessage(grace, 'Hello', { created_at: 1_000_100 });
			for (let index = 0; index < 30; index++)
				addMessage(contact, 'And', { created_at: 1_000_101 + index });
			addMessage(contact, 'Anybody?', { created_at: 1_000_100 + 1800 });
			expect(await reply({ options })).toMatchObject({ sent: false, reason: 'agent_assigned' });
			addMessage(contact, 'Hello?', { created_at: 1_000_100 + 1801 });
			expect(await reply()).toMatchObject({ sent: false, reason: 'agent_assigned' });
			expect(await reply({ options })).toMatchObject({ sent: true });
		});

		test('not if the contact wrote again, if that is wanted', async () => {
			const options = { only_if_newest: true };
			const { id } = addMessage(contact, 'Hi');
			const newer = addMessage(contact, 'I mean');
			const refused = { sent: false, reason: 'newer_message', checked: true };
			const any = { send_although: ['agent_answered', 'already_sent'] };
			for (const more of [{}, any])
				expect(
					await reply({ answered_message_id: id, options: { ...options, ...more } }),
				).toMatchObject(refused);
			expect(await reply({ answered_message_id: id })).toMatchObject({ sent: true });
			expect(await reply({ answered_message_id: newer.id, options }, 'Two')).toMatchObject({
				sent: true,
			});
		});

		test('the same text only after some hours, if that is wanted', async () => {
			const options = { repeat_after_hours: 12 };
			const HOUR = 3600;
			addMessage(contact, 'Hi', { created_at: HOUR });
			addMessage(helper, 'We are closed', { created_at: HOUR });
			addMessage(grace, 'We are closed', { created_at: 2 * HOUR });
			addMessage(contact, 'Hi', { created_at: 13 * HOUR });
			expect(await reply({ options }, 'We are closed')).toMatchObject({
				...{ sent: false, reason: 'already_sent', message_id: 2 },
			});
			addMessage(contact, 'Hi', { created_at: 13 * HOUR + 1 });
			expect(await reply({ options }, 'We are closed')).toMatchObject({ sent: true });
		});

		test('at every paragraph, and stops where an agent writes in between', async () => {
			addMessage(contact, 'Hi');
			const options = { split_at: 'paragraphs' };
			const text = 'One.\n\nTwo,\nstill two.\n \n\n```\na\n\nb\n```\n\nThree.';
			expect(await reply({ options }, text)).toMatchObject({ sent: true, not_sent: null });
			const parts = ['One.', 'Two,\nstill two.', '```\na\n\nb\n```', 'Three.'];
			expect(sent()).toEqual(parts);
			addMessage(contact, 'More');
			let count = 0;
			account.before('POST conversations/#/messages', () => {
				if (++count === 2) addMessage(grace, 'I take over');
			});
			const item = await reply({ options }, text);
			expect(item).toMatchObject({
				...{ sent: true, reason: 'agent_answered', agent_wrote_meanwhile: true },
				...{ messages: parts.slice(0, 2).map((content) => ({ content })) },
				not_sent: '```\na\n\nb\n```\n\nThree.',
			});
			expect(sent()).toEqual([...parts, ...parts.slice(0, 2)]);
		});

		test('sends files once, with the last part, and none with a template', async () => {
			addMessage(contact, 'Hi');
			const file = {
				data: Buffer.from('A').toString('base64'),
				mimeType: 'text/plain',
				fileName: 'a.txt',
			};
			const contentsWithFile = async (options: IDataObject) => {
				const parameters = {
					...{ conversation_id: 1, content: 'One.\n\nTwo.', options },
					additional_fields: { attachments: 'data' },
				};
				account.received.splice(0);
				const { error } = await account.run('message.reply', parameters, {
					items: [{ json: {}, binary: { data: file } }],
				});
				expect(error).toBeUndefined();
				return account
					.bodies('POST conversations/1/messages')
					.map(({ content, attachments = [] }) => [content, (attachments as unknown[]).length]);
			};
			expect(await contentsWithFile({ split_at: 'paragraphs' })).toEqual([
				['One.', 0],
				['Two.', 1],
			]);
			addMessage(contact, 'And?');
			talk.can_reply = false;
			withTemplates();
			const template = { closed_window_template: { mode: 'id', value: 'still_there (en)' } };
			expect(await contentsWithFile({ ...template, ...variables('1', 'Amara') })).toEqual([
				['Are you still there, Amara?', 0],
			]);
		});

		test.each<[string, IDataObject, number[]]>([
			['as long as it is set', { typing_seconds: 7 }, [7, 7]],
			['as long as the text needs', { typing_speed: 2 }, [2, 6]],
			[
				'as long as the text needs, up to a maximum',
				{ typing_speed: 2, typing_seconds: 4 },
				[2, 4],
			],
			['at most ten seconds', { typing_speed: 1 }, [4, 10]],
		])('types before each part %s', async (_, options, expected) => {
			addMessage(contact, 'Hi');
			const waited: number[] = [];
			const clock = jest.spyOn(global, 'setTimeout');
			const item = await reply(
				{ options: { ...options, split_at: 'paragraphs' } },
				'Four\n\nTwelve chars',
			);
			for (const [, milliseconds] of clock.mock.calls)
				if (Number(milliseconds) >= 1000 && Number(milliseconds) <= 10_000)
					waited.push(Number(milliseconds) / 1000);
			clock.mockRestore();
			expect(item).toMatchObject({ sent: true, typing_shown: true });
			expect(waited.map(Math.round)).toEqual(expected);
			expect(typed()).toEqual(['on', 'on', 'off']);
		});

		test('sends nothing if an agent answers while it types', async () => {
			addMessage(contact, 'Hi');
			account.before('POST conversations/#/toggle_typing_status', () => {
				if (account.messages.length === 1) addMessage(grace, 'I take over');
			});
			expect(await reply({ options: { typing_seconds: 1 } })).toMatchObject({
				...{ sent: false, reason: 'agent_answered', not_sent: 'Hello **Amara**' },
			});
			expect([sent(), typed()]).toEqual([[], ['on', 'off']]);
		});

		test('refuses to send nothing', async () => {
			const { error } = await run('message.reply', { content: ' ' });
			expect(error?.message).toContain('There is nothing to send');
			expect(account.requests()).toEqual([]);
		});

		test('finds a message again whose answer was lost', async () => {
			const { id } = addMessage(contact, 'Hi');
			let isLost = false;
			account.fault = (request) => {
				if (isLost || !/^POST .*messages$/.test(request)) return undefined;
				isLost = true;
				return faults['reset after acting'];
			};
			const { error } = await run('message.reply', { content: 'Once', answered_message_id: id });
			expect(error?.description).toContain('may have been created');
			const item = await reply({ answered_message_id: id }, 'Once');
			expect(item).toMatchObject({ sent: false, reason: 'already_sent', message_id: id + 1 });
			expect(account.messages).toHaveLength(2);
		});

		test('goes on where typing cannot be shown, and where the look after it fails', async () => {
			addMessage(contact, 'Hi');
			account.before('POST conversations/#/toggle_typing_status', () => json({ error: 'No' }, 404));
			account.before('GET conversations/#/messages', () => json({ error: 'No' }, 500));
			expect(await reply({ options: { show_typing: true } })).toMatchObject({
				...{ sent: true, checked: true, typing_shown: false, agent_wrote_meanwhile: null },
			});
		});

		describe("with a bot's token", () => {
			beforeEach(() => {
				forbid('GET conversations/#/messages');
				forbid('GET /api/v#/profile');
			});

			test('that may read nothing sends, and says that nothing was checked', async () => {
				forbid('GET conversations/#');
				forbid('POST conversations/#/toggle_typing_status');
				const { id } = addMessage(contact, 'Hi');
				talk.status = 'resolved';
				const options = { show_typing: true };
				expect(await reply({ answered_message_id: id, options })).toMatchObject({
					...{ sent: true, checked: false, typing_shown: false, agent_wrote_meanwhile: null },
				});
			});

			test('that may read the conversation goes by its newest message', async () => {
				const { id } = addMessage(contact, 'Hi');
				expect(await reply({ answered_message_id: id })).toMatchObject({
					sent: true,
					checked: true,
				});
				expect(await reply({ answered_message_id: id }, 'More')).toMatchObject({
					...{ sent: false, reason: 'agent_answered' },
				});
				addMessage(helper, 'By the bot');
				expect(await reply({ answered_message_id: id }, 'More')).toMatchObject({
					...{ sent: true, checked: false },
				});
			});
		});
	});

	describe('Conversation: Get Chat History', () => {
		const history = async (more: IDataObject = {}) =>
			await did('conversation.getChatHistory', more);

		const rolesOf = ({ messages }: IDataObject) =>
			(messages as IDataObject[]).map(({ role, content }) => [role, content]);

		test('tells who said what, oldest first, with names, times and IDs', async () => {
			const { id, created_at } = addMessage(contact, 'Grüße\n\n*fett* <b>');
			addMessage(ada, 'Hello');
			addMessage(helper, 'I am a bot');
			addMessage(null, 'We are closed', { message_type: 3 });
			addMessage(null, 'Resolved by Ada', { message_type: 2 });
			addMessage(grace, 'Difficult one', { private: true });
			addMessage(ada, 'This message was deleted', { content_attributes: { deleted: true } });
			addMessage(ada, null);
			const item = await history();
			expect(rolesOf(item)).toEqual([
				['user', 'Grüße\n\n*fett* <b>'],
				['assistant', 'Hello'],
				['assistant', 'I am a bot'],
				['assistant', 'We are closed'],
			]);
			expect((item.messages as IDataObject[])[0]).toEqual({
				...{ role: 'user', content: 'Grüße\n\n*fett* <b>', name: 'Amara' },
				created_at: new Date(Number(created_at) * 1000).toISOString(),
				...{ message_id: id, sender_type: 'contact', private: false },
			});
			expect(item.text).toBe(
				'Amara: Grüße\n\n*fett* <b>\nAda: Hello\nHelper bot: I am a bot\nSupport: We are closed',
			);
			expect(item).toMatchObject({ conversation_id: 1, count: 4 });
			const notes = await history({ options: { include_private_notes: true } });
			expect(rolesOf(notes).at(-1)).toEqual(['assistant', '[private note]\nDifficult one']);
			expect(notes.text).toMatch(/\nGrace Agent \(private note\): Difficult one$/);
		});

		test('lists files, and what was offered and entered', async () => {
			const file = (file_type: string, more: IDataObject) => ({ id: 1, file_type, ...more });
			addMessage(contact, 'Look', {
				attachments: [
					file('image', { data_url: 'https://x.example/a.png' }),
					file('audio', { data_url: 'https://x.example/b.ogg', transcribed_text: 'Hello?' }),
					file('location', { coordinates_lat: 1.5, coordinates_long: 0, fallback_title: 'Home' }),
				],
			});
			addMessage(contact, null, {
				attachments: [file('file', { data_url: 'https://x.example/c.pdf' })],
			});
			addMessage(ada, 'Pick', {
				content_type: 'input_select',
				content_attributes: {
					items: [
						{ title: 'Yes', value: 'y' },
						{ title: 'No', value: 'n' },
					],
					submitted_values: [{ title: 'Yes', value: 'y' }],
				},
			});
			addMessage(ada, 'Your address?', {
				content_type: 'input_email',
				content_attributes: { submitted_email: 'a@x.example' },
			});
			addMessage(null, 'Please rate', {
				...{ message_type: 3, content_type: 'input_csat' },
				content_attributes: {
					submitted_values: { csat_survey_response: { rating: 2, feedback_message: 'Slow' } },
				},
			});
			addMessage(contact, 'The new part only', {
				content_type: 'incoming_email',
				content_attributes: { email: { subject: 'Order 42', text_content: { full: 'all' } } },
			});
			expect(rolesOf(await history())).toEqual([
				[
					'user',
					'Look\n[image: https://x.example/a.png]\n[audio: https://x.example/b.ogg]\n[transcript: Hello?]\n[location: 1.5, 0, Home]',
				],
				['user', '[file: https://x.example/c.pdf]'],
				['assistant', 'Pick\n[offered: Yes]\n[offered: No]'],
				['user', '[entered: Yes: y]'],
				['assistant', 'Your address?'],
				['user', '[entered: a@x.example]'],
				['assistant', 'Please rate'],
				['user', '[rated: 2 of 5, Slow]'],
				['user', '[subject: Order 42]\nThe new part only'],
			]);
		});

		test('reads back only as far as it has to', async () => {
			for (let index = 1; index <= 100; index++)
				addMessage(index % 2 ? contact : ada, `Text ${index}`);
			const queries = () => account.received.splice(0).map(({ query }) => query);
			const last = (item: IDataObject) => rolesOf(item).map(([, content]) => content);
			const wanted = (from: number) =>
				Array.from({ length: 101 - from }, (_, index) => `Text ${from + index}`);
			const filtered = { filter_internal_messages: 'true' };
			expect(last(await history({ limit: 20 }))).toEqual(wanted(81));
			expect(queries()).toEqual([filtered]);
			expect(last(await history({ limit: 30 }))).toEqual(wanted(71));
			expect(queries()).toEqual([filtered, { ...filtered, before: '81' }]);
			const short = { returnAll: true, options: { most_characters: 7 * 25 + 1 } };
			expect(last(await history(short))).toEqual(wanted(76));
			expect(queries()).toHaveLength(2);
			expect(last(await history({ options: { most_characters: 3 } }))).toEqual(['Text 100']);
			expect(queries()).toHaveLength(1);
			expect(last(await history({ returnAll: true }))).toEqual(wanted(1));
			expect(queries()).toEqual([{ ...filtered, after: '1', before: String(2 ** 31 - 1) }]);
		});

		test("refuses a bot's token in words", async () => {
			forbid('GET conversations/#/messages');
			forbid('GET /api/v#/profile');
			const { error } = await run('conversation.getChatHistory');
			expect(error?.message).toBe("An agent bot's token cannot do this");
			expect(error?.description).toContain(
				"Agent bots can write messages and change conversations. Everything else needs a user's token",
			);
		});
	});

	describe('Conversation: Get Context', () => {
		beforeEach(() => {
			account.contacts[0].contact_inboxes = [
				{ source_id: 's', inbox: { id: talk.inbox_id, name: 'Website' } },
			];
			account.contacts[0].additional_attributes = { company_name: 'Acme', city: 'Oslo' };
		});

		test('has contact, conversation and the others in one item', async () => {
			account.addConversations(8, (id) => ({ contact_id: 1, last_activity_at: id * 1000 }));
			account.addConversations(1, () => ({ contact_id: 2 }));
			account.before('GET contacts/#/notes', () => [
				{ id: 1, content: 'VIP', created_at: 1795245569, user: grace },
			]);
			const item = await did('conversation.getContext', {
				options: { include_contact_notes: true, other_conversations: 3 },
			});
			expect(item).toMatchObject({
				...{ conversation_id: 1, status: 'open', channel: 'Channel::Api' },
				...{ contact_id: 1, contact_name: 'Contact 1', contact_email: 'contact1@x.example' },
				...{ contact_company_name: 'Acme', inbox_name: 'Website' },
				contact_notes: [{ content: 'VIP', user_name: 'Grace Agent' }],
				not_read: [],
			});
			const others = item.other_conversations as Row[];
			expect(others.map(({ id }) => id)).toEqual([9, 8, 7]);
			expect(account.requests().slice(1).sort()).toEqual([
				'GET contacts/1',
				'GET contacts/1/conversations',
				'GET contacts/1/notes',
			]);
		});

		test('asks for nothing that is not wanted', async () => {
			await did('conversation.getContext', { options: { other_conversations: 0 } });
			expect(account.requests()).toEqual(['GET conversations/1', 'GET contacts/1']);
		});

		test("leaves out what a bot's token may not read, and says so", async () => {
			forbid('GET contacts/#');
			forbid('GET contacts/#/conversations');
			expect(await did('conversation.getContext')).toMatchObject({
				...{ contact_name: 'Contact 1', contact_company_name: 'Acme', inbox_name: null },
				...{ other_conversations: [], not_read: ['contact', 'other_conversations'] },
			});
		});

		test.each([404, 500])('fails where a part fails with %s', async (status) => {
			account.before('GET contacts/#/conversations', () => json({ error: 'No' }, status));
			expect((await run('conversation.getContext')).error?.message).toContain('No');
		});
	});
});
