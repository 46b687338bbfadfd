import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../shared/faults';
import { rowsIn, unguarded, write } from '../../shared/formats/csv';
import { phoneNumber } from '../../shared/formats/phone';
import { decodeText } from '../../shared/formats/textFile';
import { sameLabel } from '../../shared/tasks/labels';
import { CONTACT_KEYS, title } from '../../shared/vocabulary';

/** Cells that are not empty, by the names that Chatwoot reads. */
type Cells = Record<string, string>;

/** A row of the file that becomes a contact, or changes one. */
export interface ImportRow {
	/** Number in the file as a spreadsheet counts: the headings are usually row 1. */
	row: number;
	cells: Cells;
}

export interface RefusedRow {
	row: number;
	reason: string;
	name?: string;
	email?: string;
	phone_number?: string;
	identifier?: string;
}

/** A column of the file as it is sent. */
interface Column {
	/** Name that Chatwoot reads. */
	target: string;
	/** Positions in the file: several are joined by a blank. */
	from: number[];
	/** As they are in the file. */
	heading: string;
	/** Whether no field and no custom attribute of the account has this name. */
	isUnknown?: boolean;
}

/** What an account and its release know, requested only if the file needs it. */
export interface AccountOfImport {
	/** Country of phone numbers without a country code, such as `DE`. */
	country: unknown;
	/** Titles of the account's labels; undefined if this release imports no labels. */
	labels: () => Promise<string[] | undefined>;
	/** Names that Chatwoot reads instead of ours: those of fields that this release calls otherwise. */
	rename: (target: string) => Promise<string>;
	/** Custom attributes of contacts: key and display name. */
	attributes: () => Promise<Array<{ key: string; label: string }>>;
}

export interface ReadFile {
	/** Number of rows below the headings that are not blank. */
	total: number;
	rows: ImportRow[];
	refused: RefusedRow[];
	/** Columns as they are sent, in order. */
	columns: string[];
	/** Sentences about what is surprising. */
	hints: string[];
}

/** Fields of a contact that a column can fill, with their labels. */
export const IMPORT_FIELDS: Record<string, string> = {
	name: 'Name',
	email: 'Email',
	phone_number: 'Phone Number',
	identifier: 'Identifier',
	company_name: 'Company Name',
	city: 'City',
	labels: 'Labels',
};

/** Other spellings of these headings. */
const SPELLINGS: Record<string, string> = { company: 'company_name' };

/** Without one of these nobody can find the contacts again. */
const NEEDED = ['name', ...CONTACT_KEYS];

/** A heading without what makes no difference: case, accents, blanks, dashes, underscores. */
const bare = (heading: string): string =>
	heading
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

const FIELDS = new Map(
	[...Object.keys(IMPORT_FIELDS).map((name) => [name, name]), ...Object.entries(SPELLINGS)].map(
		([spelling, name]) => [bare(spelling), name],
	),
);

const fieldFor = (heading: string): string | undefined => FIELDS.get(bare(heading));

const isBlank = (sign: string): boolean => /[\s\p{Cf}]/u.test(sign);

/** A text without blanks and invisible signs around it; a pattern would take the square of a long run of blanks. */
function trimmed(text: string): string {
	let [start, end] = [0, text.length];
	while (start < end && isBlank(text[start])) start++;
	while (start < end && isBlank(text[end - 1])) end--;
	return text.slice(start, end);
}

/** A cell without the signs by which spreadsheets and Chatwoot keep it from being a formula or a number. */
const clean = (cell: string): string => trimmed(unguarded(cell.replace(/^="(.*)"$/s, '$1')));

/** How many entries a sentence names. */
const NAMED = 20;

/** The first entries, and how many more there are. */
export const firstOf = (entries: unknown[]): string =>
	entries.slice(0, NAMED).join(', ') +
	(entries.length > NAMED ? ` and ${entries.length - NAMED} more` : '');

const quoted = (texts: string[]): string => firstOf(texts.map((text) => `"${text.slice(0, 100)}"`));

/** How many rows of a file may come before its headings, such as a title. */
const HEAD = 10;

/** The position of the headings: the row that has most of the known ones, otherwise the first that is not blank. */
function headingsIn(rows: string[][], isKnown: (heading: string) => boolean): number {
	const known = rows.map((cells) => cells.filter(isKnown).length);
	const most = Math.max(0, ...known);
	const isFilled = (cells: string[]) => cells.some((cell) => clean(cell));
	return Math.max(0, most ? known.indexOf(most) : rows.findIndex(isFilled));
}

const malformed = (row: number) =>
	new BadInput(`has a cell in row ${row} that begins with a quote and never ends`);

function firstRows(text: string, separator: string): string[][] {
	const found: string[][] = [];
	for (const cells of rowsIn(text, { separator, lenient: true, malformed })) {
		found.push(cells);
		if (found.length === HEAD) break;
	}
	return found;
}

const SEPARATORS = [',', ';', '\t', '|'];

/** The separator with which most headings are known, then the one that makes most of them. */
function separatorOf(text: string, isKnown: (heading: string) => boolean): string {
	const scored = SEPARATORS.map((separator) => {
		try {
			const rows = firstRows(text, separator);
			const headings = rows[headingsIn(rows, isKnown)] ?? [];
			return { separator, known: headings.filter(isKnown).length, all: headings.length };
		} catch {
			return { separator, known: -1, all: 0 };
		}
	});
	return scored.reduce((best, one) =>
		one.known > best.known || (one.known === best.known && one.all > best.all) ? one : best,
	).separator;
}

/** A table with its headings, whatever the separator. */
interface Table {
	headings: string[];
	/** Number of the first row below the headings. */
	first: number;
	rows: Iterable<string[]>;
}

function tableIn(text: string, isKnown: (heading: string) => boolean): Table {
	// The first line by which Excel says its separator.
	const [line, named] = /^"?sep=([,;|\t:])"?(?:\r\n?|\n)/i.exec(text) ?? ['', undefined];
	const body = text.slice(line.length);
	const separator = named ?? separatorOf(body, isKnown);
	const rows = rowsIn(body, { separator, lenient: true, malformed });
	const above = headingsIn(firstRows(body, separator), isKnown);
	for (let index = 0; index < above; index++) rows.next();
	const { value = [] } = rows.next() as { value?: string[] };
	const headings = value.map((heading) => clean(heading).replace(/\s+/g, ' '));
	return { headings, first: above + 2, rows };
}

/** The positions of a column that *Columns* names: one heading, or several with commas between them. */
function positionsOf(headings: string[], target: string, typed: string): number[] {
	const find = (name: string): number[] => {
		const exact = headings.flatMap((heading, index) => (heading === name.trim() ? [index] : []));
		if (exact.length === 1) return exact;
		const wanted = bare(name);
		return wanted
			? headings.flatMap((heading, index) => (bare(heading) === wanted ? [index] : []))
			: [];
	};
	const whole = find(typed);
	const parts = whole.length ? [whole] : typed.split(',').map(find);
	if (parts.every(({ length }) => length === 1)) return parts.flat();
	const isTwice = parts.some(({ length }) => length > 1);
	throw new BadInput(
		`${isTwice ? 'names two columns of the file with' : 'names no column of the file with'} "${typed}" for ${title(target)}. The file has ${quoted(headings.filter(Boolean))}`,
		['columns'],
	);
}

/**
 * Which column of the file fills what.
 * @param mapped target → heading of the file, as the user mapped them
 * @returns also the headings whose field is filled by another column that the user mapped
 */
async function columnsOf(
	{ headings }: Table,
	mapped: IDataObject,
	isFilled: (index: number) => boolean,
	{ attributes }: Pick<AccountOfImport, 'attributes'>,
): Promise<{ columns: Column[]; replaced: string[] }> {
	const columns: Column[] = Object.entries(mapped).map(([target, typed]) => {
		const from = positionsOf(headings, target, String(typed));
		return { target, from, heading: from.map((index) => headings[index]).join(', ') };
	});
	const used = new Set(columns.flatMap(({ from }) => from));
	const others = headings
		.map((heading, index) => ({ heading, index, target: fieldFor(heading) }))
		.filter(({ heading, index }) => heading && !used.has(index) && isFilled(index));
	const known = others.every(({ target }) => target) ? [] : await attributes();
	const attributeFor = (heading: string) =>
		known.find(({ key }) => key === heading) ??
		known.find(({ key, label }) => [key, label].some((name) => bare(name) === bare(heading)));
	const replaced: string[] = [];
	for (const { heading, index, target } of others) {
		const found = target ?? attributeFor(heading)?.key;
		if (found && Object.hasOwn(mapped, found)) replaced.push(heading);
		else columns.push({ target: found ?? heading, from: [index], heading, isUnknown: !found });
	}
	return { columns, replaced };
}

/** @throws BadInput if two columns of the file fill the same */
function checkOnce(columns: Column[]): void {
	const seen = new Map<string, string>();
	for (const { target, heading } of columns) {
		const other = seen.get(target);
		if (other !== undefined)
			throw new BadInput(
				`has two columns for ${title(target)}: "${other}" and "${heading}". Choose one of them in Columns`,
			);
		seen.set(target, heading);
	}
}

/** Replaces the phone number of a row by the one that it means. @returns why it means none; '' if it does */
function phoneFault(cells: Cells, country: unknown): string {
	const { phone_number: typed } = cells;
	if (!typed) return '';
	try {
		cells.phone_number = phoneNumber(typed, country);
		return '';
	} catch (error) {
		return `Phone Number ${(error as BadInput).message}.`;
	}
}

/** Longest text that Chatwoot stores in a field of a contact. */
const LONGEST = 255;

/** Why a row cannot become a contact that anybody can find; undefined if it can. @param country of phone numbers without a country code */
function faultIn(cells: Cells, country: unknown): string | undefined {
	const { email } = cells;
	if (!NEEDED.some((name) => cells[name]))
		return 'It has no name, email, phone number or identifier.';
	if (email && !/^[^@\s]+@[^@\s]+$/.test(email)) return `"${email}" is not an email address.`;
	const fault = phoneFault(cells, country);
	if (fault) return fault;
	const long = NEEDED.find((name) => (cells[name] ?? '').length > LONGEST);
	return long && `${title(long)} has more than ${LONGEST} characters.`;
}

/** Why Chatwoot would refuse the labels of a row. It separates them by commas and ignores their case. */
function unlisted(cells: Cells, labels: string[] | undefined): string | undefined {
	if (!labels || !cells.labels) return undefined;
	const wanted = cells.labels.split(/[,;|]/).map((label) => label.trim());
	const listed = wanted.filter(Boolean).map((label) => sameLabel(labels, label) ?? label);
	cells.labels = listed.join(',');
	const unknown = listed.filter((label) => !labels.includes(label));
	return unknown.length ? `The account has no label ${quoted(unknown)}.` : undefined;
}

/** Finds rows with a key that a row before them has: Chatwoot would import only the first one. */
function repeats() {
	const rows = new Map(CONTACT_KEYS.map((key) => [key, new Map<string, number>()]));
	return ({ row, cells }: ImportRow): string | undefined => {
		for (const [key, seen] of rows) {
			const value = key === 'email' ? cells[key]?.toLowerCase() : cells[key];
			const earlier = value ? seen.get(value) : undefined;
			if (earlier !== undefined) return `${title(key)} ${value} is also in row ${earlier}.`;
		}
		for (const [key, seen] of rows)
			if (cells[key]) seen.set(key === 'email' ? cells[key].toLowerCase() : cells[key], row);
		return undefined;
	};
}

/** The rows that can be imported, and why others cannot. */
function checked(
	columns: Column[],
	table: Array<{ row: number; cells: string[] }>,
	labels: string[] | undefined,
	country: unknown,
) {
	const rows: ImportRow[] = [];
	const refused: RefusedRow[] = [];
	const repeated = repeats();
	for (const { row, cells: raw } of table) {
		const cells: Cells = {};
		for (const { target, from } of columns) {
			const parts = from.map((index) => raw[index] ?? '').filter(Boolean);
			if (parts.length) cells[target] = parts.join(' ');
		}
		const typed = named(cells);
		const entry = { row, cells };
		const reason = faultIn(cells, country) ?? unlisted(cells, labels) ?? repeated(entry);
		if (reason) refused.push({ row, reason, ...typed });
		else rows.push(entry);
	}
	return { rows, refused };
}

const named = (cells: Cells): Partial<RefusedRow> =>
	Object.fromEntries(NEEDED.flatMap((key) => (cells[key] ? [[key, cells[key]]] : [])));

export const refusedRow = ({ row, cells }: ImportRow, reason: string): RefusedRow => ({
	row,
	reason,
	...named(cells),
});

const GUESSED =
	'The file is not in UTF-8 and was read as Western European (Windows-1252). If letters are wrong, choose its Encoding.';

/** What people should know about how the file was read, if anything. */
function hintsOf({ unknown, replaced, cut }: Record<'unknown' | 'replaced' | 'cut', string[]>) {
	const hints = [
		unknown.length > 0 &&
			`The account has no custom attributes for ${quoted(unknown)}. Chatwoot stores these columns under their headings and does not show them: map them in Columns, or add the custom attributes.`,
		replaced.length > 0 &&
			`Not imported, because Columns names other columns for the same fields: ${quoted(replaced)}.`,
		cut.length > 0 && `Not imported, because it has no heading: column ${cut.join(', ')}.`,
	];
	return hints.filter((hint) => hint !== false);
}

/**
 * Reads a CSV file of contacts in any separator and encoding.
 * @throws BadInput with words that follow the label of the file, if it cannot be imported
 */
export async function readContacts(
	content: Uint8Array,
	{ columns: mapped = {}, encoding, known_columns_only: isStrict }: IDataObject,
	account: AccountOfImport,
): Promise<ReadFile> {
	const { text, isGuess } = decodeText(content, encoding as string | undefined);
	const typed = Object.values(mapped as IDataObject).flatMap((heading) => {
		const whole = String(heading);
		return [whole, ...whole.split(',')].map(bare);
	});
	const table = tableIn(
		text,
		(heading) => fieldFor(heading) !== undefined || typed.includes(bare(heading)),
	);
	const names = [...Object.keys(mapped as IDataObject), ...table.headings.map(fieldFor)];
	if (!NEEDED.some((name) => names.includes(name)))
		throw new BadInput(
			`has no column name, email, phone_number or identifier. Its headings are ${quoted(table.headings.filter(Boolean)) || 'empty'}. Say in Columns which heading belongs to which field`,
		);
	const rows: Array<{ row: number; cells: string[] }> = [];
	const filled: boolean[] = [];
	let row = table.first;
	for (const raw of table.rows) {
		const cells = raw.map(clean);
		if (cells.some(Boolean)) rows.push({ row, cells });
		cells.forEach((cell, index) => (filled[index] ||= cell !== ''));
		row++;
	}
	const { columns: all, replaced } = await columnsOf(
		table,
		mapped as IDataObject,
		(index) => filled[index],
		account,
	);
	const columns = isStrict ? all.filter(({ isUnknown }) => !isUnknown) : all;
	checkOnce(columns);
	if (rows.length === 0) throw new BadInput('has no rows below its headings');
	for (const column of columns) column.target = await account.rename(column.target);
	const hasLabels = columns.some(({ target }) => target === 'labels');
	const labels = hasLabels ? await account.labels() : undefined;
	const unknown = columns.filter(({ isUnknown }) => isUnknown).map(({ heading }) => heading);
	const cut = filled.flatMap((is, index) =>
		is && !table.headings[index] ? [String(index + 1)] : [],
	);
	return {
		...checked(columns, rows, labels, account.country),
		total: rows.length,
		columns: columns.map(({ target }) => target),
		hints: [...(isGuess ? [GUESSED] : []), ...hintsOf({ unknown, replaced, cut })],
	};
}

/** The rows as a CSV file that Chatwoot reads on every release. */
export const writeContacts = ({ columns, rows }: Pick<ReadFile, 'columns' | 'rows'>): string =>
	write([columns, ...rows.map(({ cells }) => columns.map((column) => cells[column] ?? ''))]);
