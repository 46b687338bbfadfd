import { textsOf, type Field } from '../../../../shared/vocabulary';

/** The service only keeps them in email inboxes. It expects one text with commas, not a list. */
export function addresses(name: string, label: string): Field {
	const several = textsOf(name, {
		label,
		shown: false,
		hint: 'Emails, separated by commas. Only in email inboxes.',
		placeholder: 'e.g. name@example.com, other@example.com',
	});
	return {
		...several,
		convert: (value, reading) => (several.convert(value, reading) as string[]).join(', '),
	};
}
