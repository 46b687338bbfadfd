import type { IDataObject } from 'n8n-workflow';
import { checkForm } from '../../formats/form';
import { isObject } from '../../values';
import type { Request } from '../call';
import { text, type Settings } from './fields';
import { files, fileUrls } from './uploads';

/** Longest text of a message; in characters. */
const LONGEST = 150_000;

/** The text of a message. */
export const content = (name = 'content', settings: Settings = {}) =>
	text(name, {
		label: 'Text',
		hint: 'Supports Markdown. Liquid variables such as {{contact.name}} are filled in for outgoing messages.',
		rows: 4,
		max: LONGEST,
		shown: false,
		...settings,
	});

const LARGEST = { megabytes: 40 };

/** The files of a message, from the item and by URL. */
export const attachments = () => [
	files('attachments', { label: 'Input Binary Fields', ...LARGEST }),
	fileUrls('file_urls', { as: 'attachments[]', ...LARGEST }),
];

/** Chatwoot stores these as they arrive; other values get their type back from text. */
const STORED = ['campaign_id', 'external_created_at'];

/** The fields of a message, or of a conversation with its first message, for a form. */
const inForm = (fields: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(fields)
			// In a form, private=false would keep an email inbox from sending the email.
			.filter(
				([key, value]) =>
					value !== null &&
					value !== undefined &&
					!(key === 'private' && String(value) === 'false'),
			)
			.map(([key, value]) => {
				// As JSON text, values keep their types and entries stay separate.
				if (key === 'content_attributes' && isObject(value)) return [key, JSON.stringify(value)];
				return [key, typeof value === 'object' || STORED.includes(key) ? value : String(value)];
			}),
	);

/**
 * The request of a message, or of a conversation with its first message, which may have files.
 * @throws BadInput if sending files would change other values
 */
export function sendable(request: Request): Request {
	if (!request.files?.length) return request;
	const { message, ...fields } = request.body ?? {};
	const body = {
		...inForm(fields),
		...(message ? { message: inForm(message as IDataObject) } : {}),
	};
	checkForm(body);
	return { ...request, body };
}
