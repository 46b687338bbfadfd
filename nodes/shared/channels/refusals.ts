import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../faults';
import type { Upload } from '../formats/form';
import { namedType } from '../formats/fileTypes';
import { unknownLiquid } from '../formats/liquid';
import { at, isEmpty, isObject, parsedUrl } from '../values';
import type { Channel, FileKind, LengthUnit, OptionLimit } from './channels';
import { fileKind } from './fileKind';
import { lengthOf } from './length';

const KINDS: Record<FileKind, [one: string, several: string]> = {
	image: ['a picture', 'pictures'],
	video: ['a video', 'videos'],
	audio: ['an audio file', 'audio files'],
	document: ['a document', 'documents'],
};

const TYPE_NAMES: Record<string, string> = {
	'image/jpeg': 'JPEG',
	'image/png': 'PNG',
	'video/mp4': 'MP4',
	'application/pdf': 'PDF',
};

/** The kinds of messages other than texts and options, as the customer would see them. */
const INTERACTIVE: Record<string, string> = {
	cards: 'cards',
	form: 'forms',
	article: 'articles',
	input_email: 'question for the email address',
};

const MEGABYTE = 1024 * 1024;

const number = (value: number) => value.toLocaleString('en');

const listed = (words: string[]) => words.join(' and ');

const capitalized = (text: string) => text[0].toUpperCase() + text.slice(1);

const unitName = (unit: LengthUnit = 'characters') => (unit === 'bytes' ? 'bytes' : 'characters');

const refuse = (message: string, field: string): never => {
	throw new BadInput(message, [field]);
};

type Shower = Pick<Channel, 'name'> & { files: Pick<Channel['files'], 'kinds'> };

/** Refuses a picture and the like of a type that the channel does not show. */
function checkType(file: Upload, { name, files: { kinds } }: Shower, field: string): void {
	const kind = fileKind(file);
	const { types } = kinds[kind] ?? {};
	if (!types || types.includes(file.mimeType)) return;
	const shown = listed(types.map((type) => TYPE_NAMES[type]));
	const [, several] = KINDS[kind];
	refuse(`${name} shows only ${shown} ${several}: ${file.fileName} is ${file.mimeType}`, field);
}

/** What the URL of a file says about it. */
function fileAt(address: string): Upload {
	const { pathname } = parsedUrl(address) ?? { pathname: '' };
	const fileName = pathname.slice(pathname.lastIndexOf('/') + 1);
	const mimeType = namedType({ fileName, mimeType: '' });
	return { name: '', fileName, mimeType, content: Buffer.alloc(0) };
}

/**
 * Refuses a template whose header has the URL of a file that is certainly not shown there.
 * @param params of the template, in WhatsApp's format
 * @param field that has the URL
 */
export function checkHeader(params: IDataObject, channel: Channel, field: string): void {
	const { media_url: address, media_type } = (at(params, 'processed_params.header') ??
		{}) as IDataObject;
	if (media_type !== 'image' && media_type !== 'video') return;
	// Chatwoot fills in Liquid later.
	if (/{[{%]/.test(String(address))) return;
	const file = fileAt(String(address));
	if (!file.mimeType) return;
	const kind = fileKind(file);
	if (kind !== media_type)
		refuse(
			`The header of the template needs ${KINDS[media_type][0]}: ${file.fileName} is ${KINDS[kind][0]}`,
			field,
		);
	checkType(file, channel, field);
}

/** Refuses files that the channel does not show. */
export function checkFiles(files: Upload[], { name, files: { kinds } }: Channel): void {
	for (const file of files) {
		const { fileName, content } = file;
		const kind = fileKind(file);
		const [one, several] = KINDS[kind];
		const rule = kinds[kind];
		if (!rule) {
			const shown = listed(Object.keys(kinds).map((other) => KINDS[other as FileKind][1]));
			refuse(`${name} shows only ${shown}: ${fileName} is ${one}`, 'attachments');
			return;
		}
		const { megabytes = Infinity } = rule;
		checkType(file, { name, files: { kinds } }, 'attachments');
		if (content.length > megabytes * MEGABYTE) {
			const size = (content.length / MEGABYTE).toFixed(1);
			refuse(
				`${fileName} has ${size} MB: ${name} accepts ${several} up to ${megabytes} MB`,
				'attachments',
			);
		}
	}
}

const limitFor = (limits: OptionLimit[] | undefined, count: number) =>
	limits?.find(({ upTo = Infinity }) => count <= upTo);

/** Titles count real characters: a limit that the provider counts in another way is reported as failed. */
const titleLength = (title: string) => [...title].length;

/** Refuses options that the channel does not show. */
function checkOptions(body: IDataObject, { name, options, text }: Channel): void {
	if (!options)
		return refuse(
			`${capitalized(name)} shows no options: only the text would be sent. Write them into Text instead`,
			'content_kind',
		);
	const { items } = (body.content_attributes ?? {}) as { items?: unknown };
	const rows = (Array.isArray(items) ? items : []).filter(isObject);
	const titles = rows.map(({ title }) => String(title));
	const values = rows.map(({ value }) => String(value));
	if (options.most !== undefined && rows.length > options.most)
		refuse(`${name} shows at most ${options.most} options; there are ${rows.length}`, 'items');
	const title = limitFor(options.titles, rows.length);
	const tooLong = titles.findIndex((one) => titleLength(one) > (title?.most ?? Infinity));
	if (tooLong >= 0) {
		const most = (options.titles ?? [])
			.map((limit) => `${limit.most}${limit.upTo ? ` with up to ${limit.upTo} options` : ''}`)
			.join(', otherwise ');
		refuse(
			`Option ${tooLong + 1} has ${titleLength(titles[tooLong])} characters; ${name} shows at most ${most}`,
			'items',
		);
	}
	const equal = titles.findIndex((one, index) => titles.indexOf(one) < index);
	if (options.unique && equal >= 0)
		refuse(
			`${name} refuses options with the same title: "${titles[equal]}" is there twice`,
			'items',
		);
	const value = limitFor(options.values, rows.length);
	const wide = values.findIndex((one) => value && lengthOf(one, value.unit) > value.most);
	if (value && wide >= 0)
		refuse(
			`The value of option ${wide + 1} has ${lengthOf(values[wide], value.unit)} ${unitName(value.unit)}; ${name} accepts at most ${value.most}`,
			'items',
		);
	const most = limitFor(options.text, rows.length)?.most ?? text.most ?? Infinity;
	const length = lengthOf(String(body.content), text.unit);
	if (length > most)
		refuse(
			`Text has ${number(length)} ${unitName(text.unit)}; ${name} shows at most ${number(most)} above options`,
			'content',
		);
}

/** Refuses a kind of message that the channel does not show. */
export function checkKind(body: IDataObject, channel: Channel): void {
	const { name, isInteractive, survey } = channel;
	const kind = String(body.content_type ?? 'text');
	if (kind in INTERACTIVE && !isInteractive)
		refuse(
			`${capitalized(name)} shows no ${INTERACTIVE[kind]}: only the text would be sent`,
			'content_kind',
		);
	if (kind === 'input_select') {
		if (isEmpty(body.content) && channel.options && !isInteractive)
			refuse('Options need a Text', 'content');
		checkOptions(body, channel);
	}
	if (kind !== 'input_csat') return;
	if (!survey)
		refuse(
			`${capitalized(name)} has no CSAT survey: the customer would get a message without the link`,
			'content_kind',
		);
	if (survey === 'link, only with a text' && isEmpty(body.content))
		refuse(`The CSAT survey needs a Text: on ${name}, nothing is sent without it`, 'content');
}

/** Refuses a template that would lose something, or would not be sent. */
export function checkTemplate(body: IDataObject, hasFiles: boolean, channel: Channel): void {
	if (body.template_params === undefined) return;
	if (!channel.template)
		refuse(`${capitalized(channel.name)} has no templates: remove the template`, 'template_params');
	if (channel.isInteractive) return;
	if (hasFiles) refuse('A template takes no file: use media_url of its header', 'template_params');
	if (!['text', undefined].includes(body.content_type as string | undefined))
		refuse(
			'A template is sent without options, cards, forms and surveys: send them as another message',
			'template_params',
		);
}

/** Refuses fields that keep a message from being sent, or send it to somebody else. */
export function checkMessageFields(body: IDataObject, { name, sourceId, email }: Channel): void {
	if (!isEmpty(body.source_id) && !sourceId)
		refuse(
			`Source ID can only be set in API inboxes: in ${name} inboxes, Chatwoot takes the message for one that came from the channel, and sends nothing`,
			'source_id',
		);
	if (email && body.message_type === 'template')
		refuse('Chatwoot sends no message of the type Template by email', 'message_type');
	if (!email && body.reply_to_all)
		refuse(
			`Reply to All only applies in email inboxes: in ${name} inboxes, the contact would get the message`,
			'reply_to_all',
		);
	if (!email && !isEmpty(body.to_emails))
		refuse(
			`To only applies in email inboxes: in ${name} inboxes, the contact would get the message`,
			'to_emails',
		);
	const [unknown] = email ? unknownLiquid(String(body.email_html_content ?? '')) : [];
	if (unknown)
		refuse(
			`Email HTML contains ${unknown}, which is not filled in: only variables such as {{contact.name}} are. Use an expression instead`,
			'email_html_content',
		);
}
