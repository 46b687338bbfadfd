/** Types by the ending of a file's name; of several endings the first one is given to a file without a name. */
const TYPES: Record<string, string> = {
	aac: 'audio/aac',
	amr: 'audio/amr',
	avif: 'image/avif',
	bmp: 'image/bmp',
	csv: 'text/csv',
	doc: 'application/msword',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	flac: 'audio/flac',
	gif: 'image/gif',
	heic: 'image/heic',
	html: 'text/html',
	htm: 'text/html',
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	json: 'application/json',
	m4a: 'audio/mp4',
	md: 'text/markdown',
	mov: 'video/quicktime',
	mp3: 'audio/mpeg',
	mp4: 'video/mp4',
	odt: 'application/vnd.oasis.opendocument.text',
	ogg: 'audio/ogg',
	oga: 'audio/ogg',
	opus: 'audio/ogg',
	pdf: 'application/pdf',
	png: 'image/png',
	ppt: 'application/vnd.ms-powerpoint',
	pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	svg: 'image/svg+xml',
	tiff: 'image/tiff',
	txt: 'text/plain',
	wav: 'audio/wav',
	webm: 'video/webm',
	webp: 'image/webp',
	xls: 'application/vnd.ms-excel',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	xml: 'application/xml',
	zip: 'application/zip',
};

/** Other names of types, as servers and old programs write them. */
const ALIASES: Record<string, string> = {
	'application/csv': 'text/csv',
	'application/x-pdf': 'application/pdf',
	'application/x-zip-compressed': 'application/zip',
	'audio/mp3': 'audio/mpeg',
	'audio/x-m4a': 'audio/mp4',
	'audio/x-wav': 'audio/wav',
	'image/jpg': 'image/jpeg',
	'image/pjpeg': 'image/jpeg',
	'image/x-png': 'image/png',
};

/** Types that servers send for a file of any type. */
const SAYS_NOTHING =
	/^(application|binary)\/(x-)?(octet-stream|binary|(force-)?download|unknown)$|^unknown\/|[*]/;

/** First bytes of files: their position, and the type. More specific ones come first. */
const SIGNATURES: Array<[position: number, bytes: string, type: string]> = [
	[0, '\x89PNG\r\n', 'image/png'],
	[0, '\xff\xd8\xff', 'image/jpeg'],
	[0, 'GIF8', 'image/gif'],
	[8, 'WEBP', 'image/webp'],
	[8, 'WAVE', 'audio/wav'],
	[0, '%PDF-', 'application/pdf'],
	[0, 'ID3', 'audio/mpeg'],
	[0, '\xff\xfb', 'audio/mpeg'],
	[0, '\xff\xf3', 'audio/mpeg'],
	[0, '\xff\xf1', 'audio/aac'],
	[0, '\xff\xf9', 'audio/aac'],
	[0, '#!AMR', 'audio/amr'],
	[0, 'fLaC', 'audio/flac'],
	[0, 'OggS', 'audio/ogg'],
	[4, 'ftypM4A', 'audio/mp4'],
	[4, 'ftypqt', 'video/quicktime'],
	[4, 'ftyphei', 'image/heic'],
	[4, 'ftypavif', 'image/avif'],
	[4, 'ftyp', 'video/mp4'],
	[0, '\x1aE\xdf\xa3', 'video/webm'],
	[0, 'PK\x03\x04', 'application/zip'],
];

/** Bytes that are enough to tell text from other content. */
const HEAD = 1024;

/** What is known of a file before it is read. */
export interface FileHead {
	fileName?: string;
	mimeType: string;
	/** As n8n knows it: `bin` for a type that says nothing. */
	fileExtension?: string;
}

/** An ending has a letter first: `Offer 1.2` has none. */
const endingOf = (name = '') => /\.([a-z]\w{0,9})$/i.exec(name)?.[1].toLowerCase();

/** A type in lowercase, without parameters, by its usual name; '' if it says nothing about the file. */
export function plainType(written: unknown): string {
	const type = String(written ?? '')
		.split(';')[0]
		.trim()
		.toLowerCase();
	if (!/^[\w.+-]+\/[\w.+*-]+$/.test(type) || SAYS_NOTHING.test(type)) return '';
	return ALIASES[type] ?? type;
}

/** The type of a file by what is said about it, otherwise by its name; '' if neither tells. */
export const namedType = ({ mimeType, fileName }: FileHead): string =>
	plainType(mimeType) || (TYPES[endingOf(fileName?.trim()) ?? ''] ?? '');

function isText(head: Buffer): boolean {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
		return !/[^\P{Cc}\t\n\f\r]/u.test(text);
	} catch {
		return false;
	}
}

/** The type of a file by its first bytes. */
function typeInside(content: Buffer): string {
	const head = content.subarray(0, HEAD);
	const text = head.toString('latin1');
	const known = SIGNATURES.find(([position, bytes]) => text.startsWith(bytes, position));
	if (known) return known[2];
	return isText(head) ? 'text/plain' : 'application/octet-stream';
}

/** A file name without folders and control characters; undefined if nothing is left. */
export function bareName(name: string): string | undefined {
	const last =
		name
			.replace(/\p{Cc}/gu, '')
			.split(/[\\/]/)
			.pop()
			?.trim() ?? '';
	return /^\.{0,2}$/.test(last) ? undefined : last;
}

/** A file name that has an ending. */
function completeName({ fileName, fileExtension = '' }: FileHead, type: string): string {
	const name = (bareName(fileName ?? '') ?? 'file').replace(/(?<![.\s])[.\s]+$/, '');
	if (endingOf(name)) return name;
	const ending = Object.keys(TYPES).find((one) => TYPES[one] === type);
	return `${name}.${ending ?? (/^\w+$/.test(fileExtension) ? fileExtension : 'bin')}`;
}

/** The name and the type with which a file is sent: a type that says nothing is found by the name, then by the content. */
export function typedFile(head: FileHead, content: Buffer): { fileName: string; mimeType: string } {
	const mimeType = namedType(head) || typeInside(content);
	return { fileName: completeName(head, mimeType), mimeType };
}
