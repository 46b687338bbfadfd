import { OTHER_ANSWER, ServiceError } from '../faults';
import { unescaped } from './html';

/** Peculiarities of a CSV file from Chatwoot. */
export interface Table {
	/** Position of the line with the period, which is not a row. */
	note?: 'first' | 'last';
	/** The whole text is HTML-escaped. */
	escaped?: boolean;
	/** Each row begins with spaces that do not belong to its first cell. */
	indented?: boolean;
	/** Names of all columns, if some are missing in the header. */
	columns?: string[];
}

/** @throws ServiceError for a misplaced quote or carriage return */
export function parse(text: string): string[][] {
	const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;
	const rows: string[][] = [];
	let row: string[] = [];
	while (cell.lastIndex < text.length || row.length) {
		const match = cell.exec(text);
		if (!match)
			throw new ServiceError(`The CSV file from Chatwoot is malformed in row ${rows.length + 1}`, {
				hint: 'Choose the output File as Sent to get it unchanged.',
			});
		const [, quoted, plain, end] = match;
		row.push(quoted?.replaceAll('""', '"') ?? plain);
		if (end === ',') continue;
		rows.push(row);
		row = [];
	}
	return rows;
}

const write = (rows: string[][]): string =>
	rows.map((row) => `${row.map(quote).join(',')}\n`).join('');

const quote = (cell: string): string =>
	/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Removes the ' that Chatwoot puts before cells that could be formulas, in all files since 4.17. */
const unguarded = (cell: string): string => cell.replace(/^'(?=[-=+@%|\t\r])/, '');

/** The header and the rows of a CSV file from Chatwoot, all with the same number of cells. */
export function readTable(
	content: Uint8Array,
	{ note, escaped, indented, columns = [] }: Table,
): string[][] {
	const text = new TextDecoder().decode(content);
	const lines = parse(escaped ? unescaped(text) : text)
		.map(([first, ...rest]) => [indented ? first.trimStart() : first, ...rest])
		.map((cells) => cells.map(unguarded))
		.filter((cells) => cells.length > 1 || cells[0].trim());
	if (note === 'first') lines.shift();
	else if (note === 'last' && lines.at(-1)?.length === 1) lines.pop();
	const [header, ...rows] = lines;
	if (!header)
		throw new ServiceError('The CSV file from Chatwoot contains no table', { hint: OTHER_ANSWER });
	const width = lines.reduce((most, { length }) => Math.max(most, length), columns.length);
	const filled = (cells: string[], rest: (index: number) => string) =>
		Array.from({ length: width }, (_, index) => cells[index] || rest(index));
	const names = filled(header, (index) => columns[index] ?? `Column ${index + 1}`);
	return [names.map(single), ...rows.map((cells) => filled(cells, () => ''))];
}

/** Makes names of columns unique, because they become keys: later ones get their number. */
const single = (name: string, index: number, names: string[]): string =>
	names.indexOf(name) < index ? `${name} (${index + 1})` : name;

/** One object per row, with the names of the header as keys. */
export const toObjects = ([names, ...rows]: string[][]): Array<Record<string, string>> =>
	rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index]])));

/** Puts ' before a cell that a spreadsheet may run as a formula; negative numbers stay as they are. */
const harmless = (cell: string): string =>
	/^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;

export interface Writing {
	escape_formulas?: boolean;
	byte_order_mark?: boolean;
}

export const writeTable = (
	table: string[][],
	{ escape_formulas, byte_order_mark }: Writing,
): string =>
	(byte_order_mark ? '\ufeff' : '') +
	write(escape_formulas ? table.map((cells) => cells.map(harmless)) : table);
