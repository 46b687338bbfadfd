import type { IDataObject } from 'n8n-workflow';
import { channels, type Channel } from '../../../nodes/shared/channels/channels';
import { planned, type Outgoing, type PlanOptions } from '../../../nodes/shared/channels/plan';
import type { Upload } from '../../../nodes/shared/formats/form';

const upload = (fileName: string, mimeType: string, content = Buffer.from('x')): Upload => ({
	...{ name: 'attachments[]', fileName, mimeType, content },
});
const picture = upload('a.png', 'image/png');
const photo = upload('b.jpg', 'image/jpeg');
const song = upload('song.mp3', 'audio/mpeg');
const speech = upload('speech.ogg', 'audio/ogg');
const letter = upload('letter.pdf', 'application/pdf');
const clip = upload('clip.mp4', 'video/mp4');

const optionsOf = (...items: Array<[title: string, value?: string]>): IDataObject => ({
	content: 'Which one?',
	content_type: 'input_select',
	content_attributes: { items: items.map(([title, value = title]) => ({ title, value })) },
});
const numbered = (count: number) =>
	Array.from({ length: count }, (_, index): [string] => [`Option ${index}`]);
const withReply = (body: IDataObject): IDataObject => ({
	...body,
	content_attributes: { ...(body.content_attributes as object), in_reply_to: 7 },
});

const planOf = (channel: string, body: IDataObject, files?: Upload[], options?: PlanOptions) =>
	planned({ body, ...(files ? { files } : {}) }, channels[channel], options);

/** A message as `text + file file`. */
const shown = ({ body, files = [] }: Outgoing): string => {
	const blobs = (body.attachments ?? []) as string[];
	const names = [...files.map(({ fileName }) => fileName), ...blobs].join(' ');
	const text = String(body.content ?? '') + (body.content_type === 'input_select' ? ' ?' : '');
	return [text, names].filter(Boolean).join(' + ');
};
const messagesOf = (...wish: Parameters<typeof planOf>) => planOf(...wish).messages.map(shown);
const hintsOf = (...wish: Parameters<typeof planOf>) => planOf(...wish).hints;

/** The error of a plan, and its field. */
function refusal(...wish: Parameters<typeof planOf>): string | undefined {
	try {
		planOf(...wish);
		return undefined;
	} catch (error) {
		const { message, fields } = error as { message: string; fields: string[] };
		return `${fields.join()}: ${message}`;
	}
}

const LIMITS: Array<[channel: string, most: number, letter: string]> = [
	['whatsapp_cloud', 4096, 'x'],
	['whatsapp_360dialog', 4096, 'x'],
	['twilio_whatsapp', 1600, 'x'],
	['twilio_sms', 1600, 'x'],
	['bandwidth', 2048, 'x'],
	['telegram', 4096, 'x'],
	['facebook', 2000, 'x'],
	['instagram', 500, 'я'],
	['line', 5000, 'x'],
	['line', 2500, '🙂'],
	['tiktok', 6000, 'x'],
];

test.each(LIMITS)('splits a text on %s above %s of %s', (channel, most, letter) => {
	const text = letter.repeat(most);
	expect(messagesOf(channel, { content: text })).toEqual([text]);
	expect(messagesOf(channel, { content: text + letter })).toEqual([text, letter]);
});

test.each(['email', 'api', 'website'])('does not split a text on %s', (channel) => {
	expect(messagesOf(channel, { content: 'x'.repeat(20_000) })).toHaveLength(1);
});

test('leaves room for what Liquid variables are filled with, and does not cut them', () => {
	const text = 'x'.repeat(4070);
	const variable = '{{ contact.name }}';
	expect(messagesOf('whatsapp_cloud', { content: `${text} ${variable}` })).toEqual([
		text,
		variable,
	]);
	expect(messagesOf('whatsapp_cloud', { content: `Hi ${variable}` })).toHaveLength(1);
});

test('keeps Liquid variables and conditions whole, also where a part is short', () => {
	const longest = { longest: 20 };
	const parts = (content: string) => messagesOf('email', { content }, [], longest);
	expect(parts('Hi {{ contact.name }}, see you')).toEqual([
		'Hi',
		'{{ contact.name }}',
		', see you',
	]);
	const text = `${'x'.repeat(4080)} {% if contact.name %}Hi {{contact.name}}{% endif %}`;
	expect(messagesOf('whatsapp_cloud', { content: text })[1]).toBe(
		'{% if contact.name %}Hi {{contact.name}}{% endif %}',
	);
	for (const content of ['{%'.repeat(75_000), '%}{%'.repeat(37_500), '{{'.repeat(75_000)])
		expect(messagesOf('telegram', { content }).join('')).toBe(content);
});

test("splits at the user's length, at most the channel's, and at paragraphs", () => {
	const longest = { longest: 20 };
	expect(messagesOf('email', { content: 'one two three four five six' }, [], longest)).toEqual([
		'one two three four',
		'five six',
	]);
	const tooLong = 'x'.repeat(1700);
	expect(messagesOf('twilio_sms', { content: tooLong }, [], { longest: 5000 })).toHaveLength(2);
	const byParagraph = { byParagraph: true };
	expect(messagesOf('website', { content: 'a\n\nb' }, [picture], byParagraph)).toEqual([
		'a',
		'b + a.png',
	]);
});

const FILES: Array<[channel: string, files: Upload[], messages: string[]]> = [
	['whatsapp_cloud', [picture, letter, song], ['Hi + a.png', 'letter.pdf', 'song.mp3']],
	['whatsapp_cloud', [song, picture], ['Hi', 'song.mp3', 'a.png']],
	['whatsapp_360dialog', [letter, picture], ['Hi + letter.pdf', 'a.png']],
	['twilio_whatsapp', [picture, clip], ['Hi + a.png', 'clip.mp4']],
	['twilio_whatsapp', [letter], ['Hi', 'letter.pdf']],
	['twilio_whatsapp', [song], ['Hi', 'song.mp3']],
	['twilio_sms', [picture, song], ['Hi + a.png song.mp3']],
	[
		'bandwidth',
		Array<Upload>(11).fill(picture),
		[`Hi + ${Array(10).fill('a.png').join(' ')}`, 'a.png'],
	],
	[
		'telegram',
		[picture, clip, song, letter, letter, photo],
		['Hi + a.png clip.mp4', 'song.mp3', 'letter.pdf', 'letter.pdf', 'b.jpg'],
	],
	[
		'telegram',
		Array<Upload>(11).fill(picture),
		[`Hi + ${Array(10).fill('a.png').join(' ')}`, 'a.png'],
	],
	['facebook', [song, letter], ['Hi + song.mp3', 'letter.pdf']],
	['instagram', [picture, song], ['Hi', 'a.png', 'song.mp3']],
	['line', [picture, clip, photo, picture, picture], ['Hi + a.png clip.mp4 b.jpg a.png', 'a.png']],
	['tiktok', [picture, photo], ['Hi', 'a.png', 'b.jpg']],
	['email', [picture, song, letter], ['Hi + a.png song.mp3 letter.pdf']],
	['api', [picture, song], ['Hi + a.png song.mp3']],
	['website', [picture, song], ['Hi + a.png song.mp3']],
];

test.each(FILES)('sends a text with files on %s', (channel, files, messages) => {
	expect(messagesOf(channel, { content: 'Hi' }, files)).toEqual(messages);
});

test('sends five files without a text on LINE in one message', () => {
	const files = Array<Upload>(5).fill(picture);
	expect(planOf('line', {}, files).messages).toHaveLength(1);
});

test('cuts off a caption that is too long as a message before', () => {
	const most = 'x'.repeat(1024);
	expect(messagesOf('whatsapp_cloud', { content: most }, [picture])).toEqual([`${most} + a.png`]);
	expect(messagesOf('whatsapp_cloud', { content: `${most}x` }, [picture])).toEqual([
		`${most}x`,
		'a.png',
	]);
});

test('sends uploaded files one by one where the channel wants it, and never a text with them', () => {
	const body = { content: 'Hi', attachments: ['blob1', 'blob2'] };
	expect(messagesOf('whatsapp_cloud', body)).toEqual(['Hi', 'blob1', 'blob2']);
	expect(messagesOf('telegram', body)).toEqual(['Hi + blob1', 'blob2']);
	expect(messagesOf('email', body)).toEqual(['Hi + blob1 blob2']);
});

test('sends options after the files, if the channel sends only one of them', () => {
	const body = withReply(optionsOf(['Yes']));
	const { messages } = planOf('whatsapp_cloud', body, [picture]);
	expect(messages).toEqual([
		{ body: { content_attributes: { in_reply_to: 7 } }, files: [picture] },
		{ body: optionsOf(['Yes']) },
	]);
	expect(messagesOf('line', optionsOf(['Yes']), [picture])).toEqual(['a.png', 'Which one? ?']);
	expect(messagesOf('telegram', optionsOf(['Yes']), [song])).toEqual(['Which one? ? + song.mp3']);
	expect(messagesOf('website', optionsOf(['Yes']), [song])).toEqual(['Which one? ? + song.mp3']);
});

test('keeps other fields in every message, and quotes in the first', () => {
	const body = { content: 'Hi', sender_id: 3, content_attributes: { in_reply_to: 7, key: 1 } };
	const bodies = planOf('whatsapp_cloud', body, [song]).messages.map((message) => message.body);
	expect(bodies).toEqual([body, { sender_id: 3, content_attributes: { key: 1 } }]);
});

test('sends the voice message flag only with audio, and only if it is on', () => {
	const flags = (value: boolean | undefined) =>
		planOf('whatsapp_cloud', { is_voice_message: value }, [picture, speech]).messages.map(
			({ body }) => ('is_voice_message' in body ? body.is_voice_message : 'none'),
		);
	expect(flags(true)).toEqual(['none', true]);
	expect(flags(false)).toEqual(['none', 'none']);
	expect(flags(undefined)).toEqual(['none', 'none']);
});

test('passes on private notes, and incoming and activity messages', () => {
	for (const extra of [
		{ private: true },
		{ message_type: 'incoming' },
		{ message_type: 'activity' },
	]) {
		const wish = { body: { content: 'x'.repeat(5000), source_id: 'a', ...extra }, files: [song] };
		expect(planned(wish, channels.line)).toEqual({ messages: [wish], hints: [] });
	}
});

test('sends one message with a hint on a channel that is not known', () => {
	const plan = planned({ body: { content: 'x'.repeat(9000) }, files: [song] }, undefined);
	expect(plan.messages).toHaveLength(1);
	expect(plan.hints).toEqual([
		'This package does not know the channel of the conversation: check whether the customer gets the whole message.',
	]);
});

test('sends the words of Email HTML as text', () => {
	const html = '<head><style>a{}</style></head><p>Dear <b>Ana</b></p>\n<p>See you &amp; Bo</p>';
	expect(planOf('email', { email_html_content: html }).messages).toEqual([
		{ body: { email_html_content: html, content: 'Dear Ana\nSee you & Bo' } },
	]);
	const body = { email_html_content: '<p>x</p>', content: 'y' };
	expect(planOf('email', body).messages).toEqual([{ body }]);
});

const big = (megabytes: number, name: string, type: string) =>
	upload(name, type, Buffer.alloc(megabytes * 1024 * 1024 + 1));
const template = { template_params: { name: 'hello' } };
const NOTHING = 'content: There is nothing to send: fill in Text, or add a file or a template';

const REFUSED: Array<[channel: string, body: IDataObject, files: Upload[], words: string]> = [
	['whatsapp_cloud', { content: ' \n' }, [], 'content: Text is blank'],
	['telegram', {}, [], NOTHING],
	['api', {}, [], NOTHING],
	['facebook', { email_html_content: '<p>x</p>' }, [], NOTHING],
	[
		'line',
		{},
		[song],
		'attachments: LINE shows only pictures and videos: song.mp3 is an audio file',
	],
	[
		'line',
		{},
		[letter],
		'attachments: LINE shows only pictures and videos: letter.pdf is a document',
	],
	['tiktok', {}, [clip], 'attachments: TikTok shows only pictures: clip.mp4 is a video'],
	...['webp', 'gif', 'bmp'].map((type): (typeof REFUSED)[number] => [
		'whatsapp_cloud',
		{},
		[upload(`a.${type}`, `image/${type}`)],
		`attachments: WhatsApp shows only JPEG and PNG pictures: a.${type} is image/${type}`,
	]),
	[
		'instagram',
		{},
		[upload('a.txt', 'text/plain')],
		'attachments: Instagram shows only PDF documents: a.txt is text/plain',
	],
	[
		'whatsapp_cloud',
		{},
		[big(5, 'a.png', 'image/png')],
		'attachments: a.png has 5.0 MB: WhatsApp accepts pictures up to 5 MB',
	],
	[
		'bandwidth',
		{},
		[big(3.5, 'a.mp3', 'audio/mpeg')],
		'attachments: a.mp3 has 3.5 MB: SMS (Bandwidth) accepts audio files up to 3.5 MB',
	],
	[
		'whatsapp_cloud',
		optionsOf(...numbered(11)),
		[],
		'items: WhatsApp shows at most 10 options; there are 11',
	],
	[
		'facebook',
		optionsOf(...numbered(14)),
		[],
		'items: Facebook shows at most 13 options; there are 14',
	],
	[
		'whatsapp_cloud',
		optionsOf(['Yes'], ['x'.repeat(21)]),
		[],
		'items: Option 2 has 21 characters; WhatsApp shows at most 20 with up to 3 options, otherwise 24',
	],
	[
		'whatsapp_cloud',
		optionsOf(...numbered(3), ['x'.repeat(25)]),
		[],
		'items: Option 4 has 25 characters; WhatsApp shows at most 20 with up to 3 options, otherwise 24',
	],
	[
		'facebook',
		optionsOf(['x'.repeat(21)]),
		[],
		'items: Option 1 has 21 characters; Facebook shows at most 20',
	],
	[
		'whatsapp_360dialog',
		optionsOf(['Yes', '1'], ['Yes', '2']),
		[],
		'items: WhatsApp (360dialog) refuses options with the same title: "Yes" is there twice',
	],
	[
		'whatsapp_cloud',
		optionsOf(['Yes', 'v'.repeat(257)]),
		[],
		'items: The value of option 1 has 257 characters; WhatsApp accepts at most 256',
	],
	[
		'whatsapp_cloud',
		optionsOf(...numbered(3), ['Yes', 'v'.repeat(201)]),
		[],
		'items: The value of option 4 has 201 characters; WhatsApp accepts at most 200',
	],
	[
		'telegram',
		optionsOf(['Yes', 'я'.repeat(33)]),
		[],
		'items: The value of option 1 has 66 bytes; Telegram accepts at most 64',
	],
	[
		'whatsapp_cloud',
		{ ...optionsOf(['Yes']), content: 'x'.repeat(1025) },
		[],
		'content: Text has 1,025 characters; WhatsApp shows at most 1,024 above options',
	],
	...['whatsapp_cloud', 'telegram', 'facebook', 'line'].map((channel): (typeof REFUSED)[number] => [
		channel,
		{ ...optionsOf(['Yes']), content: '' },
		[],
		'content: Options need a Text',
	]),
	...(
		[
			['twilio_whatsapp', 'WhatsApp (Twilio)'],
			['twilio_sms', 'SMS (Twilio)'],
			['bandwidth', 'SMS (Bandwidth)'],
			['instagram', 'Instagram'],
			['tiktok', 'TikTok'],
			['email', 'Email'],
		] as const
	).map(([channel, name]): (typeof REFUSED)[number] => [
		channel,
		optionsOf(['Yes']),
		[],
		`content_kind: ${name} shows no options: only the text would be sent. Write them into Text instead`,
	]),
	...(
		[
			['cards', 'cards'],
			['form', 'forms'],
			['article', 'articles'],
			['input_email', 'question for the email address'],
		] as const
	).flatMap(([content_type, words]) =>
		Object.entries(channels)
			.filter(([, { isInteractive }]) => !isInteractive)
			.map(([channel, { name }]): (typeof REFUSED)[number] => [
				channel,
				{ content: 'Hi', content_type },
				[],
				`content_kind: ${name === 'email' ? 'Email' : name} shows no ${words}: only the text would be sent`,
			]),
	),
	[
		'email',
		{ content: 'Hi', content_type: 'input_csat' },
		[],
		'content_kind: Email has no CSAT survey: the customer would get a message without the link',
	],
	[
		'facebook',
		{ content_type: 'input_csat' },
		[],
		'content: The CSAT survey needs a Text: on Facebook, nothing is sent without it',
	],
	[
		'whatsapp_cloud',
		template,
		[picture],
		'template_params: A template takes no file: use media_url of its header',
	],
	[
		'twilio_whatsapp',
		{ ...template, attachments: ['blob'] },
		[],
		'template_params: A template takes no file: use media_url of its header',
	],
	[
		'whatsapp_cloud',
		{ ...optionsOf(['Yes']), ...template },
		[],
		'template_params: A template is sent without options, cards, forms and surveys: send them as another message',
	],
	...(
		[
			['twilio_sms', 'SMS (Twilio)'],
			['telegram', 'Telegram'],
			['email', 'Email'],
			['website', 'Website'],
		] as const
	).map(([channel, name]): (typeof REFUSED)[number] => [
		channel,
		template,
		[],
		`template_params: ${name} has no templates: remove the template`,
	]),
	[
		'whatsapp_cloud',
		{ content: 'Hi', source_id: 'x' },
		[],
		'source_id: Source ID can only be set in API inboxes: in WhatsApp inboxes, Chatwoot takes the message for one that came from the channel, and sends nothing',
	],
	[
		'email',
		{ content: 'Hi', message_type: 'template' },
		[],
		'message_type: Chatwoot sends no message of the type Template by email',
	],
	[
		'line',
		{ content: 'Hi', to_emails: 'a@example.com' },
		[],
		'to_emails: To only applies in email inboxes: in LINE inboxes, the contact would get the message',
	],
	[
		'email',
		{ content: 'Hi', email_html_content: '<p>{{contact.name}} {{contact.nickname}}</p>' },
		[],
		'email_html_content: Email HTML contains {{contact.nickname}}, which is not filled in: only variables such as {{contact.name}} are. Use an expression instead',
	],
	[
		'email',
		{ email_html_content: '<img src="a.png">' },
		[],
		'content: Email HTML has no words: fill in Text, otherwise the email is empty',
	],
	...['<div>Hi</div>', '---', '<br>'].map((content): (typeof REFUSED)[number] => [
		'whatsapp_cloud',
		{ content },
		[],
		'content: Nothing would be left of Text: Chatwoot removes HTML and lines such as --- from it. Write it as Markdown',
	]),
];

test.each(REFUSED)('refuses on %s: %j', (channel, body, files, words) => {
	expect(refusal(channel, body, files)).toBe(words);
});

test('accepts what is just within the limits of a channel', () => {
	const bodies: Array<[string, IDataObject]> = [
		['whatsapp_cloud', optionsOf(...numbered(9), ['x'.repeat(24), 'v'.repeat(200)])],
		['whatsapp_cloud', optionsOf(['🙂'.repeat(20), 'v'.repeat(256)])],
		['whatsapp_cloud', { ...optionsOf(...numbered(4)), content: 'x'.repeat(1025) }],
		['telegram', optionsOf(['x'.repeat(99), 'я'.repeat(32)])],
		['facebook', optionsOf(...numbered(13))],
		['api', { content: 'Hi', source_id: 'x', ...template }],
		['website', { content: 'Hi', source_id: 'x' }],
		['website', { content_type: 'form' }],
		['whatsapp_cloud', template],
		['email', { content: 'Hi', email_html_content: '<p>x</p>' }],
	];
	expect(bodies.map(([channel, body]) => refusal(channel, body))).toEqual(
		bodies.map(() => undefined),
	);
	const file = upload('a.png', 'image/png', Buffer.alloc(5 * 1024 * 1024));
	expect(refusal('whatsapp_cloud', {}, [file])).toBeUndefined();
});

const RETURNS = 'returns the title of the option that the customer chooses, not its value.';
const notQuoted = (where: string) =>
	`The customer does not see which message is answered: the quotation is not sent ${where}.`;
const chosen = optionsOf(['Yes', '1']);

const HINTS: Array<[channel: string, body: IDataObject, files: Upload[], hints: string[]]> = [
	['whatsapp_cloud', chosen, [], [`WhatsApp ${RETURNS}`]],
	['facebook', chosen, [], [`Facebook ${RETURNS}`]],
	['whatsapp_cloud', optionsOf(['Yes']), [], []],
	['telegram', chosen, [], []],
	['line', chosen, [], []],
	['whatsapp_cloud', withReply({ content: 'Hi' }), [], []],
	['whatsapp_cloud', withReply(optionsOf(['Yes'])), [], [notQuoted('together with options')]],
	...['telegram', 'tiktok', 'api', 'website'].map((channel): (typeof HINTS)[number] => [
		channel,
		withReply({ content: 'Hi' }),
		[],
		[],
	]),
	...(
		[
			['whatsapp_360dialog', 'WhatsApp (360dialog)'],
			['twilio_whatsapp', 'WhatsApp (Twilio)'],
			['facebook', 'Facebook'],
			['instagram', 'Instagram'],
			['line', 'LINE'],
			['email', 'email'],
		] as const
	).map(([channel, name]): (typeof HINTS)[number] => [
		channel,
		withReply({ content: 'Hi' }),
		[],
		[notQuoted(`in ${name} inboxes`)],
	]),
	['whatsapp_cloud', { is_voice_message: true }, [speech], []],
	[
		'whatsapp_cloud',
		{ is_voice_message: true },
		[song],
		['Only OGG files with Opus are sent as voice messages: song.mp3 is sent as an audio file.'],
	],
	[
		'telegram',
		{ is_voice_message: true },
		[speech, picture],
		['Telegram inboxes have no voice messages: speech.ogg is sent as an audio file.'],
	],
	[
		'api',
		{ is_voice_message: true },
		[song],
		['API inboxes have no voice messages: song.mp3 is sent as an audio file.'],
	],
	...['whatsapp_cloud', 'telegram', 'facebook', 'api'].map((channel): (typeof HINTS)[number] => [
		channel,
		{ content: 'Rate us', content_type: 'input_csat' },
		[],
		[
			'The customer does not see Text: Chatwoot sends its own words with the link to the CSAT survey.',
		],
	]),
	['website', { content: 'Rate us', content_type: 'input_csat' }, [], []],
	['twilio_sms', { content: 'x'.repeat(320) }, [], []],
	[
		'bandwidth',
		{ content: 'x'.repeat(1321) },
		[],
		['The SMS has 1,321 characters and is charged as several parts.'],
	],
	[
		'website',
		{ content: 'Hi', cc_emails: 'a@example.com', bcc_emails: 'b@example.com' },
		[],
		[
			'CC was ignored: it only applies in email inboxes.',
			'BCC was ignored: it only applies in email inboxes.',
		],
	],
	[
		'line',
		{ content: 'Hi', email_html_content: '<p>x</p>' },
		[],
		['Email HTML was ignored: it only applies in email inboxes.'],
	],
	[
		'whatsapp_cloud',
		{ content: 'Dear <name>, hi' },
		[],
		[
			'The customer does not see <name>: Chatwoot removes HTML from the text, and whole paragraphs that begin with a tag such as <p>. Put a backslash before < to keep it.',
		],
	],
	['api', { content: 'Dear <name>, hi' }, [], []],
	['email', { content: '<p>x</p>', email_html_content: '<p>x</p>' }, [], []],
];

test.each(HINTS)('shows hints on %s: %j', (channel, body, files, hints) => {
	expect(hintsOf(channel, body, files)).toEqual(hints);
});

test('refuses what a form cannot contain before the first message', () => {
	const body = { content: 'x'.repeat(1500), campaign_id: 3 };
	expect(refusal('whatsapp_cloud', body, [picture])).toMatch(
		/^campaign_id: campaign_id cannot be sent/,
	);
});

test('has a name and limits that make sense for every channel', () => {
	const all: Channel[] = Object.values(channels);
	expect(all).toHaveLength(13);
	expect(new Set(all.map(({ name }) => name)).size).toBe(13);
});
