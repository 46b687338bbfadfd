import type { IDataObject } from 'n8n-workflow';
import type { Release } from '../../truth/recordings';
import { textFor } from './channelTexts';

/**
 * What Chatwoot sends to the provider of each channel for one stored message, and what the customer sees of
 * it. Written from what real servers sent to stand-ins of the providers, and from what the providers
 * document as refused.
 */

export interface ChannelFile {
	name: string;
	/** As it was stored: Chatwoot compares it with upper and lower case. */
	type: string;
	size: number;
}

export interface Choice {
	title: string;
	value: string;
}

/** A message as Chatwoot stores it. */
export interface StoredMessage {
	text: string;
	/** `content_type` */
	kind: string;
	items: Choice[];
	files: ChannelFile[];
	/** ID of the message that it answers. */
	quotes?: number;
	isVoice: boolean;
	template?: IDataObject;
	html?: string;
	/** The addresses of an email, empty if it goes to the contact. */
	to: string[];
	cc: string[];
	/** Whether `message_type` is `template`. */
	isTemplateType: boolean;
}

/** The part of a message that the customer gets at once. */
export interface Shown {
	text?: string;
	/** Names, with what the phone shows them as. */
	files?: string[];
	options?: string[];
	/** Whether the title of the chosen option comes back instead of its value. */
	losesValues?: true;
	/** Cards, a form, articles, a question for the email address. */
	interactive?: string;
	/** With the link to the survey. */
	survey?: true;
	quotes?: number;
	isVoice?: true;
	/** Name of a template, with its values and buttons. */
	template?: string;
	to?: string[];
	cc?: string[];
}

/** Where a message is sent. */
export interface Place {
	release: Release;
	canReply: boolean;
	/** Whether the conversation knows its chat on Telegram and TikTok. */
	hasChat: boolean;
	/** Templates of the inbox. */
	templates: IDataObject[];
	/** Addresses of the contact and of the newest outgoing message, when the job runs. */
	contact: string;
	newest: Pick<StoredMessage, 'to' | 'cc'>;
	/** Each channel has its words of a survey. */
	surveyWords: string;
}

/** What comes of a message. */
export interface Departure {
	shown: Shown[];
	/** How Chatwoot shows that it was handed over. */
	mark: 'source ID' | 'delivered' | 'both' | 'nothing';
	/** The message is failed with these words, which may be empty. */
	error?: string;
	/** It is handed over, and failed when the provider reports. */
	errorLater?: string;
}

type Carry = (message: StoredMessage, place: Place) => Departure;

export interface Provider {
	/** Fields of the inbox by which Chatwoot knows it. */
	inbox: IDataObject;
	carry: Carry;
	/** Whether it takes nothing but templates after some time without a message of the contact. */
	hasWindow?: true;
	/** Whether only the contact can begin. */
	contactBegins?: true;
	/** Under which key conversations know their chat. */
	chatKey?: string;
	/** What becomes of a message if the provider answers 503 with a page of HTML. */
	down: 'sent' | 'failed' | 'failed without words';
	/** Whether nothing is between Chatwoot and the customer: no file takes longer, no source ID is kept back. */
	isDirect?: true;
	/** Whether two texts that are sent at once may change places. */
	swapsTexts?: true;
}

const MEGABYTE = 1024 * 1024;

const sent = (shown: Shown[], mark: Departure['mark'] = 'source ID'): Departure => ({
	shown,
	mark,
});
const failed = (error: string, shown: Shown[] = []): Departure => ({
	shown,
	mark: 'nothing',
	error,
});
const failedLater = (errorLater: string): Departure => ({
	...{ shown: [], mark: 'source ID', errorLater },
});
/** Chatwoot sends nothing and says nothing. */
const nothing = sent([], 'nothing');

const kindOf = ({ type }: ChannelFile) =>
	/^(image|video|audio)\//.exec(type)?.[1] ?? ('document' as const);
/** A file as the phone shows it by its type. */
const named = (file: ChannelFile) => `${kindOf(file)} ${file.name}`;
const KIND_OF_ENDING: Record<string, string> = {
	...{ png: 'image', jpg: 'image', webp: 'image', mp4: 'video', mp3: 'audio', ogg: 'audio' },
};
/** A file whose type is found by its name. */
export const attached = ({ name }: Pick<ChannelFile, 'name'>) =>
	`${KIND_OF_ENDING[name.split('.').at(-1) ?? ''] ?? 'document'} ${name}`;
const letters = (text: string) => [...text].length;
const isBlank = (text: string) => text.trim() === '';
const withText = (text: string, shown: Shown[]): Shown[] => (text ? [{ text }, ...shown] : shown);
const survey = ({ surveyWords }: Place): Shown => ({ text: surveyWords, survey: true });
const titlesOf = ({ items }: StoredMessage) => items.map(({ title }) => title);

/** The provider's text of a parameter, as Meta's answers have it. */
const INVALID = '(#131009) Parameter value is not valid';

function whatsAppOptions(text: string, message: StoredMessage): Departure {
	const { items } = message;
	const isList = items.length > 3;
	const titles = titlesOf(message);
	const [longestTitle, longestValue] = isList ? [24, 200] : [20, 256];
	const isRefused =
		items.length > 10 ||
		isBlank(text) ||
		(!isList && letters(text) > 1024) ||
		letters(text) > 4096 ||
		new Set(titles).size < titles.length ||
		items.some(
			({ title, value }) => letters(title) > longestTitle || letters(value) > longestValue,
		);
	return isRefused ? failed(INVALID) : sent([{ text, options: titles, losesValues: true }]);
}

/** The name and values of a message's template, and the inbox's template of that name. */
function templateIn({ template = {} }: StoredMessage, { templates }: Place) {
	const {
		name,
		language,
		processed_params: values = {},
	} = template as {
		name?: string;
		language?: string;
		processed_params?: IDataObject;
	};
	const known = templates.find((one) => one.name === name && one.language === language);
	return { name, values, known };
}

/** Text, values and buttons of a template of WhatsApp. */
function metaTemplate(message: StoredMessage, place: Place): Departure {
	const { name, known, values: params } = templateIn(message, place);
	if (!known) return failedLater('132001: Template name does not exist in the translation');
	const { body = {}, buttons = [] } = params as { body?: IDataObject; buttons?: IDataObject[] };
	// An empty object among the buttons makes Chatwoot take the whole for the old form, without buttons.
	if (buttons.some((button) => Object.keys(button).length === 0))
		return failedLater('132000: Number of parameters does not match');
	if (
		buttons.some(({ type, parameter }) => type === 'copy_code' && letters(String(parameter)) > 15)
	)
		return nothing;
	const values = Object.values(body).map(String);
	if (values.length !== known.values || values.some(isBlank))
		return failedLater('132000: Number of parameters does not match');
	if (values.some((value) => /[\n\t]| {5,}/.test(value)))
		return failed('132018: Parameters have characters that are not allowed');
	// Signs that Chatwoot takes out.
	const words = values.map((value) => value.replace(/[<>"']/g, '').slice(0, 1000));
	const open = buttons.flatMap(({ type, parameter }, index) =>
		type === 'quick_reply' ? [] : [`${index}=${String(parameter)}`],
	);
	return sent([{ template: [name, ...words, ...open].join(' ') }]);
}

const whatsApp =
	(isCloud: boolean): Carry =>
	(message, place) => {
		const { files, kind, quotes, isVoice, items } = message;
		const isNewer = place.release !== '4.10';
		if (message.template) return metaTemplate(message, place);
		if (!place.canReply)
			return failed(
				isNewer
					? 'The messaging window is closed: only template messages can be sent'
					: 'Template not found or invalid template name',
			);
		const text = textFor('whatsapp', message.text, place.release);
		const quoted = isCloud && quotes !== undefined ? { quotes } : {};
		// One request, one file: which one is chance since 4.16.
		const file = isNewer ? files.at(-1) : files[0];
		if (file) {
			if (file.size === 0) return sent([]);
			const as = kindOf(file);
			if (as === 'image' && !['image/jpeg', 'image/png'].includes(file.type))
				return failedLater('131053: Media upload error');
			const voice =
				isCloud && isNewer && isVoice && /^audio\/ogg\b/.test(file.type)
					? { isVoice: true as const }
					: {};
			if (as === 'audio') return sent([{ files: [named(file)], ...quoted, ...voice }]);
			if (letters(text) > 1024) return failed(INVALID);
			return sent([{ ...(text ? { text } : {}), files: [named(file)], ...quoted }]);
		}
		if (kind === 'input_select' && items.length) return whatsAppOptions(text, message);
		if (kind === 'input_csat') return sent([survey(place)]);
		if (message.text === '') return failed('(#100) Invalid parameter');
		if (letters(text) > 4096) return failed(INVALID);
		return sent([{ text, ...quoted }]);
	};

/** Twilio's templates have values by number, flat. */
function twilioTemplate(message: StoredMessage, place: Place): Departure {
	const { name, known, values } = templateIn(message, place);
	if (!known) return failed('Template not found');
	const isFlat = Object.values(values).every((value) => typeof value !== 'object');
	if (!isFlat || Object.keys(values).length !== known.values)
		return failedLater('Error code: 63028');
	return sent([{ template: [name, ...Object.values(values)].join(' ') }]);
}

const twilio =
	(isWhatsApp: boolean): Carry =>
	(message, place) => {
		const { files, template } = message;
		if (template) return isWhatsApp ? twilioTemplate(message, place) : failed('Template not found');
		if (!place.canReply) return failedLater('Error code: 63016');
		if (message.kind === 'input_csat') return sent([survey(place)]);
		const text = textFor(isWhatsApp ? 'whatsapp' : 'sms', message.text, place.release);
		if (!text && !files.length)
			return failed('21619: A text message body or media urls must be specified');
		if (letters(text) > 1600)
			return failed('21617: The concatenated message body exceeds the 1600 character limit');
		if (files.length > 10) return failed('21623: Number of media files exceeds allowed limit');
		if (files.some(({ size }) => size === 0)) return sent([]);
		if (!isWhatsApp)
			return sent([
				{ ...(text ? { text } : {}), ...(files.length ? { files: files.map(attached) } : {}) },
			]);
		const [file] = files;
		if (!file) return sent([{ text }]);
		// WhatsApp shows no text beside a document; beside audio it is not documented.
		const isCaption = text && ['image', 'video'].includes(kindOf(file));
		return sent([{ ...(isCaption ? { text } : {}), files: [named(file)] }]);
	};

const bandwidth: Carry = (message, place) => {
	const { files } = message;
	if (message.kind === 'input_csat') return sent([survey(place)]);
	const text = textFor('sms', message.text, place.release);
	if (letters(text) > 2048) return failed('The text is longer than 2048 characters');
	if (files.length > 10 || files.some(({ size }) => size > 3.5 * MEGABYTE))
		return failed('The media is not valid');
	if (files.some(({ size }) => size === 0)) return sent([]);
	return sent([
		{ ...(text ? { text } : {}), ...(files.length ? { files: files.map(attached) } : {}) },
	]);
};

/** Signs that open a tag which Telegram does not know. */
const UNKNOWN_TAG = /<(?!\/?(?:a|b|blockquote|code|del|em|i|ins|pre|s|strike|strong|u)\b)/;

const telegram: Carry = (message, place) => {
	const { files, kind, quotes } = message;
	const refused = (words: string, shown: Shown[] = []) =>
		failed(`400, Bad Request: ${words}`, shown);
	if (!place.hasChat) return refused('chat_id is empty');
	if (kind === 'input_csat') return sent([survey(place)]);
	const raw = textFor('telegram', message.text, place.release);
	if (!raw && !files.length) return nothing;
	if (UNKNOWN_TAG.test(raw)) return refused("can't parse entities");
	if (letters(raw) > 4096) return refused('message is too long');
	const text = raw.replace(/&lt;/g, '<').replace(/&amp;/g, '&');
	const quoted = quotes !== undefined ? { quotes } : {};
	const options = kind === 'input_select' && message.items.length ? titlesOf(message) : undefined;
	if (message.items.some(({ value }) => Buffer.byteLength(value) > 64) && options)
		return refused('BUTTON_DATA_INVALID');
	const first: Shown[] = text ? [{ text, ...(options ? { options } : {}), ...quoted }] : [];
	const of = (...kinds: string[]) => files.filter((file) => kinds.includes(kindOf(file)));
	// One album of pictures and videos, one of audio, then each document.
	const albums = [of('image', 'video'), of('audio'), ...of('document').map((file) => [file])];
	const shown = [...first];
	for (const album of albums.filter((some) => some.length)) {
		if (album.length > 10) return refused('too many items in an album', shown);
		if (album.some(({ size }) => size === 0)) return refused('file must be non-empty', shown);
		shown.push(...album.map((file) => ({ files: [attached(file)], ...quoted })));
	}
	return sent(shown);
};

/** Meta's pages and Instagram differ in the order and the limit. */
const facebook: Carry = (message, place) => {
	const { files, kind, items } = message;
	if (!place.canReply) return failed('(#10) This message is sent outside of allowed window.');
	const options = kind === 'input_select' && items.length > 0;
	// Options are sent without conversion.
	const text = options ? message.text : textFor('meta', message.text, place.release);
	if (kind === 'input_csat' && message.text) return sent([survey(place)]);
	if (isBlank(text) && !files.length) return nothing;
	const titles = titlesOf(message);
	if (letters(text) > 2000)
		return failed('(#100) Length of param message[text] must be less than or equal to 2000');
	if (options && (items.length > 13 || titles.some((title) => letters(title) > 20)))
		return failed('(#100) Param quick_replies is not valid');
	const first: Shown[] = isBlank(text)
		? []
		: [{ text, ...(options ? { options: titles, losesValues: true as const } : {}) }];
	const unread = files.findIndex(({ size }) => size === 0);
	const taken = unread < 0 ? files : files.slice(0, unread);
	const shown = [...first, ...taken.map((file) => ({ files: [named(file)] }))];
	return unread < 0 ? sent(shown) : failed('(#100) Upload attachment failure', shown);
};

const instagram: Carry = (message, place) => {
	const { files, kind } = message;
	if (!place.canReply) return failed('(#10) This message is sent outside of allowed window.');
	if (kind === 'input_csat' && message.text) return sent([survey(place)]);
	const text = textFor('meta', message.text, place.release);
	if (isBlank(text) && !files.length) return nothing;
	const isTaken = (file: ChannelFile) =>
		file.size > 0 && (kindOf(file) !== 'document' || file.type === 'application/pdf');
	const refused = files.findIndex((file) => !isTaken(file));
	const shown = (refused < 0 ? files : files.slice(0, refused)).map((file) => ({
		files: [named(file)],
	}));
	if (refused >= 0) return failed('100 - Upload attachment failure', shown);
	if (Buffer.byteLength(text) > 1000)
		return failed('100 - Length of param message[text] must be less than or equal to 1000', shown);
	// The files first, the other way round than Facebook.
	return sent([...shown, ...(isBlank(text) ? [] : [{ text }])]);
};

const line: Carry = (message, place) => {
	const { files, kind } = message;
	const options = kind === 'input_select' && message.items.length > 0;
	const text = options ? message.text : textFor('line', message.text, place.release);
	if (options)
		return isBlank(text)
			? failed('The request body has 1 error(s)')
			: sent([{ text, options: titlesOf(message) }], 'delivered');
	if (kind === 'input_csat') return sent([survey(place)], 'delivered');
	const isHole = ({ type, size }: ChannelFile) => size === 0 || !/^(image|video)\//.test(type);
	const objects = (text ? 1 : 0) + files.length;
	if (isBlank(text) && !files.length) return failed('The request body has 1 error(s)');
	if (files.some(isHole) || objects > 5 || text.length > 5000)
		return failed('The request body has 1 error(s)');
	// LINE takes the link of any picture, and shows JPEG and PNG.
	const isShown = ({ type }: ChannelFile) =>
		['image/jpeg', 'image/png', 'video/mp4'].includes(type);
	const shown = files.filter(isShown).map((file) => ({ files: [named(file)] }));
	return sent(withText(text, shown), 'delivered');
};

const tiktok: Carry = (message, place) => {
	const { text, files, kind } = message;
	if (!place.hasChat) return failed('The conversation has no recipient');
	if (kind === 'input_csat') return sent([survey(place)], 'both');
	const quoted = message.quotes !== undefined ? { quotes: message.quotes } : {};
	if (!files.length)
		return letters(text) > 6000
			? failed('The text is too long')
			: sent(text ? [{ text, ...quoted }] : [], 'both');
	if (text) return failed('TikTok does not support a text together with a file');
	const isPicture = ({ type, size }: ChannelFile) =>
		['image/jpeg', 'image/png'].includes(type) && size > 0 && size <= 3 * MEGABYTE;
	if (files.length === 1 && isPicture(files[0]))
		return sent([{ files: [named(files[0])], ...quoted }], 'both');
	if (place.release !== '4.10')
		return failed('TikTok only supports one picture (JPEG or PNG, up to 3 MB) a message');
	// 4.10 checks little: it uploads the first file as a picture.
	return isPicture(files[0])
		? sent([{ files: [named(files[0])], ...quoted }], 'both')
		: failed('TikTok refused the upload');
};

const email: Carry = (message, place) => {
	if (message.isTemplateType) return failed("undefined method 'id' for nil");
	// Addresses are those of the newest outgoing message, not of the mail.
	const { to, cc } = place.newest;
	const addressed = { to: to.length ? to : [place.contact], ...(cc.length ? { cc } : {}) };
	const files = message.files.length ? { files: message.files.map(attached) } : {};
	const hasHtml = message.html !== undefined && !isBlank(message.text);
	const text = hasHtml
		? String(message.html).replace(/<[^>]*>/g, '')
		: textFor('email', message.text, place.release);
	return sent([{ ...(isBlank(text) ? {} : { text }), ...files, ...addressed }]);
};

/** What shows every kind of message: the widget, and whoever receives an API inbox's webhook. */
const everything: Carry = (message, place) => {
	const { text, files, kind, quotes } = message;
	const isOther = !['text', 'input_select', 'input_csat'].includes(kind);
	if (kind === 'input_csat')
		return sent([{ text: text || place.surveyWords, survey: true }], 'nothing');
	const shown: Shown = {
		...(text ? { text } : {}),
		...(files.length ? { files: files.map(attached) } : {}),
		...(kind === 'input_select' ? { options: titlesOf(message) } : {}),
		...(isOther ? { interactive: kind } : {}),
		...(quotes !== undefined ? { quotes } : {}),
	};
	return sent([shown], 'nothing');
};

const META = 'Channel::Whatsapp';

/** The channels, each with the inbox that Chatwoot has for it. */
export const providers = {
	'WhatsApp Cloud': {
		inbox: { channel_type: META, provider: 'whatsapp_cloud' },
		carry: whatsApp(true),
		hasWindow: true,
		down: 'sent',
	},
	'WhatsApp 360dialog': {
		inbox: { channel_type: META, provider: 'default' },
		carry: whatsApp(false),
		hasWindow: true,
		down: 'sent',
	},
	'Twilio WhatsApp': {
		inbox: { channel_type: 'Channel::TwilioSms', medium: 'whatsapp' },
		carry: twilio(true),
		hasWindow: true,
		down: 'failed',
	},
	'Twilio SMS': {
		inbox: { channel_type: 'Channel::TwilioSms', medium: 'sms' },
		carry: twilio(false),
		down: 'failed',
	},
	Bandwidth: {
		inbox: { channel_type: 'Channel::Sms' },
		carry: bandwidth,
		down: 'failed without words',
	},
	Telegram: {
		inbox: { channel_type: 'Channel::Telegram' },
		carry: telegram,
		contactBegins: true,
		chatKey: 'chat_id',
		down: 'sent',
	},
	Facebook: {
		inbox: { channel_type: 'Channel::FacebookPage' },
		carry: facebook,
		hasWindow: true,
		contactBegins: true,
		down: 'failed',
		swapsTexts: true,
	},
	Instagram: {
		inbox: { channel_type: 'Channel::Instagram' },
		carry: instagram,
		hasWindow: true,
		contactBegins: true,
		down: 'sent',
		swapsTexts: true,
	},
	LINE: {
		inbox: { channel_type: 'Channel::Line' },
		carry: line,
		contactBegins: true,
		down: 'sent',
	},
	TikTok: {
		inbox: { channel_type: 'Channel::Tiktok' },
		carry: tiktok,
		contactBegins: true,
		chatKey: 'conversation_id',
		down: 'failed',
	},
	Email: { inbox: { channel_type: 'Channel::Email' }, carry: email, down: 'failed' },
	API: {
		inbox: { channel_type: 'Channel::Api' },
		carry: everything,
		down: 'failed',
		isDirect: true,
	},
	Website: {
		inbox: { channel_type: 'Channel::WebWidget' },
		carry: everything,
		down: 'sent',
		isDirect: true,
	},
} satisfies Record<string, Provider>;

export type ChannelName = keyof typeof providers;
export const channelNames = Object.keys(providers) as ChannelName[];
