import type { IDataObject } from 'n8n-workflow';
import { at, isObject } from '../values';

/** Tells in words what a customer sent, for an AI model that cannot open files. */

export const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

export const objectsIn = (value: unknown): IDataObject[] =>
	(Array.isArray(value) ? (value as IDataObject[]) : []).filter(isObject);

/** What the contact entered into a form, chose, or gave as an email address. */
export const answersIn = ({ submitted_email: email, submitted_values: values }: IDataObject) =>
	[
		trimmed(email),
		...objectsIn(values).map(({ title, name, value }) =>
			[title ?? name, value].filter((part) => part !== undefined).join(': '),
		),
	].filter(Boolean);

export const contentAttributesOf = ({ content_attributes: content }: IDataObject) =>
	(content ?? {}) as IDataObject;

/** Whether a message is from the customer, or is a message of the team into which the customer entered something. */
export const isByCustomer = (message: IDataObject): boolean =>
	message.message_type === 0 ||
	(message.message_type === 1 &&
		message.content_type !== 'input_csat' &&
		answersIn(contentAttributesOf(message)).length > 0);

const WORDS: Record<string, string> = {
	image: 'Picture',
	audio: 'Voice message',
	video: 'Video',
	file: 'File',
	location: 'Place',
	contact: 'Contact card',
	share: 'Shared post',
	story_mention: 'Story mention',
	ig_reel: 'Reel',
	ig_post: 'Post',
	ig_story: 'Story',
	embed: 'Embedded content',
};

/** `[Word: part, part]`, or `[Word]` if all parts are empty. */
const bracketed = (word: string, parts: unknown[] = []): string => {
	const known = parts.map(trimmed).filter(Boolean).join(', ');
	return `[${[word, known].filter(Boolean).join(': ')}]`;
};

/** The name of a file: Chatwoot only shows it as the end of the URL. */
export function fileNameIn(address: unknown): string {
	const [path] = trimmed(address).split(/[?#]/);
	const name = path.split('/').at(-1) ?? '';
	if (!name.includes('.')) return '';
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

/** Chatwoot stores 0 for both if a location has no coordinates. */
const coordinatesOf = ({ coordinates_lat: latitude, coordinates_long: longitude }: IDataObject) =>
	latitude || longitude ? [`${String(latitude)}, ${String(longitude)}`] : [];

/** The details of an attachment, by its type. */
function detailsOf(file: IDataObject): unknown[] {
	const { file_type: type, fallback_title: title, data_url: address, meta } = file;
	const fileName = fileNameIn(address);
	if (type === 'audio') return [trimmed(file.transcribed_text) || fileName];
	if (type === 'location') return [...coordinatesOf(file), title];
	if (type === 'contact')
		return [['firstName', 'lastName'].map((key) => trimmed(at(meta, key))).join(' '), title];
	return [title, type === 'fallback' ? address : fileName];
}

/** The text of a message, followed by its files, or what the customer entered into a message of the team. */
export function wordsOf(message: IDataObject): string {
	const content = contentAttributesOf(message);
	const subject = trimmed(at(content, 'email.subject'));
	const parts =
		message.message_type === 0
			? [
					subject && bracketed('Subject', [subject]),
					trimmed(message.content),
					...objectsIn(message.attachments).map((file) =>
						bracketed(WORDS[String(file.file_type)] ?? 'Attachment', detailsOf(file)),
					),
				]
			: answersIn(content).map((answer) => bracketed('Entered', [answer]));
	const words = parts.filter(Boolean).join('\n');
	return (
		words ||
		bracketed(content.is_unsupported ? 'Message that Chatwoot cannot show' : 'Empty message')
	);
}
