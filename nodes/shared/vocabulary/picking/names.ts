import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../faults';
import { at } from '../../values';
import type { Locator } from './picking';

/** Maximum number of records that an error lists. */
const SHOWN = 10;

/** A name for comparison: without case, surrounding spaces and different encodings of umlauts. */
export const plain = (name: unknown) => String(name).normalize().trim().toLowerCase();

/** Letters that are no letter with an accent, but are searched like other letters. */
const LETTERS: Record<string, string> = {
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	ø: 'o',
	ł: 'l',
	đ: 'd',
	ð: 'd',
	þ: 'th',
	ı: 'i',
};

/** A text for a search: without case, accents and surrounding spaces, so that "Muller" finds "Müller". */
export const folded = (text: unknown) =>
	plain(text)
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter]);

/** A title inside a sentence: `Agent Bot` → `agent bot`, `API Inbox` → `API inbox`. */
export const inSentence = (title: string) =>
	title.replace(/\b[A-Z][a-z]+\b/g, (word) => word.toLowerCase());

/** Whether a converted value contains names that must be looked up. */
export const holdsNames = ({ slug }: Locator, value: unknown): boolean =>
	!slug && Array.isArray(value) && value.some((entry) => typeof entry === 'string');

/** Records with their ids, for an error. */
export const withIds = (some: Array<{ id: number; shown: string }>): string =>
	[
		...some.slice(0, SHOWN).map(({ id, shown }) => `${shown} (${id})`),
		...(some.length > SHOWN ? [`${some.length - SHOWN} more`] : []),
	].join(', ');

/**
 * Turns ids and names into ids.
 * @param entries ids as numbers, names as text
 * @param rows the whole list of the locator
 * @param field name of the field, for errors
 * @throws BadInput if a name matches no record, or several
 */
export function idsOf(
	{ title, label, value = 'id' }: Locator,
	entries: Array<string | number>,
	rows: IDataObject[],
	field: string,
): number[] {
	const kind = inSentence(title);
	const records = rows.map((row) => {
		const names = label.map((key) => at(row, key)).filter(Boolean);
		return { id: row[value] as number, names: names.map(plain), shown: `${String(names[0])}` };
	});
	const plainEntries = entries.map(plain);
	const unclear = records.find(({ names }) =>
		names.some(
			(name) =>
				name.includes(',') && name.split(',').every((part) => plainEntries.includes(plain(part))),
		),
	);
	if (unclear)
		throw new BadInput(`"${unclear.shown}" may be one name or several: use the ID`, [field]);
	const idOf = (entry: string | number): number => {
		if (typeof entry === 'number') return entry;
		const found = records.filter(({ names }) => names.includes(plain(entry)));
		if (found.length === 1) return found[0].id;
		throw new BadInput(
			found.length
				? `More than one ${kind} is called "${entry}": ${withIds(found)}. Use the ID.`
				: `${title} "${entry}" was not found: ${records.length ? `choose from ${withIds(records)}` : 'the list is empty'}`,
			[field],
		);
	};
	return [...new Set(entries.map(idOf))];
}
