import { BadInput } from '../../../../shared/faults';
import { entriesIn, isAddress, withoutName } from '../../../../shared/formats/addresses';
import { list, textsOf, type Field } from '../../../../shared/vocabulary';

/** A text that is not a JSON list, as a list: commas may be in a name. */
const listed = (value: unknown) =>
	typeof value === 'string' && !value.trim().startsWith('[') ? [value] : list(value);

/**
 * Addresses as Chatwoot expects them: one text with commas, without names.
 * @param value a text, a list of texts, or a text that is a JSON list
 */
export function addressText(value: unknown): string {
	const texts = listed(value).map((entry) => {
		if (typeof entry === 'object' || entry === '')
			throw new BadInput('must be a list of text values');
		return String(entry);
	});
	const entries = texts.flatMap(entriesIn);
	const wrong = entries.filter((entry) => !isAddress(withoutName(entry)));
	if (wrong.length === 0) return entries.map(withoutName).join(', ');
	const named = wrong.map((entry) => `"${entry}"`).join(', ');
	throw new BadInput(
		`cannot contain ${named}: write email addresses such as name@example.com or Name <name@example.com>`,
	);
}

/** Addresses that Chatwoot only keeps in email inboxes. */
export function addresses(name: string, label: string, hint: string): Field {
	const several = textsOf(name, {
		label,
		shown: false,
		hint,
		placeholder: 'e.g. name@example.com, Name <other@example.com>',
	});
	return { ...several, convert: addressText };
}

/** A field for one address, which may have a name: `Name <name@example.com>`. */
export const withName = (field: Field): Field => ({
	...field,
	convert: (value, reading) => {
		const [entry, ...others] = entriesIn(String(value));
		return field.convert(entry && !others.length ? withoutName(entry) : value, reading);
	},
});
