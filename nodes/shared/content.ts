import { flag, text, type Settings } from './fields';
import { files } from './files';
import type { Request } from './transport/request';

/** Longest text of a message; in characters. */
const LONGEST = 150_000;

/** The text of a message. */
export const content = (name = 'content', settings: Settings = {}) =>
	text(name, {
		label: 'Text',
		hint: 'Markdown; Liquid variables of outgoing messages are filled in',
		rows: 4,
		max: LONGEST,
		...settings,
	});

export const privately = () =>
	flag('private', {
		label: 'Private Note',
		hint: 'Whether only agents see the message',
		default: true,
	});

export const attachments = () => files('attachments', { label: 'Files', megabytes: 40 });

/** In a form even private=false keeps an e-mail inbox from sending the mail. */
export function sendable(request: Request): Request {
	const { private: note, ...body } = request.body ?? {};
	return note === false && request.files?.length ? { ...request, body } : request;
}
