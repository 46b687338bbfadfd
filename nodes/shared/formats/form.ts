import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../faults';
import { isObject } from '../values';

/** A file to send. */
export interface Upload {
	/** Name of the part. */
	name: string;
	fileName: string;
	mimeType: string;
	content: Buffer;
	/** Whether it is sent in a request of its own, after the other fields. */
	after?: boolean;
}

/**
 * `{a: {b: 1}, c: [2]}` → `a[b]=1`, `c[]=2`: the format in which Chatwoot reads nested values. As in JSON,
 * what is undefined is not sent.
 */
export function inBrackets(values: IDataObject, prefix = ''): Array<[string, string]> {
	return Object.entries(values).flatMap(([key, value]) => {
		if (value === undefined) return [];
		const name = prefix ? `${prefix}[${key}]` : key;
		if (Array.isArray(value))
			return value.map((entry): [string, string] => [`${name}[]`, String(entry)]);
		return isObject(value) ? inBrackets(value as IDataObject, name) : [[name, String(value)]];
	});
}

/** Path of the first value that a form cannot contain: it can only have text and lists of text. */
function unsendable(value: unknown, path = ''): string | undefined {
	if (value === undefined || typeof value === 'string') return undefined;
	const entries = Object.entries(value ?? {});
	if (entries.length === 0 && path) return path;
	for (const [key, entry] of entries) {
		const inside = path ? `${path}.${key}` : key;
		const isSendable =
			!/^$|[[\]"\\\p{Cc}]/u.test(key) && (typeof entry === 'string' || !Array.isArray(value));
		const found = isSendable ? unsendable(entry, inside) : inside;
		if (found) return found;
	}
	return undefined;
}

/**
 * Checks values that are sent together with files.
 * @throws BadInput if Chatwoot would receive another value than without the files
 */
export function checkForm(values: IDataObject): void {
	const path = unsendable(values);
	if (path)
		throw new BadInput(
			`${path} cannot be sent together with files, which turn all values into text: upload the files with File → Upload first, and use their blob IDs in Uploaded Files, or as attachments in the JSON of First Message`,
			[path.split('.')[0]],
		);
}

/** Quotes a file name. Chatwoot decodes it, so % must be encoded. */
const quoted = (text: string) => `"${text.replace(/[%"\r\n]/g, encodeURIComponent)}"`;

/**
 * A multipart body as bytes, so that it can be sent again; FormData would change line breaks.
 * @throws BadInput for values that a form cannot contain
 */
export function multipart(
	fields: IDataObject,
	files: Upload[],
): { body: Buffer; contentType: string } {
	checkForm(fields);
	const boundary = `----n8n${randomUUID()}`;
	const part = (head: string, content: string | Buffer) => [
		Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
		Buffer.from(content as string),
		Buffer.from('\r\n'),
	];
	const parts = [
		...inBrackets(fields).flatMap(([name, value]) => part(`name="${name}"`, value)),
		...files.flatMap(({ name, fileName, mimeType, content }) =>
			part(`name="${name}"; filename=${quoted(fileName)}\r\nContent-Type: ${mimeType}`, content),
		),
		Buffer.from(`--${boundary}--\r\n`),
	];
	return {
		body: Buffer.concat(parts),
		contentType: `multipart/form-data; boundary=${boundary}`,
	};
}
