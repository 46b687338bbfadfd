import { textsOf, type Field } from '../../../../shared/vocabulary';

/** Of e-mail inboxes; elsewhere the service drops them. It refuses a list. */
export function addresses(name: string, label: string): Field {
	const several = textsOf(name, {
		label,
		shown: false,
		hint: 'E-mail addresses, separated by commas. In e-mail inboxes only.',
		placeholder: 'e.g. name@example.com, other@example.com',
	});
	return {
		...several,
		convert: (value, reading) => (several.convert(value, reading) as string[]).join(', '),
	};
}
