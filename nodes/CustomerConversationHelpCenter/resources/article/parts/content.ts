import type { IDataObject } from 'n8n-workflow';
import { BadInput, badInput } from '../../../../shared/faults';
import { explaining } from '../../../../shared/tasks/explain';
import { readField, type Call } from '../../../../shared/vocabulary';
import { articleContent } from './fields';

/** @throws BadInput if the file is not text */
function textOf(file: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(file);
	} catch {
		throw badInput('Content Binary Field is not UTF-8 text', ['content_file']);
	}
}

/** Sends the text of the file, if there is one, as the content. */
export function readContent({ request, ...call }: Call): void {
	const { files: [file] = [], body = {} } = request;
	request.files = [];
	if (!file) return;
	if (body[file.name] !== undefined)
		throw new BadInput('Content is also set: remove Content or Content Binary Field', [
			'content_file',
		]);
	const read = readField(
		articleContent({ label: 'Content Binary Field' }),
		textOf(file.content),
		'required',
		{
			...call,
			credentials: {},
		},
	);
	request.body = { ...body, [file.name]: read?.value as string };
}

/** The hint for a 500 when an article is created, or its slug changed. */
export const SLUG_TAKEN =
	'The slug may be taken, also by another portal of the installation. Without a slug Chatwoot uses a timestamp plus the title: two articles with the same title in one second collide.';

const sending = explaining(() => SLUG_TAKEN);

/** For `run`: sends the article with the content of its file. */
export async function saving(call: Call): Promise<IDataObject[]> {
	readContent(call);
	return await sending(call);
}
