import type { Upload } from '../formats/form';
import type { FileKind } from './channels';

/** Types by the ending of a file's name, for files of which n8n does not know the type. */
const TYPES: Record<string, string> = {
	aac: 'audio/aac',
	amr: 'audio/amr',
	bmp: 'image/bmp',
	csv: 'text/csv',
	doc: 'application/msword',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	gif: 'image/gif',
	jpeg: 'image/jpeg',
	jpg: 'image/jpeg',
	m4a: 'audio/mp4',
	mov: 'video/quicktime',
	mp3: 'audio/mpeg',
	mp4: 'video/mp4',
	oga: 'audio/ogg',
	ogg: 'audio/ogg',
	opus: 'audio/ogg',
	pdf: 'application/pdf',
	png: 'image/png',
	ppt: 'application/vnd.ms-powerpoint',
	pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	txt: 'text/plain',
	wav: 'audio/wav',
	webm: 'video/webm',
	webp: 'image/webp',
	xls: 'application/vnd.ms-excel',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	zip: 'application/zip',
};

const endingOf = (name: string) => /\.(\w+)$/.exec(name)?.[1].toLowerCase() ?? '';

/** The type of a file without parameters: `audio/ogg; codecs=opus` → `audio/ogg`. */
export const typeOf = ({ mimeType }: Upload): string => mimeType.split(';')[0].trim();

/** The file with a type that channels understand: in lowercase, and by its name if n8n does not know the type. */
export function withType(file: Upload): Upload {
	const mimeType = file.mimeType.toLowerCase();
	const isUnknown = ['', 'application/octet-stream'].includes(typeOf({ ...file, mimeType }));
	const byName = isUnknown ? TYPES[endingOf(file.fileName)] : undefined;
	return { ...file, mimeType: byName ?? mimeType };
}

/** What Chatwoot takes a file for. */
export function fileKind(file: Upload): FileKind {
	const [kind] = typeOf(file).split('/');
	return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}
