import { BadInput } from '../../faults';
import type { FileHead } from '../../formats/fileTypes';
import { isEmpty, isObject, isScalar, webUrl } from '../../values';
import { list, textsOf, url, type Field, type Settings } from './fields';

type Upload = NonNullable<Field['file']>;

/** A file as n8n keeps it. In `$binary`, n8n leaves out the content of files that it keeps in memory. */
export interface ItemFile extends FileHead {
	id?: string;
	data?: string;
}

export const isFile = (value: unknown): value is ItemFile =>
	isObject(value) && typeof value.mimeType === 'string';

/** A file, or the name of a binary field. */
type Named = string | ItemFile;

/** What a value names: files, lists and objects of files, and in lists also names. */
function namedIn(value: unknown): Named[] {
	if (isFile(value)) return [value];
	if (Array.isArray(value)) return value.flatMap(namedIn);
	if (isScalar(value) && !isEmpty(value)) return [String(value)];
	const inside = isObject(value) ? Object.values(value) : [];
	if (inside.length && inside.every(isObject)) return inside.flatMap(namedIn);
	throw new BadInput(
		isObject(value)
			? 'is an object without files: use a file such as {{ $binary.data }}, or the name of its binary field'
			: 'must be a list of text values',
	);
}

/** What is typed stays one text, which may be a name with commas: only the item can tell. */
const typedOrNamed = (value: unknown): string | Named[] =>
	isScalar(value) ? String(value).trim() : namedIn(value);

/** The names in a text that is not a name itself. */
export const namesIn = (typed: string): string[] => namedIn(list(typed)) as string[];

const FORMS = 'or the files themselves, such as {{ $binary.data }}';

/** Files of the item, by the names of their binary fields. */
export const files = (
	name: string,
	{ types, megabytes, after, ...settings }: Settings & Upload,
): Field => ({
	...textsOf(name, {
		as: `${name}[]`,
		default: 'data',
		placeholder: 'e.g. data, image',
		hint: `Names of the input binary fields that contain the files, separated by commas, ${FORMS}`,
		...settings,
	}),
	convert: typedOrNamed,
	file: { types, megabytes, after },
});

/** One file of the item. */
export const file = (name: string, settings: Settings & Upload): Field => ({
	...files(name, {
		as: name,
		placeholder: 'e.g. data',
		hint: 'Name of the input binary field that contains the file',
		...settings,
	}),
	convert: (value) => {
		const found = [typedOrNamed(value)].flat();
		if (found.length > 1) throw new BadInput(`takes one file; there are ${found.length}`);
		return found;
	},
});

/** A text without commas and blanks at its end. */
function unended(text: string): string {
	let end = text.length;
	while (/[\s,]/.test(text.charAt(end - 1))) end--;
	return text.slice(0, end).trim();
}

/** URLs in a text: a comma inside a URL does not end it. */
const urlsIn = (typed: string): unknown[] =>
	typed.trim().startsWith('[')
		? list(typed)
		: typed
				.split(/(?<=^|[\s,])(?=https?:\/\/)/i)
				.map(unended)
				.filter(Boolean);

/** Files that the node downloads, by their URLs. */
export const fileUrls = (
	name: string,
	{ types, megabytes, after, ...settings }: Settings & Upload,
): Field => ({
	...textsOf(name, {
		placeholder: 'e.g. https://example.com/offer.pdf',
		hint: 'URLs of files that the node downloads and sends, separated by commas. They must be accessible without a login.',
		...settings,
	}),
	convert: (value) =>
		(isScalar(value) ? urlsIn(String(value)) : list(value)).map((entry) => {
			const address = isScalar(entry) ? webUrl(String(entry).trim()) : undefined;
			if (!address) throw new BadInput('must be URLs that begin with http:// or https://');
			return address.href;
		}),
	file: { types, megabytes, after, byUrl: true },
});

const PICTURE: Upload = {
	types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
	megabytes: 15,
	after: true,
};

/** The avatar of a record, from a file of the item or from a URL, which is sent after its other fields. */
export function avatar(as = 'avatar'): Field[] {
	const fromItem = file('avatar', {
		as,
		label: 'Avatar Binary Field',
		hint: 'Name of the input binary field that contains the image: JPEG, PNG or GIF, or WebP on Chatwoot 4.16 or later',
		...PICTURE,
	});
	const fromUrl = fileUrls('avatar_file_url', {
		as,
		label: 'Avatar File URL',
		placeholder: 'e.g. https://example.com/ana.png',
		hint: 'URL of an image that the node downloads and uploads. It fails if there is no such image.',
		...PICTURE,
	});
	return [
		fromItem,
		{
			...fromUrl,
			convert: (value, reading) => {
				const found = fromUrl.convert(value, reading) as string[];
				if (found.length > 1) throw new BadInput(`takes one URL; there are ${found.length}`);
				if (reading.values.avatar !== undefined)
					throw new BadInput(`is set together with ${fromItem.property.displayName}: remove one`);
				return found;
			},
		},
	];
}

/** The URL of a file, as Chatwoot returned it. */
export const fileAddress = (name: string, settings: Settings = {}): Field => ({
	...url(name, settings),
	address: true,
});
