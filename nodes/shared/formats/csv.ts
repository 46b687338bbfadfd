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

/** How a CSV file is read that people or spreadsheets wrote. */
interface Dialect {
	separator?: string;
	/** Accepts a lone carriage return as the end of a row, and quotes that do not enclose a whole cell. */
	lenient?: boolean;
	/** The error for a row that cannot be read, counted from 1. */
	malformed: (row: number) => Error;
}

/** Position of the quote that ends a cell; -1 if there is none. @param start behind the first quote */
function closingQuote(text: string, start: number): number {
	let end = text.indexOf('"', start);
	while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
	return end;
}

/** The rows of a CSV text, one at a time. */
export function* rowsIn(
	text: string,
	{ separator = ',', lenient, malformed }: Dialect,
): Generator<string[]> {
	const plain = RegExp(`[^${lenient ? '' : '"'}${separator}\\r\\n]*`, 'y');
	const end = RegExp(`[${separator}]|\\r?\\n|${lenient ? '\\r|' : ''}$`, 'y');
	const take = (pattern: RegExp, from: number) => {
		pattern.lastIndex = from;
		return pattern.exec(text)?.[0];
	};
	let [position, count, row]: [number, number, string[]] = [0, 0, []];
	while (position < text.length || row.length) {
		let cell = '';
		const isQuoted = text[position] === '"';
		if (isQuoted) {
			const close = closingQuote(text, position + 1);
			if (close < 0) throw malformed(count + 1);
			cell = text.slice(position + 1, close).replaceAll('""', '"');
			position = close + 1;
		}
		if (lenient || !isQuoted) {
			const rest = take(plain, position) ?? '';
			cell += rest;
			position += rest.length;
		}
		const ended = take(end, position);
		if (ended === undefined) throw malformed(count + 1);
		position += ended.length;
		row.push(cell);
		if (ended === separator) continue;
		yield row;
		count++;
		row = [];
	}
}

/** @throws ServiceError for a misplaced quote or carriage return */
export const parse = (text: string): string[][] => [
	...rowsIn(text, {
		malformed: (row) =>
			new ServiceError(`The CSV file from Chatwoot is malformed in row ${row}`, {
				hint: 'Choose the output File as Sent to get it unchanged.',
			}),
	}),
];

export const write = (rows: string[][]): string =>
	rows.map((row) => `${row.map(quote).join(',')}\n`).join('');

const quote = (cell: string): string =>
	/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Removes the ' that Chatwoot puts before cells that could be formulas, in all files since 4.17. */
export const unguarded = (cell: string): string => cell.replace(/^'(?=[-=+@%|\t\r])/, '');

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

/** What a spreadsheet may drop at the beginning of a cell: blanks, and quotes of a cell that it has split. */
const DROPPED = /^[\s\p{Cc}\p{Cf}"]*/u;

/** Where spreadsheets split a line, besides at commas: which of these they use depends on the country. */
const SEPARATORS = /([;|\t\r\n\v\f\u0085\u2028\u2029])/;

/** Whether a spreadsheet may run a text as a formula; full-width signs count as the usual ones. */
function isFormula(text: string): boolean {
	if (/^\s*-\d+(?:\.\d+)?$/.test(text)) return false;
	const [first = ''] = text.slice(DROPPED.exec(text)?.[0].length);
	return /^[=+\-@]/.test(first.normalize('NFKC'));
}

/**
 * Puts ' before a cell that a spreadsheet may run as a formula, and before each part of it that may become a cell
 * because the spreadsheet splits lines elsewhere. Negative numbers stay as they are.
 */
function harmless(cell: string): string {
	const [first, ...others] = cell.split(SEPARATORS);
	const parts = others.map((part) => (isFormula(part) ? `'${part}` : part));
	const isUnsafe = /^[\t\r]/.test(cell) || isFormula(cell);
	return `${isUnsafe ? "'" : ''}${first}${parts.join('')}`;
}

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
