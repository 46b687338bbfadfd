/** What Chatwoot's requests to a provider bring to the customer, and how the provider answers them. */
import type { ParsedMail } from 'mailparser';
import type { IDataObject } from 'n8n-workflow';
import { at, isObject } from '../../nodes/shared/values';
import { CONTENT, TEMPLATES } from '../../test/fake/channels';
import { attached, type ChannelName, type Shown } from '../../test/fake/providers';

/** A request of Chatwoot's. */
export interface Departed {
	host: string;
	path: string;
	/** Of its JSON or its form. */
	fields: IDataObject;
}

export interface Reply {
	status: number;
	body: unknown;
}

/** Longest texts and most files that the provider documents; texts in characters. */
interface Limits {
	text: number;
	measure?: (text: string) => number;
	caption?: number;
	files?: number;
	options?: number;
	title?: number;
}

interface Provider {
	/** Whether a request leads to it. */
	isAt: (request: Departed) => boolean;
	/** Address of the contact; undefined if it is no message. */
	to: (fields: IDataObject) => unknown;
	shown: (request: Departed) => Shown[];
	limits: Limits;
	/** @param id a new one */
	taken: (id: string, request: Departed) => unknown;
	refused: (words: string) => Reply;
}

const textAt = (fields: unknown, path: string) => String(at(fields, path) ?? '');
const list = (value: unknown): IDataObject[] =>
	(Array.isArray(value) ? value : value ? [value] : []) as IDataObject[];
const parsed = (value: unknown) =>
	(typeof value === 'string' ? JSON.parse(value || 'null') : value) as IDataObject;

const nameIn = (url: unknown) =>
	decodeURIComponent(new URL(String(url)).pathname.split('/').at(-1) ?? '');
/** A file as the phone shows it, by its kind or by its name. */
const named = (kind: unknown, url: unknown) =>
	`${kind === 'file' ? 'document' : String(kind)} ${nameIn(url)}`;
const byName = (url: unknown) => attached({ name: nameIn(url) });

const SURVEY = /https?:\/\/\S*\/survey\/responses\/\S+/;

/** A text, which may have the link to a survey. */
const textOrSurvey = (value: unknown): Shown => {
	const text = String(value ?? '');
	if (SURVEY.test(text)) return { text: text.replace(SURVEY, ''), survey: true };
	return text ? { text } : {};
};

const SIGNS: Record<string, string> = {
	lt: '<',
	gt: '>',
	quot: '"',
	'#39': "'",
	nbsp: ' ',
	amp: '&',
};

/** The words of HTML, with the addresses of its links. */
export const wordsOf = (html: string): string =>
	html
		.replace(/<!--[^]*?-->|<(style|head|script)\b[^]*?<\/\1>/g, '')
		.replace(/<ol\b[^>]*>([^]*?)<\/ol>/g, (_, entries: string) => {
			let number = 0;
			return entries.replace(/<li\b[^>]*>/g, () => `${(number += 1)}. `);
		})
		.replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([^]*?)<\/a>/g, (_, url: string, text: string) =>
			text === url ? url : `${text} (${url})`,
		)
		.replace(/<\/?[a-z][^>]*>/gi, '')
		.replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, sign: string) => SIGNS[sign]);

/** A template with its values, and the values of its buttons. */
function metaTemplate(template: unknown): Shown {
	const components = list(at(template, 'components'));
	const values = (part: IDataObject) =>
		list(part.parameters).map(({ text, coupon_code }) => String(text ?? coupon_code));
	const words = components.flatMap((part) => {
		if (part.type !== 'button') return values(part);
		return values(part).map((value) => `${String(part.index)}=${value}`);
	});
	return { template: [textAt(template, 'name'), ...words].join(' ') };
}

function whatsApp({ fields }: Departed): Shown[] {
	const type = String(fields.type);
	if (type === 'template') return [metaTemplate(fields.template)];
	const quotes = at(fields, 'context.message_id') ? { quotes: 1 } : {};
	if (type === 'interactive') {
		const { buttons, sections } = parsed(at(fields, 'interactive.action'));
		const rows = list(sections).flatMap((section) => list(section.rows));
		const titles = [
			...list(buttons).map((button) => textAt(button, 'reply.title')),
			...rows.map(({ title }) => String(title)),
		];
		const text = textAt(fields, 'interactive.body.text');
		return [{ text, options: titles, losesValues: true, ...quotes }];
	}
	if (type === 'text') return [{ ...textOrSurvey(at(fields, 'text.body')), ...quotes }];
	const { link, caption, voice } = fields[type] as IDataObject;
	return [
		{
			...textOrSurvey(caption),
			files: [named(type, link)],
			...quotes,
			...(voice ? { isVoice: true } : {}),
		},
	];
}

const twilio =
	(isWhatsApp: boolean) =>
	({ fields }: Departed): Shown[] => {
		if (fields.ContentSid) {
			const values = Object.values(parsed(fields.ContentVariables) ?? {});
			return [{ template: [fields.ContentSid, ...values].join(' ') }];
		}
		const files = list(fields.MediaUrl).map(byName);
		if (!files.length || !isWhatsApp)
			return [{ ...textOrSurvey(fields.Body), ...(files.length ? { files } : {}) }];
		// WhatsApp shows one file, and no text next to a document or audio.
		const hasCaption = /^(image|video) /.test(files[0]);
		return [{ ...(hasCaption ? textOrSurvey(fields.Body) : {}), files: files.slice(0, 1) }];
	};

function telegram({ path, fields }: Departed): Shown[] {
	const quotes = fields.reply_to_message_id ? { quotes: 1 } : {};
	if (path.endsWith('/sendMediaGroup'))
		return list(parsed(fields.media)).map(({ media }) => ({ files: [byName(media)], ...quotes }));
	if (path.endsWith('/sendDocument'))
		return [{ files: [`document ${textAt(fields, 'document.fileName')}`], ...quotes }];
	const rows = fields.reply_markup ? list(parsed(fields.reply_markup).inline_keyboard) : [];
	const options = (rows as unknown as IDataObject[][]).flat().map(({ text }) => String(text));
	return [
		{
			...textOrSurvey(wordsOf(String(fields.text ?? ''))),
			...(options.length ? { options } : {}),
			...quotes,
		},
	];
}

function metaMessage({ fields }: Departed): Shown[] {
	const message = parsed(fields.message);
	const { type, payload } = (message.attachment ?? {}) as IDataObject;
	if (type) return [{ files: [named(type, at(payload, 'url'))] }];
	const options = list(message.quick_replies).map(({ title }) => String(title));
	const choice = options.length ? { options, losesValues: true as const } : {};
	return [{ ...textOrSurvey(message.text), ...choice }];
}

/** LINE shows pictures and videos of these types. */
const ON_LINE = /\.(?:jpe?g|png|mp4)$/i;

function line({ fields }: Departed): Shown[] {
	return list(fields.messages).flatMap((part): Shown[] => {
		if (!isObject(part)) return [];
		const { type, text, altText, originalContentUrl: url } = part;
		if (type === 'text') return [textOrSurvey(text)];
		if (type !== 'flex') return ON_LINE.test(nameIn(url)) ? [{ files: [named(type, url)] }] : [];
		const buttons = list(at(part, 'contents.body.contents')).filter(({ action }) => action);
		const options = buttons.map((button) => textAt(button, 'action.label'));
		return [{ text: String(altText), options }];
	});
}

function tikTok({ fields }: Departed): Shown[] {
	const quotes = at(fields, 'referenced_message_info') ? { quotes: 1 } : {};
	const picture = at(fields, 'image.media_id');
	return [
		{
			...(picture
				? { files: [`image ${String(picture)}`] }
				: textOrSurvey(at(fields, 'text.body'))),
			...quotes,
		},
	];
}

/** What a widget and the webhook of an API inbox tell of a message. */
export function inFull(message: IDataObject): Shown {
	const { content, content_type, content_attributes, attachments } = message;
	const kind = String(content_type ?? 'text');
	const files = list(attachments).map(({ file_type, data_url }) => named(file_type, data_url));
	const isOther = !['text', 'input_select', 'input_csat'].includes(kind);
	const titles = list(at(content_attributes, 'items')).map(({ title }) => String(title));
	return {
		...(content ? { text: String(content) } : {}),
		...(files.length ? { files } : {}),
		...(kind === 'input_select' ? { options: titles } : {}),
		...(kind === 'input_csat' ? { survey: true } : {}),
		...(isOther ? { interactive: kind } : {}),
		...(at(content_attributes, 'in_reply_to') ? { quotes: 1 } : {}),
	};
}

const bytes = (text: string) => Buffer.byteLength(text);
const metaRefusal = (words: string): Reply => ({
	status: 400,
	body: { error: { message: words, type: 'OAuthException', code: 100 } },
});
const metaTaken = (id: string) => ({ recipient_id: 'contact', message_id: id });
const WHATSAPP: Limits = { text: 4096, caption: 1024, files: 1, options: 10, title: 24 };

const twilioAs = (prefix: string, isWhatsApp: boolean): Provider => ({
	isAt: ({ host, fields }) =>
		host === 'api.twilio.com' && String(fields.To).startsWith('whatsapp:') === isWhatsApp,
	to: ({ To }) => To,
	shown: twilio(isWhatsApp),
	limits: { text: 1600, files: 10 },
	taken: (id) => ({ sid: `SM${prefix}${id}`, status: 'queued' }),
	refused: (message) => ({ status: 400, body: { code: 21617, message, status: 400 } }),
});

/** The channels whose messages leave as requests to a provider. */
export const PROVIDERS: Partial<Record<ChannelName, Provider>> = {
	'WhatsApp Cloud': {
		isAt: ({ fields }) => fields.messaging_product === 'whatsapp',
		to: ({ to }) => to,
		shown: whatsApp,
		limits: WHATSAPP,
		taken: (id) => ({ messaging_product: 'whatsapp', messages: [{ id: `wamid.${id}` }] }),
		refused: metaRefusal,
	},
	'WhatsApp 360dialog': {
		isAt: ({ path, fields }) =>
			/^(?!\/v\d).*\/messages$/.test(path) && 'to' in fields && 'type' in fields,
		to: ({ to }) => to,
		shown: whatsApp,
		limits: WHATSAPP,
		taken: (id) => ({ messages: [{ id: `gBEG${id}` }] }),
		refused: (words) => ({
			status: 400,
			body: { meta: { success: false, http_code: 400, developer_message: words } },
		}),
	},
	'Twilio WhatsApp': twilioAs('WA', true),
	'Twilio SMS': twilioAs('', false),
	Bandwidth: {
		isAt: ({ host }) => host === 'messaging.bandwidth.com',
		to: ({ to }) => to,
		shown: ({ fields: { text, media } }) => {
			const files = list(media).map(byName);
			return [{ ...textOrSurvey(text), ...(files.length ? { files } : {}) }];
		},
		limits: { text: 2048, files: 10 },
		taken: (id) => ({ id }),
		refused: (description) => ({ status: 400, body: { type: 'request-validation', description } }),
	},
	Telegram: {
		isAt: ({ host, path }) => host === 'api.telegram.org' && /\/send\w+$/.test(path),
		// Chatwoot 4.10 writes a form in which it cannot be read next to a document.
		to: ({ chat_id = '' }) => chat_id,
		shown: telegram,
		limits: { text: 4096, files: 10 },
		taken: (id, { path }) => ({
			ok: true,
			result: path.endsWith('/sendMediaGroup') ? [{ message_id: id }] : { message_id: id },
		}),
		refused: (description) => ({
			status: 400,
			body: { ok: false, error_code: 400, description },
		}),
	},
	Facebook: {
		isAt: ({ host, path }) => host === 'graph.facebook.com' && path.endsWith('/me/messages'),
		to: ({ recipient }) => at(parsed(recipient), 'id'),
		shown: metaMessage,
		limits: { text: 2000, options: 13, title: 20 },
		taken: metaTaken,
		refused: metaRefusal,
	},
	Instagram: {
		isAt: ({ host, path }) => host === 'graph.instagram.com' && path.endsWith('/messages'),
		to: ({ recipient }) => at(recipient, 'id'),
		shown: metaMessage,
		limits: { text: 1000, measure: bytes },
		taken: metaTaken,
		refused: metaRefusal,
	},
	LINE: {
		isAt: ({ host, path }) => host === 'api.line.me' && path.endsWith('/push'),
		to: ({ to }) => to,
		shown: line,
		limits: { text: 5000, measure: ({ length }) => length },
		taken: (id) => ({ sentMessages: [{ id }] }),
		refused: (message) => ({ status: 400, body: { message } }),
	},
	TikTok: {
		isAt: ({ host, path }) => host === 'business-api.tiktok.com' && path.endsWith('/send/'),
		to: ({ recipient }) => recipient,
		shown: tikTok,
		limits: { text: 6000 },
		taken: (id) => ({ code: 0, message: 'OK', data: { message: { message_id: id } } }),
		refused: (message) => ({ status: 200, body: { code: 40_000, message } }),
	},
};

/** The channel whose provider gets this request. */
export const channelAt = (request: Departed) =>
	(Object.entries(PROVIDERS) as Array<[ChannelName, Provider]>).find(([, { isAt }]) =>
		isAt(request),
	);

/** Why the provider refuses what it gets; undefined if it takes it. */
export function excess(shown: Shown[], fields: IDataObject, limits: Limits): string | undefined {
	const { measure = (text) => [...text].length, caption = limits.text } = limits;
	if (list(fields.messages).length > 5) return 'Too many messages';
	if (Array.isArray(fields.messages) && fields.messages.some((one) => !isObject(one)))
		return 'An empty message';
	if (shown.length > (limits.files ?? Infinity)) return 'Too many files';
	for (const { text = '', files = [], options = [], template } of shown) {
		if (!text.trim() && !files.length && !template) return 'The text is empty';
		if (measure(text) > (files.length ? caption : limits.text)) return 'The text is too long';
		if (files.length > (limits.files ?? Infinity)) return 'Too many files';
		if (options.length > (limits.options ?? Infinity)) return 'Too many options';
		if (options.some((title) => title.length > (limits.title ?? Infinity)))
			return 'A title is too long';
		if (files.some((name) => /^image .*\.webp$/.test(name)) && limits === WHATSAPP)
			return 'A picture of this type is not supported';
		if (template && /[\n\t]| {5}/.test(template))
			return 'A value has characters that are not allowed';
	}
	return undefined;
}

/** Twilio's list of what Chatwoot stores. */
const contents = CONTENT.templates.map(({ friendly_name, language, variables, body }) => ({
	sid: friendly_name,
	friendly_name,
	language,
	variables,
	types: { 'twilio/text': { body } },
}));

/** What a provider answers to a request that is no message. @param file name of an uploaded file */
export const otherwise = (path: string, file?: string) => ({
	success: true,
	ok: true,
	message: 'OK',
	id: '1',
	// TikTok takes nothing but pictures.
	code: file === undefined || /\.(?:jpe?g|png)$/.test(file) ? 0 : 40_000,
	result: path.endsWith('/getMe') ? { username: 'bot' } : true,
	// A file is known again by its name.
	data: path.includes('/message_templates')
		? TEMPLATES
		: {
				media_id: file,
				capability_infos: [{ capability_type: 'IMAGE_SEND', capability_result: true }],
			},
	waba_templates: TEMPLATES,
	contents,
	meta: { page: 0, page_size: 50, key: 'contents', next_page_url: null },
});

/** What a mail brings. */
export function mailShown({ html, text, attachments, to, cc }: ParsedMail): Shown {
	const addresses = (field: typeof to) =>
		[field ?? []].flat().flatMap(({ value }) => value.map(({ address }) => String(address)));
	const words = textOrSurvey((html ? wordsOf(html) : (text ?? '')).trim());
	const copies = addresses(cc);
	const files = attachments.map(({ filename = '' }) => attached({ name: filename }));
	return {
		...words,
		...(files.length ? { files } : {}),
		to: addresses(to),
		...(copies.length ? { cc: copies } : {}),
	};
}
