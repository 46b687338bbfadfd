import { textsOf, url, type Field, type Settings } from './fields';

type Upload = NonNullable<Field['file']>;

/** Files of the item, by the names of their binary fields. */
export const files = (
	name: string,
	{ types, megabytes, after, ...settings }: Settings & Upload,
): Field => ({
	...textsOf(name, {
		as: `${name}[]`,
		default: 'data',
		placeholder: 'e.g. data, image',
		hint: 'Names of the input binary fields that contain the files, separated by commas',
		...settings,
	}),
	file: { types, megabytes, after },
});

/** One file of the item. */
export const file = (name: string, settings: Settings & Upload): Field => {
	const several = files(name, {
		as: name,
		placeholder: 'e.g. data',
		hint: 'Name of the input binary field that contains the file',
		...settings,
	});
	return { ...several, convert: (value) => [String(value).trim()] };
};

/** The avatar of a record, which is sent after its other fields. */
export const avatar = (as = 'avatar'): Field =>
	file('avatar', {
		as,
		hint: 'Name of the input binary field that contains the image: JPEG, PNG or GIF, or WebP on Chatwoot 4.16 or later',
		types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
		megabytes: 15,
		after: true,
	});

/** The URL of a file, as Chatwoot returned it. */
export const fileAddress = (name: string, settings: Settings = {}): Field => ({
	...url(name, settings),
	address: true,
});
