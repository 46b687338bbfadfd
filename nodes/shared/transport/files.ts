import { Hash } from 'crypto';
import { DateTime } from 'luxon';
import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { BadInput, OTHER_ANSWER, ServiceError } from '../faults';
import { readTable, toObjects, writeTable, type Table } from '../formats/csv';
import { bareName, namedType, typedFile, type FileHead } from '../formats/fileTypes';
import type { Upload } from '../formats/form';
import { formats } from '../formats/rowFiles';
import type { Calendar } from '../time/calendar';
import { isSame } from '../values';
import type { Export } from '../vocabulary/call';
import { named, type Field } from '../vocabulary/fields/fields';
import { isFile, namesIn, type ItemFile } from '../vocabulary/fields/uploads';
import { writePosition, type Position } from '../vocabulary/fields/position';
import { MOST_ROWS } from './pages';

/** Size of a file in bytes, without loading it into memory. */
async function sizeOf(
	{ helpers }: IExecuteSingleFunctions,
	{ id, data = '' }: ItemFile,
): Promise<number> {
	return id ? (await helpers.getBinaryMetadata(id)).fileSize : Buffer.byteLength(data, 'base64');
}

const megabytesOf = (bytes: number) => `${Math.ceil(bytes / 1e5) / 10} MB`;

/** The keys of a path such as `_files["my file"]` or `photos[0]`. */
const keysIn = (path: string): string[] =>
	[...path.matchAll(/\["([^"]*)"\]|\['([^']*)'\]|\[(\d+)\]|([^.[\]]+)/g)].map(
		([, ...keys]) => keys.find((key) => key !== undefined) ?? '',
	);

/**
 * The files of an item by their names. If a workflow combines JSON and binary data, n8n keeps them in
 * `json._files`, and may keep files anywhere in the JSON.
 */
const filesIn = ({ binary, json }: INodeExecutionData): Record<string, ItemFile> => ({
	...(json._files as Record<string, ItemFile> | undefined),
	...binary,
});

/** The file that a name, or the path of a file in the item's JSON, leads to. */
function fileNamed(item: INodeExecutionData, name: string): ItemFile | undefined {
	const known = filesIn(item);
	if (Object.hasOwn(known, name)) return known[name];
	const found = keysIn(name).reduce<unknown>(
		(inner, key) =>
			typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
				? (inner as IDataObject)[key]
				: undefined,
		item.json,
	);
	return isFile(found) ? found : undefined;
}

/** A file of `$binary` with the content that n8n left out, from the item. @throws BadInput if it is not certain which one */
function withContent(item: INodeExecutionData, file: ItemFile): ItemFile {
	if (file.id !== undefined || file.data !== undefined) return file;
	const entries = Object.entries(file);
	const [found, ...others] = Object.values(filesIn(item)).filter((one) =>
		entries.every(([key, value]) => isSame(one[key as keyof ItemFile], value)),
	);
	if (found && others.every(({ data, id }) => data === found.data && id === found.id)) return found;
	throw new BadInput(
		`is the file ${file.fileName ?? ''} without its content, which n8n keeps in memory: use the name of its binary field`,
	);
}

/**
 * The files that a field names, or their names. What is typed is the name of one file first, and then a list.
 * @throws BadInput with words that follow the field's label
 */
export function entriesOf(
	context: IExecuteSingleFunctions,
	{ list }: Field,
	value: string | Array<string | ItemFile>,
): Array<string | ItemFile> {
	if (typeof value !== 'string') return value;
	return list && !fileNamed(context.getInputData(), value) ? namesIn(value) : [value];
}

/** Reads a file. @param download fetches the file of a URL, of at most this many bytes */
export type UploadReader = (
	download: (url: string, most: Most) => Promise<Download>,
) => Promise<Upload>;

/** The part of a form with a file. @throws BadInput if the field does not take it */
function uploadOf(field: Field, head: FileHead, content: Buffer): Upload {
	const { types, after } = field.file ?? {};
	const typed = typedFile(head, content);
	const refuse = (words: string) => named(field, new BadInput(words));
	if (content.length === 0) throw refuse(emptyWords(typed.fileName));
	if (types && !types.includes(typed.mimeType)) throw refuse(typeWords(typed.mimeType, types));
	return { name: field.as, ...typed, content, after };
}

const emptyWords = (name: string) => `is empty: ${name} has 0 bytes`;

const typeWords = (type: string, types: string[]) => `is a ${type} file; use ${types.join(', ')}`;

/**
 * Checks a file of the item, or of another one. The content is read later, so that waiting items do not keep
 * it in memory.
 * @param entry the file, or its name in the item
 * @throws BadInput with words that follow the field's label
 */
export async function fileOf(
	context: IExecuteSingleFunctions,
	field: Field,
	entry: string | ItemFile,
): Promise<UploadReader> {
	const { types, megabytes = 0, byUrl } = field.file ?? {};
	if (byUrl) {
		const most = { noun: 'file', bytes: megabytes * 1e6 };
		return async (download) => {
			const { content, ...head } = await download(String(entry), most);
			return uploadOf(field, head, content);
		};
	}
	const item = context.getInputData();
	const binary = typeof entry === 'string' ? fileNamed(item, entry) : withContent(item, entry);
	if (!binary) {
		const present = Object.keys(filesIn(item));
		throw new BadInput(
			`names the binary field "${entry as string}", which the input item does not have ` +
				`(it has ${present.length ? present.join(', ') : 'no binary data'})`,
		);
	}
	const type = namedType(binary);
	if (types && type && !types.includes(type)) throw new BadInput(typeWords(type, types));
	const size = await sizeOf(context, binary);
	if (size === 0) throw new BadInput(emptyWords(binary.fileName?.trim() || 'the file'));
	if (size > megabytes * 1e6)
		throw new BadInput(`is ${megabytesOf(size)}; the maximum is ${megabytes} MB`);
	return async () => {
		// n8n takes a file as well as the name of one, and n8n 1 only if it has data.
		const known = { data: '', ...binary } as unknown as string;
		const content = await context.helpers.getBinaryDataBuffer(known);
		return uploadOf(field, binary, content);
	};
}

/** A downloaded file. */
export interface Download {
	fileName: string;
	mimeType: string;
	content: Buffer;
}

/** Maximum size of a text file that is also put into the item's JSON; in bytes. */
const LONGEST_TEXT = 100_000;

/**
 * The item of a file. An AI agent cannot see binary data, so the JSON describes the file.
 * @param about more keys for the JSON
 */
export async function fileItem(
	{ helpers }: IExecuteSingleFunctions,
	{ fileName, mimeType, content }: Download,
	{ binary_property: property = 'data' }: IDataObject,
	about: IDataObject = {},
): Promise<INodeExecutionData> {
	const isText = mimeType.startsWith('text/') && content.length <= LONGEST_TEXT;
	return {
		json: {
			...about,
			fileName,
			mimeType,
			fileSize: content.length,
			...(isText ? { text: content.toString() } : {}),
		},
		binary: { [String(property)]: await helpers.prepareBinaryData(content, fileName, mimeType) },
	};
}

/**
 * The item of a web page: its HTML for the text of an email, and a file.
 * @param record `html` and `fileName`; `file` if the file has more than the email
 */
export async function pageItem(
	{ helpers }: IExecuteSingleFunctions,
	{ fileName, html, file = html, ...about }: IDataObject,
	{ binary_property: property = 'data' }: IDataObject,
): Promise<INodeExecutionData> {
	const names = { fileName: String(fileName), mimeType: 'text/html' };
	const content = Buffer.from(String(file));
	const binary = await helpers.prepareBinaryData(content, names.fileName, names.mimeType);
	return { json: { ...about, html, ...names }, binary: { [String(property)]: binary } };
}

/** One item with the file; for a CSV table its rows, the cleaned file or the original file, as the user chose. */
export async function toItems(
	context: IExecuteSingleFunctions,
	download: Download,
	values: IDataObject,
	table?: Table,
): Promise<INodeExecutionData[]> {
	const { output } = values;
	const item = async (file: Download) => [await fileItem(context, file, values)];
	if (!table || output === 'file_as_sent') return await item(download);
	const { mimeType, content } = download;
	if (mimeType !== 'text/csv')
		throw new ServiceError(`Chatwoot answered with ${mimeType} instead of a CSV file`, {
			hint: OTHER_ANSWER,
		});
	const cells = readTable(content, table);
	if (output === 'file')
		return await item({ ...download, content: Buffer.from(writeTable(cells, values)) });
	if (cells.length > MOST_ROWS + 1)
		throw new ServiceError(
			`The file has ${cells.length - 1} rows; n8n accepts at most ${MOST_ROWS} from one item`,
			{ hint: 'Choose a shorter period, or the output File.' },
		);
	return toObjects(cells).map((json) => ({ json }));
}

/** Size of the pieces in which a file is written; in bytes. */
const PIECE = 65_536;

/** Counts the rows and bytes of a file. */
interface Written {
	rows: number;
	bytes: number;
}

/** The content of a file of rows, which are read as the file is written. */
async function* contentOf(
	{ rows, blank }: Export,
	values: IDataObject,
	written: Written,
): AsyncGenerator<Buffer> {
	const { head, row: write, between, tail } = formats[String(values.output)];
	let text = '';
	const piece = () => {
		const content = Buffer.from(text);
		written.bytes += content.length;
		text = '';
		return content;
	};
	for await (const some of rows) {
		for (const row of some) {
			text += written.rows++ ? between : head(Object.keys(row), values);
			text += write(row, values);
		}
		if (text.length >= PIECE) yield piece();
	}
	if (written.rows === 0) text = head(Object.keys(await blank()), values);
	text += tail;
	yield piece();
}

/**
 * The rows of an export: one item per row, or one item with a file that is written as the rows are read. n8n
 * writes the file piece by piece only if it keeps binary data in a folder.
 * @throws ServiceError if there are more rows than n8n accepts as items
 */
export async function exportItems(
	{ helpers }: IExecuteSingleFunctions,
	exported: Export,
	values: IDataObject,
	{ zone }: Calendar,
): Promise<INodeExecutionData[]> {
	const { output, binary_property: property = 'data' } = values;
	const { name, rows, position } = exported;
	if (!(String(output) in formats)) {
		const items: INodeExecutionData[] = [];
		for await (const some of rows) {
			for (const json of some) items.push({ json });
			if (items.length > MOST_ROWS)
				throw new ServiceError(
					`There are more than ${MOST_ROWS} ${name}, the most that n8n accepts from one item`,
					{ hint: 'Choose a file as Output, or a shorter period.' },
				);
		}
		return items;
	}
	const { since, until } = values as { since: number; until: number };
	const [from, to] = [(values.continue_from as Position | undefined)?.since ?? since, until].map(
		(moment) => (moment ? DateTime.fromSeconds(moment, { zone }) : undefined),
	);
	const parts = [name.replace(' ', '-'), from?.toISODate(), to?.toISODate()];
	const fileName = `${parts.filter(Boolean).join('_')}.${String(output)}`;
	const { mimeType } = formats[String(output)];
	const written: Written = { rows: 0, bytes: 0 };
	// n8n's lint does not allow importing streams. This is Duplex.from, which crypto's streams inherit.
	const stream = Hash.from(contentOf(exported, values, written));
	const binary = await helpers.prepareBinaryData(stream, fileName, mimeType);
	return [
		{
			json: {
				fileName,
				mimeType,
				fileSize: written.bytes,
				rows: written.rows,
				since: from?.toISO({ suppressMilliseconds: true }) ?? null,
				until: to?.toISO({ suppressMilliseconds: true }),
				continue_from: writePosition(position()),
				...(exported.note ? { note: exported.note } : {}),
			},
			binary: { [String(property)]: binary },
		},
	];
}

/** Whether an export has no rows, as items or in a file. */
export const isEmptyExport = (items: INodeExecutionData[]): boolean =>
	items.every(({ json, binary }) => binary && json.rows === 0);

/** Names the period of an export without rows. Of a later export it is no news. */
export function whyNoRows(
	name: string,
	{ since, until, continue_from }: IDataObject,
	{ zone }: Calendar,
): string {
	if (continue_from) return '';
	const [from, to] = [Number(since), Number(until) - 1].map((moment) =>
		DateTime.fromSeconds(moment, { zone }).toISODate(),
	);
	return since ? `No ${name} from ${from} to ${to}. Choose another Period.` : `No ${name} found.`;
}

/** Maximum size of a reply; in bytes. */
export interface Most {
	noun: string;
	bytes: number;
}

export const ANY_FILE: Most = { noun: 'file', bytes: 200e6 };

/** A reply whose body has not been read yet. */
export interface Arriving {
	headers: Record<string, unknown>;
	body: AsyncIterable<Buffer> & { destroy: () => void };
}

/** Reads the unpacked body of a reply. @throws ServiceError if it is too large */
export async function readBody(
	{ headers, body: stream }: Arriving,
	{ noun, bytes: most }: Most,
): Promise<Buffer> {
	const tooLarge = (bytes: number) =>
		new ServiceError(`The ${noun} is ${megabytesOf(bytes)}; the maximum is ${megabytesOf(most)}`, {
			acted: true,
		});
	const chunks: Buffer[] = [];
	const length = Number(headers['content-length'] ?? 0);
	let size = 0;
	try {
		if (length > most) throw tooLarge(length);
		for await (const chunk of stream) {
			size += chunk.length;
			if (size > most) throw tooLarge(size);
			chunks.push(chunk);
		}
	} finally {
		stream.destroy();
	}
	return Buffer.concat(chunks);
}

/** The name in a Content-Disposition, quoted or not, or in the RFC 5987 form; without folders. */
export function fileNameOf(disposition: string): string | undefined {
	const encoded = /filename\*=(?:UTF-8)?'[^']*'([^;]+)/i.exec(disposition)?.[1];
	const plain = /filename=(?:"([^"]*)"|([^;]+))/i.exec(disposition);
	return bareName(encoded ? decoded(encoded) : (plain?.[1] ?? plain?.[2] ?? ''));
}

/** The file name at the end of a URL. */
export const nameIn = (address: string): string =>
	bareName(decoded(new URL(address).pathname.split('/').pop() ?? '')) ?? 'attachment';

/** Decodes percent signs; returns the text unchanged if they are not valid. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
