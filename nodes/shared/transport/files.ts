import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { BadInput } from './errors';

export interface Upload {
	/** Name of the part. */
	name: string;
	fileName: string;
	mimeType: string;
	content: Buffer;
}

/**
 * The file of an item's binary property.
 * @param types MIME types that are accepted; none means all
 */
export async function readFile(
	context: IExecuteSingleFunctions,
	name: string,
	property: string,
	types?: string[],
): Promise<Upload> {
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
	return {
		name,
		fileName: binary.fileName ?? `file.${binary.fileExtension ?? 'bin'}`,
		mimeType: binary.mimeType,
		content: await context.helpers.getBinaryDataBuffer(property),
	};
}

/** `{a: {b: 1}, c: [2]}` → `a[b]=1`, `c[]=2`: how the service reads nested values in a form. */
export function inBrackets(values: IDataObject, prefix = ''): Array<[string, string]> {
	return Object.entries(values).flatMap(([key, value]) => {
		const name = prefix ? `${prefix}[${key}]` : key;
		if (Array.isArray(value))
			return value.flatMap((entry) =>
				typeof entry === 'object' && entry !== null
					? inBrackets(entry as IDataObject, `${name}[]`)
					: [[`${name}[]`, String(entry)] as [string, string]],
			);
		if (typeof value === 'object' && value !== null) return inBrackets(value as IDataObject, name);
		return [[name, value === null ? '' : String(value)]];
	});
}

/** A multipart body as bytes, so that it can be sent again. */
export async function multipart(
	fields: IDataObject,
	files: Upload[],
): Promise<{ body: Buffer; contentType: string }> {
	const form = new FormData();
	for (const [name, value] of inBrackets(fields)) form.append(name, value);
	for (const { name, fileName, mimeType, content } of files)
		form.append(name, new Blob([new Uint8Array(content)], { type: mimeType }), fileName);
	const encoded = new Response(form);
	return {
		body: Buffer.from(await encoded.arrayBuffer()),
		contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
	};
}
