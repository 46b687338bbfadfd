import type { Upload } from '../formats/form';
import type { FileKind } from './channels';

/** What Chatwoot takes a file for. */
export function fileKind({ mimeType }: Pick<Upload, 'mimeType'>): FileKind {
	const [kind] = mimeType.split('/');
	return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}
