import { type IDataObject } from 'n8n-workflow';
import { events } from '../../../nodes/shared/events/events';
import { recording } from '../../../truth/recordings';
import { recorded as answerOf } from '../../support/faults';
import { json, serve } from '../../support/run';
import { type Answer, listen } from '../../support/server';
import { CHOSEN, SECRET } from '../../support/triggerNode';
import samples from '../../../templates/trigger-samples.json';
import {
	expected,
	recorded,
	bodyOf,
	open,
	fresh,
	KEYS,
	asObject,
	sourceOf,
	ofAccount,
	OPEN,
	NO_REPEATS,
	recordedOf,
} from '../../support/delivered';

describe('items', () => {
	const accepted = expected.filter(ofAccount).map(({ delivery }) => delivery);

	test('hold no token and no secret', async () => {
		let tokens = 0;
		for (const simplify of [true, false])
			for (const name of accepted) {
				const body = bodyOf(name);
				if (JSON.stringify(body).includes('pubsub_token-redacted')) tokens++;
				const text = JSON.stringify((await open({ simplify }).receive(body)).items);
				expect(text).not.toContain('pubsub_token-redacted');
				expect(text).not.toContain(SECRET);
				expect(text).not.toContain('secret-token');
			}
		expect(tokens).toBeGreaterThan(200);
	});

	test('hide the secrets that a change or an attribute tells', async () => {
		const body = bodyOf('contact_updated--api-name');
		const changed_attributes = [
			{ pubsub_token: { previous_value: 'old-token', current_value: 'new-token' } },
		];
		const custom_attributes = { plan: 'team', api_key: 'key-of-theirs' };
		for (const simplify of [true, false]) {
			const trigger = open({ simplify });
			const { items } = await trigger.receive({ ...body, changed_attributes, custom_attributes });
			expect(JSON.stringify(items)).toContain('team');
			expect(JSON.stringify(items)).not.toMatch(/old-token|new-token|key-of-theirs/);
		}
	});

	test('with Simplify off are the bodies as they came, with the key', async () => {
		for (const name of accepted) {
			const body = JSON.parse(
				JSON.stringify(bodyOf(name)).replaceAll('pubsub_token-redacted', '***'),
			) as IDataObject;
			const [simple] = (await open().receive(bodyOf(name))).items;
			const { items } = await open({ simplify: false }).receive(bodyOf(name));
			expect(items).toEqual([{ ...body, event_key: simple.event_key }]);
		}
	});

	test('name the account of the trigger, which not every delivery names', async () => {
		const trigger = open({ account_id: { __rl: true, mode: 'id', value: '4' } });
		const { items } = await trigger.receive(bodyOf('conversation_created--api-empty'));
		expect(items[0]).toMatchObject({
			account_id: 4,
			url: 'https://chat.example/app/accounts/4/conversations/21',
		});
	});

	test('of another account are refused, wherever the delivery names it', async () => {
		const typing = bodyOf('conversation_typing_on--typing-contact');
		Object.assign(asObject(typing.conversation), { messages: [] });
		// By its newest message, by itself, by the contact who types.
		const named = ['conversation_created--api-with-message', 'contact_created--api'];
		for (const body of [...named.map((name) => bodyOf(name)), typing]) {
			expect((await open().receive(body)).items).toMatchObject([{ account_id: 9 }]);
			const trigger = open({ account_id: { __rl: true, mode: 'id', value: '4' } });
			const { items, status } = await trigger.receive(body);
			expect([items, status]).toEqual([[], 401]);
			expect(trigger.log).toEqual([
				expect.stringContaining(
					'refused a call: it is for account 9, but the trigger is for account 4',
				),
			]);
		}
	});

	test.each(['agent_bot', 'api_inbox'])('of another account are refused: %s', async (receiver) => {
		const [name] = [...recordedOf('4.10').values()]
			.filter((one) => one.receiver === receiver && one.event === 'message_created')
			.map((one) => one.name);
		const trigger = sourceOf(receiver, '4.10', OPEN);
		expect((await trigger.receive(bodyOf(name))).status).toBeUndefined();
		trigger.setup.credentials.account_id = '4';
		expect((await trigger.receive(bodyOf(name))).status).toBe(401);
		expect(trigger.log).toHaveLength(1);
	});

	test('tell the words of a voice message, and where a place is', async () => {
		const body = bodyOf('message_created--outgoing-attachment-audio', '4.16');
		const [voice] = body.attachments as IDataObject[];
		expect(voice).toHaveProperty('transcribed_text');
		const spoken = { ...voice, transcribed_text: 'Where is my parcel?' };
		const place = {
			...{ id: 5, message_id: 6, account_id: 7, file_type: 'location', data_url: null },
			...{ coordinates_lat: 59.91, coordinates_long: 10.75, fallback_title: 'Oslo' },
		};
		const { items } = await open({}, '4.16').receive({ ...body, attachments: [spoken, place] });
		const { id, data_url } = voice;
		expect(items[0].attachments).toEqual([
			{
				...{ id, file_type: 'audio', data_url, file_size: voice.file_size },
				transcribed_text: 'Where is my parcel?',
			},
			{
				...{ id: 5, file_type: 'location', data_url: null, file_size: null },
				...{ coordinates_lat: 59.91, coordinates_long: 10.75, fallback_title: 'Oslo' },
			},
		]);
	});

	test('lead to the dashboard, also in a folder', async () => {
		const trigger = open();
		trigger.setup.credentials.base_url = 'https://example.com/chat/app/accounts/9/dashboard';
		const { items } = await trigger.receive(bodyOf('message_created--incoming'));
		expect(items[0].url).toBe('https://example.com/chat/app/accounts/9/conversations/21');
	});
});

describe('text', () => {
	const website = bodyOf('message_created--markdown-website');
	/** The text of a message in a website inbox whose stored form the body does not have. */
	async function textOf(content: unknown, change: IDataObject = {}, place: IDataObject = {}) {
		const conversation = { ...asObject(website.conversation), messages: [], ...place };
		const { items } = await open().receive({ ...website, content, conversation, ...change });
		return items[0].content;
	}

	test.each([
		['paragraphs', '<p>One</p>\n<p>Two</p>\n', 'One\nTwo'],
		['broken lines', '<p>One<br />\nTwo<br>Three</p>\n', 'One\nTwo\nThree'],
		['a list', '<p>Two:</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n', 'Two:\none\ntwo'],
		['a heading', '<h2>Title</h2>\n<p>Text</p>\n', 'Title\nText'],
		['a quotation', '<blockquote>\n<p>said</p>\n</blockquote>\n<p>so</p>\n', 'said\n\nso'],
		['marks', '<p><strong>bold</strong> <em>and</em> <code>code</code></p>\n', 'bold and code'],
		['a link', '<p>see <a href="https://acme.example">here</a></p>\n', 'see here'],
		['what was left out', '<p><!-- raw HTML omitted -->a<!--\n-->b</p>\n', 'ab'],
		[
			'entities',
			'<p>a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#39; f&nbsp;g</p>\n',
			`a & b <c> "d" 'e' f g`,
		],
		['numbered entities', '<p>&#128512; &#x1F600; &#X41;</p>\n', '😀 😀 A'],
		['entities of entities', '<p>&amp;lt; &amp;amp;</p>\n', '&lt; &amp;'],
		[
			'what is none',
			'<p>&hearts; &#9999999999; R&D; 1 &lt; 2</p>\n',
			'&hearts; &#9999999999; R&D; 1 < 2',
		],
		['plain text', 'Hello', 'Hello'],
		['nothing', null, ''],
	])('of HTML: %s', async (_, content, text) => {
		expect(await textOf(content)).toBe(text);
	});

	test('is the stored one, with all that was typed, where the body has it', async () => {
		const { items } = await open().receive(website);
		expect(items[0].content).toBe('**bold** <b>tag</b> & [link](https://acme.example)\n- one');
	});

	test('is not that of another message', async () => {
		const messages = [{ id: Number(website.id) + 1, content: 'Another' }];
		expect(await textOf('<p>This</p>\n', {}, { messages })).toBe('This');
	});

	test('of a private note in a website inbox, which the body never has stored', async () => {
		const { messages } = asObject(website.conversation);
		const change = { id: Number(website.id) + 1, private: true };
		expect(await textOf('<p>For us &amp; you</p>\n', change, { messages })).toBe('For us & you');
	});

	test.each([
		'My page has <title>Shop</title> and a < b > c',
		'Error: List<String> is null &amp; x',
		'<script>alert(1)</script> is in line 5',
		'Customer types `List<String>`; a < b',
		'<p>I typed this</p>',
		'<p>one</p>\n<p>two</p>',
		'if a < b and c > d: use <b>x</b> &amp; **bold**',
	])('of a newer release is what was typed, in a burst and in a note: %s', async (typed) => {
		const later = { messages: [{ id: Number(website.id) + 1, content: 'Later' }] };
		for (const channel of ['Channel::WebWidget', 'Channel::Email']) {
			expect(await textOf(typed, {}, { ...later, channel })).toBe(typed);
			expect(await textOf(typed, { private: true }, { ...later, channel })).toBe(typed);
		}
	});

	test('of an email inbox is without HTML, too; of others as it was typed', async () => {
		const sent = '<p>x &amp; y</p>\n';
		expect(await textOf(sent, {}, { channel: 'Channel::Email' })).toBe('x & y');
		expect(await textOf(sent, {}, { channel: 'Channel::Api' })).toBe(sent);
	});
});

describe('Read Message', () => {
	const call = recording('account.message.list', 'before-first-3');
	const parameters = {
		loop_guard: false,
		options: { ...NO_REPEATS, read_message: true },
	};
	/** A note of which the service sends what it sent for the recording. */
	const body = bodyOf('message_created--private-note');
	Object.assign(body, { id: 1645, content: '<p>n001</p>\n' });
	Object.assign(asObject(body.conversation), { id: 87, channel: 'Channel::WebWidget' });

	async function read(answer: Answer, payload: unknown = body, more: IDataObject = {}) {
		const server = await listen(() => answer);
		try {
			const trigger = open({ ...parameters, ...more });
			trigger.setup.credentials.base_url = server.url;
			const { items } = await trigger.receive(payload);
			return { item: items[0], received: server.received, url: server.url };
		} finally {
			await server.close();
		}
	}

	test('adds the message as it is stored, and takes the text from it', async () => {
		const { item, received, url } = await read(json(call.response.body));
		const stored_message = {
			...{ id: 1645, content: 'n001', inbox_id: 5, conversation_id: 87, message_type: 'outgoing' },
			...{ content_type: 'text', status: 'sent', content_attributes: null, attachments: [] },
			...{ private: true, source_id: null, created_at: '2026-11-21T07:11:40.000Z' },
			...{ sender_id: 8, sender_name: 'Ada Admin', sender_type: 'user' },
			url: `${url}/app/accounts/9/conversations/87?messageId=1645`,
		};
		expect(item.stored_message).toEqual(stored_message);
		expect(Object.keys(item).sort()).toEqual([...KEYS, 'stored_message'].sort());
		expect(received).toHaveLength(1);
		expect(received[0]).toMatchObject({
			method: call.request.method,
			path: call.request.path.replace('/accounts/3/', '/accounts/9/'),
			query: Object.entries(call.request.query as object).map(([key, value]) => [key, `${value}`]),
			headers: { api_access_token: 'secret-token', accept: 'application/json' },
		});
	});

	test('its text is not the rendered one', async () => {
		const reply = structuredClone(call.response.body) as { payload: IDataObject[] };
		reply.payload[1].content = '*typed* <b>so</b>';
		const { item } = await read(json(reply));
		expect(item.content).toBe('*typed* <b>so</b>');
	});

	test('with Simplify off it stands beside the body', async () => {
		const { item } = await read(json(call.response.body), body, { simplify: false });
		expect(item).toMatchObject({ content: '<p>n001</p>\n', stored_message: { content: 'n001' } });
	});

	test.each<[string, Answer, string]>([
		[
			'it is gone',
			answerOf('account.message.list', 'unknown-id'),
			'Conversation 87 is not in account 9: Resource could not be found',
		],
		[
			'the token may not',
			answerOf('account.message.list', 'as-agent'),
			'You are not authorized to do this action',
		],
		['the service fails', json('', 500), 'Chatwoot answered with status 500 and gave no reason'],
		['it is not there', json({ meta: {}, payload: [{ id: 1644 }] }), 'The message was not found'],
		['there is no list', json({ payload: {} }), 'The message was not found'],
		['there is nothing', json(null), 'The message was not found'],
	])('loses nothing where it cannot be read: %s', async (_, answer, error) => {
		const { item, received } = await read(answer);
		expect(item).toMatchObject({ stored_message: { error }, message_id: 1645, content: 'n001' });
		expect(received).toHaveLength(1);
	});

	test.each<[string, (socket: { destroy: () => void }) => void, RegExp]>([
		['the connection breaks', (socket) => socket.destroy(), /^The connection was closed/],
		['no answer comes in time', () => undefined, /^No reply arrived in time/],
	])('loses nothing where %s', async (_, spoil, error) => {
		const server = await serve((request) => spoil(request.socket));
		const trigger = open(parameters);
		trigger.setup.credentials.base_url = server.url;
		const { items } = await trigger.receive(body);
		expect(asObject(items[0].stored_message).error).toMatch(error);
		await server.close();
	});

	test('asks for nothing where there is no message', async () => {
		const { item, received } = await read(json(''), bodyOf('conversation_updated--labels'));
		expect(received).toEqual([]);
		expect(Object.keys(item).sort()).toEqual(KEYS);
	});

	test('asks for nothing that is held back, or seen', async () => {
		const server = await listen(() => json(call.response.body));
		const trigger = fresh({ ...parameters, options: { read_message: true } });
		trigger.setup.credentials.base_url = server.url;
		await trigger.receive(body, { parameters: { loop_guard: true } });
		expect(server.received).toHaveLength(0);
		await trigger.receive(body);
		await trigger.receive(body);
		expect(server.received).toHaveLength(1);
		await server.close();
	});
});

describe('the samples of the template', () => {
	const pinned = samples.pinData as unknown as Record<string, Array<{ json: IDataObject }>>;
	// No delivery of Chatwoot 4.10 shows them: of inboxes there are none, and the message was no longer the newest.
	const delivered = CHOSEN.filter((name) => !/^(inbox_|message_delivered$)/.test(name));

	test('there is one of every event', () => {
		const nodes = samples.nodes.flatMap(({ parameters }) => parameters.events ?? []);
		expect(nodes.sort()).toEqual(delivered);
		expect(Object.keys(pinned).sort()).toEqual(delivered.map((name) => events[name].name).sort());
	});

	test.each(delivered)('%s: as recorded', async (name) => {
		const trigger = open({ events: [name] });
		const items: IDataObject[] = [];
		for (const { body } of recorded.values()) items.push(...(await trigger.receive(body)).items);
		const [{ json: sample }] = pinned[events[name].name];
		expect(items.map((item) => ({ ...item, url: null, account_id: 0 }))).toContainEqual({
			...sample,
			url: null,
			account_id: 0,
		});
	});
});
