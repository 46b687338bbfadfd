import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../faults';
import type { Upload } from '../formats/form';
import { withoutHtml } from '../formats/html';
import { isEmpty, without } from '../values';
import { sendable } from '../vocabulary';
import type { Channel, FileKind } from './channels';
import { fileKind } from './fileKind';
import { hintsFor, answersMessage, isText } from './hints';
import { lengthOf } from './length';
import { erasedOf } from './markdown';
import { checkMessageFields, checkFiles, checkKind, checkTemplate } from './refusals';
import { textsIn } from './split';

/** A message: body and files of its POST. */
export interface Outgoing {
	body: IDataObject;
	files?: Upload[];
}

export interface Plan {
	/** In the order in which they must be sent. */
	messages: Outgoing[];
	/** What the customer gets in another way than it was written. */
	hints: string[];
}

export interface PlanOptions {
	/** Maximum length of a message; the channel's limit if that is lower. */
	longest?: number;
	/** Whether each paragraph is a message. */
	byParagraph?: boolean;
}

type Carrier = Pick<Channel, 'text' | 'caption' | 'files'>;

/** What a channel that is not in the table is taken for. */
const UNKNOWN: Carrier = {
	text: { unit: 'characters' },
	files: { kinds: {}, withText: ['image', 'video', 'audio', 'document'] },
};

/** A file of a message; the kind of one that was uploaded before is not known. */
interface FileEntry {
	kind?: FileKind;
	upload?: Upload;
	blob?: string;
}

const filesOf = ({ body, files = [] }: Outgoing): FileEntry[] => [
	...files.map((upload) => ({ upload, kind: fileKind(upload) })),
	...((body.attachments ?? []) as string[]).map((blob) => ({ blob })),
];

/** Whether a text can be sent with a file. All kinds must allow it for a file of an unknown kind. */
const takesText = ({ withText }: Channel['files'], { kind }: FileEntry): boolean =>
	kind ? withText.includes(kind) : withText.length === 4;

function canShare({ groups }: Channel['files'], one: FileEntry, other: FileEntry): boolean {
	if (!groups) return true;
	return groups.some((kinds) =>
		[one, other].every(({ kind }) => kind !== undefined && kinds.includes(kind)),
	);
}

/** The files of each message. @param hasText whether the first message has a text too */
function grouped(entries: FileEntry[], rule: Channel['files'], hasText: boolean): FileEntry[][] {
	const { together = Infinity, textCounts } = rule;
	const found: FileEntry[][] = [];
	for (const entry of entries) {
		const last = found.at(-1);
		const places = together - (textCounts && hasText && found.length === 1 ? 1 : 0);
		if (last && last.length < places && canShare(rule, last[0], entry)) last.push(entry);
		else found.push([entry]);
	}
	return found;
}

/** A message with files. Only recordings are marked as voice messages. */
function withEntries(body: IDataObject, entries: FileEntry[], isVoice: boolean): Outgoing {
	const uploads = entries.flatMap(({ upload }) => upload ?? []);
	const blobs = entries.flatMap(({ blob }) => blob ?? []);
	const canBeVoice = entries.some(({ kind = 'audio' }) => kind === 'audio');
	return {
		body: {
			...body,
			...(blobs.length ? { attachments: blobs } : {}),
			...(isVoice && canBeVoice ? { is_voice_message: true } : {}),
		},
		...(uploads.length ? { files: uploads } : {}),
	};
}

/** The texts and files as messages: the last text with the first file, if the channel allows it. */
function textsAndFiles(wish: Outgoing, carrier: Carrier, options: PlanOptions): Outgoing[] {
	const { text, caption, files: rule } = carrier;
	const { content = '', is_voice_message, ...rest } = wish.body;
	const others = without(rest, 'attachments');
	const entries = filesOf(wish);
	const most = Math.min(options.longest ?? Infinity, text.most ?? Infinity);
	const byParagraph = (options.byParagraph ?? false) && isEmpty(others.email_html_content);
	const texts = textsIn(String(content), byParagraph, most, text.unit);
	const last = texts.at(-1);
	const isCaption =
		entries.length > 0 &&
		last !== undefined &&
		takesText(rule, entries[0]) &&
		lengthOf(last, text.unit) <= (caption ?? Infinity);
	const before = isCaption ? texts.slice(0, -1) : texts;
	const captioned = isCaption ? { content: last } : {};
	return [
		...before.map((one) => ({ body: { ...others, content: one } })),
		...grouped(entries, rule, isCaption).map((some, index) =>
			withEntries(
				{ ...others, ...(index === 0 ? captioned : {}) },
				some,
				is_voice_message === true,
			),
		),
	];
}

/** The files as messages before what the customer can choose from. */
function filesApart(wish: Outgoing, channel: Channel): Outgoing[] {
	const { body, files } = wish;
	const question = without(body, 'attachments', 'is_voice_message');
	const plain = without(body, 'content', 'content_type');
	const attributes = without((body.content_attributes ?? {}) as IDataObject, 'items');
	const shown = Object.keys(attributes).length
		? { ...plain, content_attributes: attributes }
		: without(plain, 'content_attributes');
	return [...textsAndFiles({ body: shown, files }, channel, {}), { body: question }];
}

/** Only the first message quotes the message that is answered. */
const quotedOnce = (messages: Outgoing[]): Outgoing[] =>
	messages.map((message, index) => {
		if (index === 0 || !answersMessage(message.body)) return message;
		const { content_attributes, ...body } = message.body;
		const left = without(
			content_attributes as IDataObject,
			'in_reply_to',
			'in_reply_to_external_id',
		);
		return {
			...message,
			body: Object.keys(left).length ? { ...body, content_attributes: left } : body,
		};
	});

/** The words of HTML: Chatwoot only sends HTML next to a text. */
function withWords(body: IDataObject): IDataObject {
	if (isEmpty(body.email_html_content) || !isEmpty(body.content)) return body;
	const html = String(body.email_html_content);
	const words = withoutHtml(
		html
			.replace(/<(head|style|script|title)\b(?:(?!<\1)[^])*?<\/\1\s*>/gi, '')
			.replace(/\s+/g, ' ')
			// Two line breaks: withoutHtml removes the one after a tag.
			.replace(/<\/?(?:p|div|tr|ul|ol|li|h\d|blockquote|br)\b[^<>]*>/gi, '\n\n'),
	)
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean)
		.join('\n');
	if (!words)
		throw new BadInput('Email HTML has no words: fill in Text, otherwise the email is empty', [
			'content',
		]);
	return { ...body, content: words };
}

/** Refuses a message without anything that the customer sees. */
function checkAnything({ body, files }: Outgoing, channel: Channel): void {
	if (!isText(body)) return;
	const { content, email_html_content: html } = body;
	const isErased = isEmpty(html) && erasedOf(String(content ?? ''), channel)?.isAll;
	if (isErased)
		throw new BadInput(
			'Nothing would be left of Text: Chatwoot removes HTML and lines such as --- from it. Write it as Markdown',
			['content'],
		);
	if (!isEmpty(content) || files?.length || !isEmpty(body.attachments)) return;
	throw new BadInput(
		String(content ?? '') === ''
			? 'There is nothing to send: fill in Text, or add a file or a template'
			: 'Text is blank',
		['content'],
	);
}

function arranged(wish: Outgoing, channel: Channel, options: PlanOptions): Outgoing[] {
	const { content_type, template_params } = wish.body;
	if (template_params !== undefined) return [wish];
	if (isText(wish.body)) return textsAndFiles(wish, channel, options);
	const areTogether =
		channel.isInteractive ??
		(content_type === 'input_select' && channel.options?.withFiles) ??
		false;
	return filesOf(wish).length && !areTogether ? filesApart(wish, channel) : [wish];
}

/**
 * The messages of a channel for what a user wants to send.
 * @param channel undefined for one that is not in the table
 * @throws BadInput if the customer would get less than that
 */
export function planned(
	wish: Outgoing,
	channel: Channel | undefined,
	options: PlanOptions = {},
): Plan {
	const { body } = wish;
	const type = String(body.message_type ?? 'outgoing');
	if (String(body.private) === 'true' || ['incoming', 'activity'].includes(type))
		return { messages: [wish], hints: [] };
	if (!channel)
		return {
			messages: textsAndFiles(wish, UNKNOWN, options),
			hints: [
				'This package does not know the channel of the conversation: check whether the customer gets the whole message.',
			],
		};
	const { files = [] } = wish;
	const hasFiles = filesOf(wish).length > 0;
	checkMessageFields(body, channel);
	checkTemplate(body, hasFiles, channel);
	checkKind(body, channel);
	checkFiles(files, channel);
	const whole = { ...wish, body: channel.email ? withWords(body) : body };
	checkAnything(whole, channel);
	const messages = quotedOnce(arranged(whole, channel, options));
	// What a form cannot contain is refused before the first message is sent.
	for (const message of messages) sendable({ method: 'POST', path: '', ...message });
	const [first] = messages;
	const isQuoted =
		channel.quotes &&
		(first.body.content_type !== 'input_select' || channel.options?.withQuotation);
	return { messages, hints: hintsFor(whole.body, files, Boolean(isQuoted), channel) };
}
