import { randomUUID } from 'crypto';
import type {
	IBinaryData,
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { readTable, toObjects, writeTable, type Table } from '../csv';
import type { Field } from '../fields';
import { isObject } from '../values';
import { BadInput, ServiceError } from './errors';
import { MOST_ROWS } from './pages';

export interface Upload {
	/** Name of the part. */
	name: string;
	fileName: string;
	mimeType: string;
	content: Buffer;
	/** Goes out alone, after the fields beside it. */
	after?: boolean;
}

/** Size in bytes, before the file is in memory. */
async function sizeOf(
	{ helpers }: IExecuteSingleFunctions,
	{ id, data }: IBinaryData,
): Promise<number> {
	return id ? (await helpers.getBinaryMetadata(id)).fileSize : Buffer.byteLength(data, 'base64');
}

const megabytesOf = (bytes: number) => `${Math.ceil(bytes / 1e5) / 10} MB`;

/** The file of an item's binary property, checked. @returns reads its content */
export async function fileOf(
	context: IExecuteSingleFunctions,
	{ as, file: { types, megabytes, after } = { megabytes: 0 } }: Field,
	property: string,
): Promise<() => Promise<Upload>> {
	const binary = context.getInputData().binary?.[property];
	if (!binary) {
		const present = Object.keys(context.getInputData().binary ?? {});
		throw new BadInput(
			`names the binary property "${property}", which the item does not have ` +
				`(it has ${present.length ? present.join(', ') : 'no binary data'})`,
		);
	}
	if (types && !types.includes(binary.mimeType))
		throw new BadInput(`is a file of type ${binary.mimeType}; allowed are ${types.join(', ')}`);
	const size = await sizeOf(context, binary);
	if (size > megabytes * 1e6)
		throw new BadInput(`is a file of ${megabytesOf(size)}; at most ${megabytes} MB are allowed`);
	return async () => ({
		name: as,
		fileName: binary.fileName ?? `file.${binary.fileExtension ?? 'bin'}`,
		mimeType: binary.mimeType,
		content: await context.helpers.getBinaryDataBuffer(property),
		after,
	});
}

/** `{a: {b: 1}, c: [2]}` → `a[b]=1`, `c[]=2`: how the service reads nested values. */
export function inBrackets(values: IDataObject, prefix = ''): Array<[string, string]> {
	return Object.entries(values).flatMap(([key, value]) => {
		const name = prefix ? `${prefix}[${key}]` : key;
		if (Array.isArray(value))
			return value.map((entry): [string, string] => [`${name}[]`, String(entry)]);
		return isObject(value) ? inBrackets(value as IDataObject, name) : [[name, String(value)]];
	});
}

/** Path of the first value that a form cannot say: it knows texts alone, and lists only of texts. */
function unsaid(value: unknown, path = ''): string | undefined {
	if (typeof value === 'string') return undefined;
	const entries = Object.entries(value ?? {});
	if (entries.length === 0 && path) return path;
	for (const [key, entry] of entries) {
		const inside = path ? `${path}.${key}` : key;
		const isSaid =
			!/^$|[[\]"\\\p{Cc}]/u.test(key) && (typeof entry === 'string' || !Array.isArray(value));
		const found = isSaid ? unsaid(entry, inside) : inside;
		if (found) return found;
	}
	return undefined;
}

/**
 * For values that go out beside files.
 * @throws BadInput where the service would get another value than without the files
 */
export function checkForm(values: IDataObject): void {
	const path = unsaid(values);
	if (path)
		throw new BadInput(
			`${path} would not arrive as it is beside files, where all values become text: upload the files with File → Upload, and give their blob IDs as Uploaded Files, or as attachments in a First Message of JSON`,
			[path.split('.')[0]],
		);
}

/** The service decodes a name in which every % begins an escape. */
const quoted = (text: string) => `"${text.replace(/[%"\r\n]/g, encodeURIComponent)}"`;

/**
 * A multipart body as bytes, so that it can be sent again; FormData would alter line breaks.
 * @throws BadInput for fields that a form cannot say
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

/** A file as the service gave it. */
export interface Download {
	fileName: string;
	mimeType: string;
	content: Buffer;
}

/** Longest text that an item holds beside its file; in bytes. */
const LONGEST_TEXT = 100_000;

/** The item of a file. An AI agent sees no binary data, so its json tells what came. */
async function toItem(
	{ helpers }: IExecuteSingleFunctions,
	{ fileName, mimeType, content }: Download,
	property: string,
): Promise<INodeExecutionData> {
	const isText = mimeType.startsWith('text/') && content.length <= LONGEST_TEXT;
	return {
		json: {
			fileName,
			mimeType,
			fileSize: content.length,
			...(isText ? { text: content.toString() } : {}),
		},
		binary: { [property]: await helpers.prepareBinaryData(content, fileName, mimeType) },
	};
}

/** One item with the file, or of a table what is chosen: its rows, the file put right or as it came. */
export async function toItems(
	context: IExecuteSingleFunctions,
	download: Download,
	values: IDataObject,
	table?: Table,
): Promise<INodeExecutionData[]> {
	const { output, binary_property: property = 'data' } = values;
	const item = async (file: Download) => [await toItem(context, file, String(property))];
	if (!table || output === 'file_as_sent') return await item(download);
	const { mimeType, content } = download;
	if (mimeType !== 'text/csv')
		throw new ServiceError(`The service answered with ${mimeType} instead of a CSV file`);
	const cells = readTable(content, table);
	if (output === 'file')
		return await item({ ...download, content: Buffer.from(writeTable(cells, values)) });
	if (cells.length > MOST_ROWS + 1)
		throw new ServiceError(
			`The file has ${cells.length - 1} rows, n8n takes at most ${MOST_ROWS} from one item`,
			{ hint: 'Choose a shorter period, or the output File.' },
		);
	return toObjects(cells).map((json) => ({ json }));
}

const MOST_MEGABYTES = 200;

const tooLarge = (bytes: number) =>
	new ServiceError(`The file has ${megabytesOf(bytes)}, at most ${MOST_MEGABYTES} MB are fetched`);

/**
 * The content of a reply that comes as a stream; a file that is too large is left.
 * @param length Content-Length, where the server tells it
 * @param timeout milliseconds for the whole file
 */
export async function readStream(
	stream: AsyncIterable<Buffer> & { destroy: (error?: Error) => void },
	length: number,
	timeout = 300_000,
): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	const late = () => stream.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' }));
	const deadline = AbortSignal.timeout(timeout);
	deadline.addEventListener('abort', late);
	try {
		if (length > MOST_MEGABYTES * 1e6) throw tooLarge(length);
		for await (const chunk of stream) {
			size += chunk.length;
			if (size > MOST_MEGABYTES * 1e6) throw tooLarge(size);
			chunks.push(chunk);
		}
	} finally {
		deadline.removeEventListener('abort', late);
		stream.destroy();
	}
	return Buffer.concat(chunks);
}

/** The name in a Content-Disposition, quoted or not, or in the RFC 5987 form; without folders. */
export function fileNameOf(disposition: string): string | undefined {
	const encoded = /filename\*=(?:UTF-8)?'[^']*'([^;]+)/i.exec(disposition)?.[1];
	const plain = /filename=(?:"([^"]*)"|([^;]+))/i.exec(disposition);
	const name = encoded ? decoded(encoded) : (plain?.[1] ?? plain?.[2]);
	return name?.trim().split(/[\\/]/).pop() || undefined;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
