import { textsOf, url, type Field, type Settings } from './fields';

type Upload = NonNullable<Field['file']>;

/** Files of the item: the names of their binary properties. */
export const files = (
	name: string,
	{ types, megabytes, ...settings }: Settings & Upload,
): Field => ({
	...textsOf(name, {
		as: `${name}[]`,
		default: 'data',
		placeholder: 'e.g. data, picture',
		hint: 'Names of the binary properties of the input item that hold the files, separated by commas',
		...settings,
	}),
	file: { types, megabytes },
});

/** One file of the item. */
export const file = (name: string, settings: Settings & Upload): Field => {
	const several = files(name, {
		as: name,
		placeholder: 'e.g. data',
		hint: 'Name of the binary property of the input item that holds the file',
		...settings,
	});
	return { ...several, convert: (value) => [String(value).trim()] };
};

/** The picture of a record. */
export const avatar = (): Field =>
	file('avatar', { types: ['image/jpeg', 'image/png', 'image/gif'], megabytes: 15 });

/** The address of a file that the service gave. */
export const fileAddress = (name: string, settings: Settings = {}): Field => ({
	...url(name, settings),
	address: true,
});
