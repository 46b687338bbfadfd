import type { Received } from './server';

/** A file as it came in a form. */
export interface FormFile {
	fileName: string;
	mimeType: string;
	content: Buffer;
}

type Value = string | FormFile | Value[] | Params;
interface Params {
	[key: string]: Value;
}

/** No key is there before it is put there. */
const none = () => Object.create(null) as Params;

const isParams = (value: Value | undefined): value is Params =>
	typeof value === 'object' &&
	!Array.isArray(value) &&
	!('content' in value && 'mimeType' in value);

/** Whether an entry of a list has this key already: then the next entry begins. */
function has(entry: Params, key: string): boolean {
	const [first, ...inner] = key.split(/[[\]]+/).filter(Boolean);
	const value = entry[first];
	return (
		value !== undefined && (inner.length === 0 || !isParams(value) || has(value, inner.join('[')))
	);
}

/** Puts a value where Rack puts it: `a[b]`, `a[]`, and `a[][b]`, whose entries are only guessed. */
function put(params: Params, name: string, value: Value): void {
	const [, key = '', rest = ''] = /^[[\]]*([^[\]]+)\]*(.*)$/s.exec(name) ?? [];
	if (!key) return;
	const inner = /^\[\](?:\[(.+?)\])?(.*)$/s.exec(rest);
	if (!rest) params[key] = value;
	else if (inner) {
		const list = (params[key] ??= []) as Value[];
		if (inner[1] === undefined) list.push(value);
		else {
			const entry = `${inner[1]}${inner[2]}`;
			const last = list.at(-1);
			if (!isParams(last) || has(last, entry)) list.push(none());
			put(list.at(-1) as Params, entry, value);
		}
	} else put((params[key] ??= none()) as Params, rest, value);
}

/** A file's name is decoded only where every % begins an escape. */
function fileNameOf(sent: string): string {
	const decoded = (sent.match(/%.?.?/g) ?? []).every((escape) => /^%[0-9a-f]{2}$/i.test(escape));
	return decoded ? decodeURIComponent(sent) : sent;
}

/**
 * The parameters of a request as Rails sees them: those of JSON with their types, those of a form as
 * texts and files.
 */
export function paramsOf({ headers, body }: Received): Record<string, unknown> {
	const type = String(headers['content-type']);
	if (type === 'application/json') return JSON.parse(body.toString()) as Record<string, unknown>;
	const boundary = `\r\n--${/boundary=(.+)$/.exec(type)?.[1]}`;
	const params = none();
	// In single bytes, so that nothing is decoded before it is known what it is.
	const parts = `\r\n${body.toString('latin1')}`.split(boundary).slice(1, -1);
	for (const part of parts) {
		const [, head, content] = /^\r\n(.*?)\r\n\r\n(.*)$/s.exec(part) ?? ['', '', ''];
		const bytes = Buffer.from(content, 'latin1');
		const words = Buffer.from(head, 'latin1').toString();
		const [, name = ''] = /[ ;]name="([^"]*)"/.exec(words) ?? [];
		const file = /filename="([^"]*)"/.exec(words);
		const mimeType = /Content-Type: (.+)/.exec(words)?.[1] ?? '';
		put(
			params,
			name,
			file ? { fileName: fileNameOf(file[1]), mimeType, content: bytes } : bytes.toString(),
		);
	}
	return params;
}
