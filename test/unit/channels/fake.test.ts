import type { IDataObject } from 'n8n-workflow';
import { Channel } from '../../fake/channels';
import type { ChannelName, Shown } from '../../fake/providers';
import { FakeChatwoot } from '../../fake/server';
import type { Row } from '../../fake/lists';
import { TOKEN } from '../../support/run';
import type { Release } from '../../../truth/recordings';

interface Open {
	fake: FakeChatwoot;
	channel: Channel;
	talk: Row;
	/** Sends a message, as JSON or with files as a form. @returns the reply */
	post: (body: IDataObject, ...files: Array<[name: string, type: string]>) => Promise<IDataObject>;
	/** A reply of the service. */
	get: (path: string) => Promise<IDataObject>;
	/** Time passes. */
	after: (milliseconds: number) => void;
	received: () => Shown[];
}

let now = 0;
let fakes: FakeChatwoot[] = [];

beforeEach(() => {
	now = Date.UTC(2026, 9, 1);
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(async () => {
	jest.restoreAllMocks();
	for (const fake of fakes) await fake.close();
	fakes = [];
});

async function open(name: ChannelName, release: Release = '4.16', closed = false): Promise<Open> {
	const fake = new FakeChatwoot(release);
	fakes.push(fake);
	const channel = new Channel(fake, name);
	const talk = channel.talk(fake.contact(), { closed });
	const root = `${await fake.start()}/api/v1/accounts/1`;
	const headers = { api_access_token: TOKEN };
	return {
		...{ fake, channel, talk },
		post: async (body, ...files) => {
			const form = new FormData();
			for (const [key, value] of Object.entries(body)) form.append(key, String(value));
			for (const [file, type] of files)
				form.append('attachments[]', new Blob(['x'], { type }), file);
			const reply = await fetch(`${root}/conversations/${talk.id}/messages`, {
				method: 'POST',
				...(files.length
					? { headers, body: form }
					: {
							headers: { ...headers, 'content-type': 'application/json' },
							body: JSON.stringify(body),
						}),
			});
			return (await reply.json()) as IDataObject;
		},
		get: async (path) =>
			(await (await fetch(`${root}/${path}`, { headers })).json()) as IDataObject,
		after: (milliseconds) => {
			now += milliseconds;
		},
		received: () => channel.received(talk.id),
	};
}

/** The status of a message, its source ID and its error. */
async function stateOf({ get, talk }: Open, { id }: IDataObject) {
	const query = `after=${Number(id)}&before=${Number(id) + 1}`;
	const { payload } = await get(`conversations/${talk.id}/messages?${query}`);
	const [row] = payload as IDataObject[];
	const { external_error } = row.content_attributes as IDataObject;
	return [row.status, row.source_id, external_error];
}

test('hands a text over after a time', async () => {
	const on = await open('WhatsApp Cloud');
	const sent = await on.post({ content: 'Hello' });
	expect([sent.status, sent.source_id]).toEqual(['sent', null]);
	expect(await stateOf(on, sent)).toEqual(['sent', null, undefined]);
	on.after(400);
	expect(await stateOf(on, sent)).toEqual(['sent', `source-${Number(sent.id)}`, undefined]);
	expect(on.received()).toEqual([{ text: 'Hello' }]);
	const conversation = await on.get(`conversations/${on.talk.id}`);
	expect(conversation.last_non_activity_message).toMatchObject({
		source_id: `source-${Number(sent.id)}`,
	});
});

test('lets a text overtake a file, and a file the file before it', async () => {
	const on = await open('Telegram');
	await on.post({ content: 'One' }, ['a.png', 'image/png']);
	await on.post({ content: 'Two' }, ['b.png', 'image/png']);
	await on.post({ content: 'Three' });
	expect(on.received().map(({ text, files }) => text ?? files?.[0])).toEqual([
		...['Three', 'Two', 'image b.png', 'One', 'image a.png'],
	]);
});

test('keeps the order of messages that wait for each other', async () => {
	const on = await open('Facebook');
	for (const content of ['One', 'Two']) {
		const sent = await on.post({ content });
		on.after(400);
		expect((await stateOf(on, sent))[1]).not.toBeNull();
	}
	expect(on.received()).toEqual([{ text: 'One' }, { text: 'Two' }]);
	await on.post({ content: 'Three' });
	await on.post({ content: 'Four' });
	expect(on.received().slice(2)).toEqual([{ text: 'Four' }, { text: 'Three' }]);
});

test('shows a failure with the words of the provider', async () => {
	const on = await open('Twilio SMS');
	const sent = await on.post({ content: 'x'.repeat(1601) });
	on.after(400);
	expect(await stateOf(on, sent)).toEqual(['failed', null, expect.stringContaining('21617')]);
	expect(on.received()).toEqual([]);
});

test.each([
	['4.10', 'Template not found or invalid template name'],
	['4.16', 'The messaging window is closed: only template messages can be sent'],
] as const)('refuses a text in a closed window of %s', async (release, error) => {
	const on = await open('WhatsApp 360dialog', release, true);
	expect((await on.get(`conversations/${on.talk.id}`)).can_reply).toBe(false);
	const sent = await on.post({ content: 'Hello' });
	on.after(400);
	expect(await stateOf(on, sent)).toEqual(['failed', null, error]);
});

test('reports a failure later for what the provider took first', async () => {
	const on = await open('WhatsApp Cloud');
	const sent = await on.post({}, ['a.webp', 'image/webp']);
	on.after(4600);
	expect((await stateOf(on, sent))[0]).toBe('sent');
	on.after(400);
	expect((await stateOf(on, sent))[0]).toBe('failed');
});

test.each([
	['LINE', 'delivered', false],
	['TikTok', 'delivered', true],
	['Website', 'sent', false],
] as const)('%s shows %s when it has a message', async (name, status, hasSourceId) => {
	const on = await open(name);
	const sent = await on.post({ content: 'Hello' });
	on.after(400);
	const [shown, source] = await stateOf(on, sent);
	expect([shown, source !== null]).toEqual([status, hasSourceId]);
});

test.each<[ChannelName, Release, IDataObject, Array<[string, string]>, Shown[]]>([
	[
		'WhatsApp Cloud',
		'4.16',
		{ content: 'Look' },
		[
			['a.png', 'image/png'],
			['b.mp3', 'audio/mpeg'],
		],
		[{ files: ['audio b.mp3'] }],
	],
	[
		'WhatsApp Cloud',
		'4.10',
		{ content: 'Look' },
		[
			['a.png', 'image/png'],
			['b.mp3', 'audio/mpeg'],
		],
		[{ text: 'Look', files: ['image a.png'] }],
	],
	[
		'Instagram',
		'4.16',
		{ content: 'Look' },
		[['a.png', 'image/png']],
		[{ files: ['image a.png'] }, { text: 'Look' }],
	],
	['LINE', '4.16', { content: 'Listen' }, [['b.mp3', 'audio/mpeg']], []],
	['TikTok', '4.16', { content: 'Look' }, [['a.png', 'image/png']], []],
	['Telegram', '4.16', { content: '<div>x</div>' }, [], []],
	[
		'Bandwidth',
		'4.16',
		{ content: '[a](https://b.example)' },
		[],
		[{ text: 'a https://b.example' }],
	],
	['Facebook', '4.16', { content: '[a](https://b.example)' }, [], [{ text: 'https://b.example' }]],
])('%s of %s loses what Chatwoot loses of %j', async (name, release, body, files, shown) => {
	const on = await open(name, release);
	await on.post(body, ...files);
	expect(on.received()).toEqual(shown);
});

test('sends an email to whom the newest message goes', async () => {
	const on = await open('Email');
	await on.post({ content: 'Yours' }, ['a.pdf', 'application/pdf']);
	await on.post({ content: 'Other', to_emails: 'other@x.example' });
	expect(on.received().map(({ text, to }) => [text, to])).toEqual([
		['Other', ['other@x.example']],
		['Yours', ['other@x.example']],
	]);
});

test('a new conversation on Telegram has no chat, and none begins before the contact', async () => {
	const on = await open('Telegram');
	const begin = async (contact_id: unknown) =>
		await fetch(`${await on.fake.start()}/api/v1/accounts/1/conversations`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ contact_id, inbox_id: on.channel.inbox.id }),
		});
	expect((await begin(on.fake.contact().id)).status).toBe(500);
	const { id } = (await (await begin(on.talk.contact_id)).json()) as Row;
	const sent = on.channel.received(id);
	expect(sent).toEqual([]);
	expect(on.fake.conversations.find((row) => row.id === id)?.additional_attributes).toEqual({});
});
