import type { Channel } from '../fake/channels';
import { channelNames, type ChannelName, type Choice } from '../fake/providers';
import type { Wanted, WorkflowFile } from './customerView';

const file = (as: WorkflowFile['as'], name: string, type: string, size = 20): WorkflowFile => ({
	...{ as, name, type, size },
});
export const picture = file('image', 'a.png', 'image/png');
const photo = file('image', 'b.jpg', 'image/jpeg');
export const song = file('audio', 'song.mp3', 'audio/mpeg');
const speech = file('audio', 'speech.ogg', 'audio/ogg');
const letter = file('document', 'letter.pdf', 'application/pdf');
const clip = file('video', 'clip.mp4', 'video/mp4');

const numbered = (count: number): Choice[] =>
	Array.from({ length: count }, (_, index) => ({
		title: `Option ${index + 1}`,
		value: `Option ${index + 1}`,
	}));
const question = (options: Choice[], more: Partial<Wanted> = {}): Wanted => ({
	...{ text: 'Which one?', kind: 'input_select', options },
	...more,
});
const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
const pictures = (count: number) =>
	Array.from({ length: count }, (_, index) => file('image', `${index}.png`, 'image/png'));

/** A kind of message that operations send. */
export interface Kind {
	wanted: Wanted[];
	/** Where it is sent: by default to a contact who has just written. */
	at?: 'closed window' | 'stranger' | 'resolved conversation';
	provider?: Channel['mode'];
	only?: ChannelName[];
	/** It is no success to refuse this, or to fail. */
	arrives?: true;
	/** Whether Chatwoot 4.10 sends it differently. */
	differs?: true;
}

const WITH_WINDOW: ChannelName[] = [
	...(['WhatsApp Cloud', 'WhatsApp 360dialog', 'Twilio WhatsApp', 'Facebook'] as const),
	'Instagram',
];
/** Those that send several files at once. */
const SEVERAL_FILES: ChannelName[] = ['Twilio SMS', 'Bandwidth', 'Telegram', 'LINE', 'Email'];
/** An API inbox passes on what it gets, whatever the template is. */
const NOT_API = channelNames.filter((name) => name !== 'API');
const TEMPLATES: ChannelName[] = ['WhatsApp Cloud', 'WhatsApp 360dialog'];

/** An API inbox and the widget count as handed over at once. */
const REPORTING = channelNames.filter((name) => name !== 'API' && name !== 'Website');

const CARD = {
	...{ title: 'Shirt', description: 'Blue', media_url: 'https://shop.example/s.png' },
	actions: [{ type: 'link', text: 'Open', uri: 'https://shop.example' }],
};
const FORM_ITEM = {
	...{ name: 'email', placeholder: 'E-mail', type: 'email', label: 'E-mail' },
	...{ required: true, pattern_error: 'no' },
};
const ARTICLE = { title: 'Help', description: 'Read', link: 'https://shop.example/help' };

const one = (wanted: Wanted, more: Omit<Kind, 'wanted'> = {}): Kind => ({
	wanted: [wanted],
	...more,
});

export const KINDS: Record<string, Kind> = {
	text: one({ text: 'Hello Ana' }, { arrives: true, differs: true }),
	'long text': one({ text: words(1800) }, { arrives: true }),
	'text in Cyrillic': one({ text: 'Привет '.repeat(130).trim() }, { arrives: true }),
	'text that Liquid makes longer': one({
		text: `${'x'.repeat(4080)} {{contact.name}}`,
		words: `${'x'.repeat(4080)} Ana Amelie Amaryllis`,
	}),
	'blank text': one({ text: ' \n ' }),
	nothing: one({}),
	'text with HTML': one({ text: '<b>Hello</b> <i>Ana</i>' }),
	'text that begins with HTML': one({ text: '<div>Hello</div>\nSee you' }),
	'text with <name>': one({ text: 'Dear <name>, hi' }),
	'text with signs': one({ text: 'a < b & c, I <3 you' }),
	'only a rule': one({ text: '---' }),
	'link in Markdown': one({ text: 'Read [Terms](https://shop.example/t) first' }),
	'numbered list': one({ text: 'Steps\n\n1. open\n2. close' }, { differs: true }),
	picture: one({ files: [picture] }, { arrives: true }),
	'picture and text': one({ text: 'Look', files: [picture] }, { arrives: true }),
	'caption that is too long': one({ text: words(300), files: [picture] }),
	'two pictures': one({ files: [picture, photo] }, { arrives: true, differs: true }),
	'two pictures and text': one({ text: 'Look', files: [picture, photo] }, { arrives: true }),
	'files of all kinds': one(
		{ text: 'Look', files: [letter, picture, song, clip] },
		{ differs: true },
	),
	'eleven pictures': one({ text: 'Look', files: pictures(11) }, { only: SEVERAL_FILES }),
	audio: one({ files: [song] }, { differs: true }),
	'text and audio': one({ text: 'Listen', files: [song] }),
	'text and document': one({ text: 'Read', files: [letter] }),
	'voice OGG': one({ files: [speech], isVoice: true }, { differs: true }),
	'voice MP3': one({ files: [song], isVoice: true }, { differs: true }),
	WebP: one({ files: [file('image', 'a.webp', 'image/webp')] }),
	'empty file': one({ text: 'Here', files: [file('document', 'empty.txt', 'text/plain', 0)] }),
	'file of unknown type': one({
		files: [file('audio', 'song.mp3', 'application/octet-stream')],
	}),
	'type in capitals': one({ files: [file('image', 'a.png', 'IMAGE/PNG')] }),
	'uploaded files': one({ text: 'Look', uploaded: [picture, song] }, { differs: true }),
	'2 options': one(question(numbered(2))),
	'3 options': one(question(numbered(3))),
	'4 options': one(question(numbered(4))),
	'10 options': one(question(numbered(10))),
	'11 options': one(question(numbered(11))),
	'14 options': one(question(numbered(14))),
	'options with equal titles': one(
		question([
			{ title: 'Yes', value: '1' },
			{ title: 'Yes', value: '2' },
		]),
	),
	'options with values': one(
		question([
			{ title: 'Yes', value: 'y' },
			{ title: 'No', value: 'n' },
		]),
	),
	'option with a long title': one(question([{ title: 'x'.repeat(38), value: 'x' }])),
	'option with a long value': one(question([{ title: 'Yes', value: 'я'.repeat(150) }])),
	'options without text': one(question(numbered(2), { text: '' })),
	'options below a long text': one(question(numbered(2), { text: words(300) })),
	'options and a file': one(question(numbered(2), { files: [picture] })),
	'options and audio': one(question(numbered(2), { files: [song] })),
	'options in a reply': one(question(numbered(2), { quotes: true })),
	cards: one({ text: 'Look', kind: 'cards', items: [CARD] }),
	form: one({ text: 'Fill in', kind: 'form', items: [FORM_ITEM] }),
	article: one({ text: 'Read', kind: 'article', items: [ARTICLE] }),
	'question for the email address': one({ text: 'Your email?', kind: 'input_email' }),
	survey: one({ text: 'How was it?', kind: 'input_csat' }),
	'survey without text': one({ text: '', kind: 'input_csat' }),
	reply: one({ text: 'Yes', quotes: true }),
	'reply with a file': one({ text: 'Yes', files: [picture], quotes: true }),
	template: one({ template: ['Ana', 'A7'] }, { only: TEMPLATES }),
	'template in a closed window': one(
		{ template: ['Ana', 'A7'] },
		{ only: TEMPLATES, at: 'closed window' },
	),
	'template and a file': one({ template: ['Ana', 'A7'], files: [picture] }, { only: TEMPLATES }),
	'template as JSON with {}': one(
		{
			template: ['Ana', 'A7'],
			templateJson: {
				...{ name: 'order_update', language: 'en' },
				processed_params: { body: { 1: 'Ana' }, buttons: [{}, { type: 'url', parameter: 'A7' }] },
			},
		},
		{ only: NOT_API },
	),
	'unknown template': one(
		{
			template: ['Ana', 'A7'],
			templateJson: { name: 'other', language: 'en', processed_params: { body: { 1: 'Ana' } } },
		},
		{ only: NOT_API },
	),
	"a template in Twilio's form": one(
		{
			template: ['Ana'],
			templateJson: { name: 'order_update', language: 'en', processed_params: { 1: 'Ana' } },
		},
		{ only: ['Twilio WhatsApp'], arrives: true },
	),
	'email with HTML': one({ text: 'Hello Ana', html: '<p>Hello <b>Ana</b></p>' }),
	'email with HTML only': one({ html: '<p>Hello <b>Ana</b></p>', words: 'Hello Ana' }),
	'email with Liquid in HTML': one(
		{
			...{ text: 'Hello', html: '<p>Hello {{contact.name}}</p>' },
			words: 'Hello Ana Amelie Amaryllis',
		},
		{ only: ['Email'] },
	),
	'two emails to two people': {
		wanted: [
			{ text: 'For you', files: [letter] },
			{ text: 'For another', to: 'other@x.example' },
		],
		only: ['Email'],
	},
	'two emails, the first with a copy': {
		wanted: [
			{ text: 'For you', cc: 'copy@x.example' },
			{ text: 'And again', cc: 'other@x.example' },
		],
		only: ['Email'],
	},
	'four messages in a run': {
		wanted: [
			{ text: 'One', files: [picture] },
			{ text: 'Two' },
			{ text: 'Three', files: [photo] },
			{ text: 'Four' },
		],
		arrives: true,
	},
	'eight texts in a run': {
		wanted: Array.from({ length: 8 }, (_, index) => ({ text: `Text ${index}` })),
		arrives: true,
	},
	'source ID': one({ text: 'Hello', sourceId: 'ext-1' }),
	'type Template': one({ text: 'Hello', messageType: 'template' }),
	'closed window': one(
		{ text: 'Hello' },
		{ at: 'closed window', only: WITH_WINDOW, differs: true },
	),
	'file in a closed window': one(
		{ text: 'Hello', files: [picture] },
		{ at: 'closed window', only: WITH_WINDOW },
	),
	'contact who never wrote': one({ text: 'Hello' }, { at: 'stranger' }),
	'new conversation after a resolved one': one({ text: 'Hello' }, { at: 'resolved conversation' }),
	'new conversation in the chat of the one before': one(
		{ text: 'Hello' },
		{ at: 'resolved conversation', only: ['Telegram'], arrives: true },
	),
	'refused by the provider': one({ text: 'Hello' }, { provider: 'refuses', only: REPORTING }),
	'provider is down': one({ text: 'Hello' }, { provider: 'down', only: REPORTING }),
};
