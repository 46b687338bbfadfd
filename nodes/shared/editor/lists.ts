import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import { badInput, withReason, ServiceError } from '../faults';
import { placesOf } from '../formats/whatsApp';
import { calendarOf } from '../time/calendar';
import { withOnlyAccount } from '../transport/account';
import { segment } from '../transport/address';
import { toNodeError } from '../transport/errors';
import { nameIn } from '../transport/files';
import { NoList, nextOf, queryOf, readPage, rowsOf } from '../transport/pages';
import { connect, credentialOf, type Service } from '../transport/request';
import { newRun } from '../transport/run';
import { withoutSecrets } from '../transport/secrets';
import { at, isEmpty, parsedUrl } from '../values';
import { emptyText, named, type Field } from '../vocabulary/fields/fields';
import { columnOf, shownText, textColumn } from '../vocabulary/fields/mapped';
import { folded } from '../vocabulary/picking/names';
import type { Columns, Locator, Parents, TemplateColumns } from '../vocabulary/picking/picking';
import type { Request } from '../vocabulary/call';
import { readField } from '../vocabulary/fields/reading';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	page?: string,
) => Promise<INodeListSearchResult>;

type Mapping = (this: ILoadOptionsFunctions) => Promise<ResourceMapperFields>;

type Options = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Search methods of all locators that pick one record, by name. */
export function listSearches(fields: Field[]): Record<string, Search> {
	return Object.fromEntries(
		fields.flatMap(({ locator, property: { type } }) =>
			locator && type === 'resourceLocator' ? [[locator.method, searchOf(locator, fields)]] : [],
		),
	);
}

/** Methods that load columns, by name. */
export function columnLists(fields: Field[]): Record<string, Mapping> {
	return Object.fromEntries(
		fields.flatMap(({ columns }) =>
			columns ? [[columns.method, columnsOf(columns, fields)]] : [],
		),
	);
}

/** Methods of locators that pick several records, by name: they load the whole list. */
export function optionLists(fields: Field[]): Record<string, Options> {
	return Object.fromEntries(
		fields.flatMap(({ locator, property: { type } }) =>
			locator && type === 'multiOptions' ? [[locator.method, optionsOf(locator, fields)]] : [],
		),
	);
}

const optionsOf = (locator: Locator, fields: Field[]): Options =>
	async function () {
		const search = searchOf(locator, fields);
		const found: INodePropertyOptions[] = [];
		let page: string | undefined;
		do {
			const { results, paginationToken } = await search.call(this, '', page);
			found.push(...results.map(({ name, value }) => ({ name, value })));
			page = paginationToken as typeof page;
		} while (page);
		return found;
	};

/** A field with a list, and what was picked in it. */
function pickedIn(
	context: ILoadOptionsFunctions,
	fields: Field[],
	credentials: ICredentialDataDecryptedObject,
	name: string,
) {
	const field = fields.find((entry) => entry.locator && entry.name === name) as Field;
	const { typeVersion: version } = context.getNode();
	const reading = { ...calendarOf('UTC'), version, values: {}, credentials };
	const found = readField(field, context.getCurrentNodeParameter(name), 'unset', reading);
	return { field, found };
}

/**
 * Fills the placeholders of a path with the values of the fields of these names.
 * @throws BadInput if one is empty or wrong
 */
const filling =
	(
		context: ILoadOptionsFunctions,
		fields: Field[],
		credentials: ICredentialDataDecryptedObject,
		known: IDataObject = {},
	) =>
	(template: string): string =>
		template.replace(/\{(\w+)\}/g, (_, name: string) => {
			if (name in known) return segment(String(known[name]));
			const { field, found } = pickedIn(context, fields, credentials, name);
			try {
				if (!found) throw badInput(emptyText(field));
				return segment(String(found.value));
			} catch (error) {
				throw named(field, error);
			}
		});

/**
 * The values of empty fields that another record has, if the operation has the fields of its path.
 * @param readRecord reads a record by its path with placeholders
 */
async function valuesOf(
	context: ILoadOptionsFunctions,
	parents: Parents,
	readRecord: (template: string) => Promise<unknown>,
): Promise<IDataObject> {
	const known: IDataObject = {};
	for (const [name, { record, key }] of Object.entries(parents)) {
		const [, last] = /\{(\w+)\}$/.exec(record) as RegExpExecArray;
		if (!isEmpty(context.getCurrentNodeParameter(name))) continue;
		if (context.getCurrentNodeParameter(last) !== undefined)
			known[name] = at(await readRecord(record), key) as IDataObject[string];
	}
	return known;
}

/** Connects for a list, without retries: the user is waiting. */
async function open(
	context: ILoadOptionsFunctions,
	{ list, parents = {} }: Pick<Locator, 'list' | 'parents'>,
	fields: Field[],
) {
	const connected = await connect(context, credentialOf(list), {}, newRun({}, undefined, 1));
	const get = async (path: string) => await connected.send({ method: 'GET', path });
	const parts = list.includes('{account_id}')
		? fields.filter(({ name }) => name === 'account_id')
		: [];
	const rawValue = (name: string) => context.getCurrentNodeParameter(name);
	const { credentials } = connected;
	const service = {
		...connected,
		credentials: await withOnlyAccount(credentials, { parts, rawValue }, get),
	};
	const fillDirectly = filling(context, fields, service.credentials);
	const known = await valuesOf(context, parents, async (path) => await get(fillDirectly(path)));
	const fill = filling(context, fields, service.credentials, known);
	/** The request of the list. @param text to search for */
	const requestOf = (template: string, text = '') => {
		const [path, query] = (fill(template) + text).split(/\?(.*)/s);
		return { method: 'GET', path, query: Object.fromEntries(new URLSearchParams(query)) };
	};
	return { service, fill, requestOf, get };
}

/** One column per variable of the chosen template. */
async function templateColumns(
	context: ILoadOptionsFunctions,
	columns: TemplateColumns,
	fields: Field[],
): Promise<ResourceMapperFields> {
	const { found } = pickedIn(context, fields, {}, columns.template);
	// Without a column, n8n shows an error.
	if (!found) return { fields: [shownText('Text', 'Choose a template first')] };
	const { fill, get } = await open(context, columns, fields);
	const inbox = (await get(fill(columns.list))) as IDataObject;
	const { text, places } = placesOf(inbox, String(found.value));
	return {
		fields: [
			shownText(places.length ? 'Text' : 'Text Without Variables', inOneLine(text)),
			...places.map(({ id, label }) => textColumn(id, short(label))),
		],
	};
}

const columnsOf = (columns: Columns, fields: Field[]): Mapping =>
	async function () {
		try {
			if ('template' in columns) return await templateColumns(this, columns, fields);
			const { service, requestOf } = await open(this, columns, fields);
			const reply = { paths: [columns.rows] };
			const { rows } = await readPage(service.send, requestOf(columns.list), reply, {});
			const { fixed = {} } = columns;
			const first = Object.entries(fixed).map(([id, label]) => textColumn(id, label));
			const listed = rows.map((row) => columnOf(columns, row));
			return { fields: [...first, ...listed.filter(({ id }) => !(id in fixed))] };
		} catch (error) {
			throw toNodeError(this.getNode(), await withReason(error), { operation: 'List' });
		}
	};

const searchOf = (locator: Locator, fields: Field[]): Search =>
	async function (filter = '', page) {
		const text = filter.trim();
		const isSearch = text !== '' && locator.search !== undefined;
		const typed = isSearch && locator.numbered ? text.replace(/^#(?=\d+$)/, '') : text;
		const list = isSearch ? { ...locator, ...locator.search } : locator;
		try {
			const { service, fill, requestOf, get } = await open(this, locator, fields);
			const entryOf = entryMaker(service, fill, get);
			const entryByNumber = async () => {
				const row =
					locator.recordPath && (await recordByNumber(service, fill(locator.recordPath), typed));
				return row ? [await entryOf(row, locator)] : [];
			};
			const request = requestOf(list.list, isSearch ? encodeURIComponent(typed) : '');
			const { rows: path, otherwise, pages } = list;
			const [first, inner] = path.split('.*.');
			const reply = { paths: otherwise && !inner ? [path, otherwise.rows] : [first], pages };
			const reading = readPage(service.send, request, reply, queryOf(page, list.pages));
			const [listed] = await Promise.allSettled([reading]);
			if (listed.status === 'rejected')
				return { results: await withoutList(locator, listed.reason, entryByNumber) };
			const found = inner ? rowsInEach(listed.value.rows, inner, list) : listed.value.rows;
			const chosen = found.filter((row) => isWanted(row, list));
			const rows = inner ? oncePerValue(chosen, list) : withFiles(list, chosen);
			const paginationToken = nextOf(listed.value, list.pages, page);
			if (!isSearch) {
				const entries = await Promise.all(rows.map(async (row) => await entryOf(row, list)));
				const isFound = ({ name }: INodeListSearchItems) => folded(name).includes(folded(typed));
				return { results: entries.filter(isFound), paginationToken };
			}
			const reader = { locator, list, typed, requestOf, send: service.send };
			// After the last page, so that no later page repeats them.
			const others = paginationToken === undefined ? await furtherRows(reader) : [];
			const all = [...rows.map((row) => ({ row, of: list })), ...others];
			const complete = await completeRows(reader, all);
			const entries = await Promise.all(
				complete.map(async ({ row, of }) => await entryOf(row, of)),
			);
			return {
				results: await numberFirst(entries, locator, typed, page, entryByNumber),
				paginationToken,
			};
		} catch (error) {
			throw toNodeError(this.getNode(), await withReason(error), { operation: 'List' });
		}
	};

type Listed = Locator & NonNullable<Locator['search']>;

/** What a search reads with. */
interface Reader {
	locator: Locator;
	/** The list as the search has it. */
	list: Listed;
	typed: string;
	requestOf: (template: string, text?: string) => Request;
	send: Service['send'];
}

/** A row that was found, and the list whose form it has; without it only its ID is known. */
interface Found<T = Locator | undefined> {
	row: IDataObject;
	of: T;
}

/** Letters that may have an accent: the most frequent ones; or vowels, and the first letter of a word. */
const MAY_HAVE_ACCENT = [/[aeiouycnsz]/g, /[aeiou]|(?<!\p{L})\p{L}/gu];

/**
 * Searches for the text in any accents: `_`, which matches any letter in the database, replaces the letters that
 * may have one. None if too few other letters remain.
 */
function accentPatterns(typed: string): string[] {
	const text = folded(typed);
	const patterns = MAY_HAVE_ACCENT.map((letters) => text.replace(letters, '_'));
	return [...new Set(patterns)].filter(
		(pattern) => pattern !== text && pattern.replace(/[^\p{L}\d]/gu, '').length > 1,
	);
}

/** The digits of a part of a phone number as people write it, as Chatwoot stores them. */
function phoneDigits(typed: string): string | undefined {
	const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
	return /^[+\d\s()./-]+$/.test(typed) && digits.length > 2 && digits !== typed
		? digits
		: undefined;
}

/** What Chatwoot's own search does not find: it compares by letter, and only some texts. */
async function furtherRows({
	locator,
	list,
	typed,
	requestOf,
	send,
}: Reader): Promise<Array<Found>> {
	const rowsAt = async (template: string, text: string, path: string): Promise<IDataObject[]> => {
		const request = requestOf(template, encodeURIComponent(text));
		return (await readPage(send, request, { paths: [path] })).rows;
	};
	const isNamed = (row: IDataObject, label: string[]) =>
		label.some((key) => folded(at(row, key) ?? '').includes(folded(typed)));
	const search = async (text: string) => await rowsAt(list.list, text, list.rows);
	const { loose, also = [], belonging } = list;
	const digits = loose && phoneDigits(typed);
	const patterns = loose ? accentPatterns(typed) : [];
	const reading = [
		async () => (digits ? (await search(digits)).map((row) => ({ row, of: list })) : []),
		...patterns.map((pattern) => async () => {
			const rows = (await search(pattern)).filter((row) => isNamed(row, list.label));
			return rows.map((row) => ({ row, of: list }));
		}),
		...also.map((other) => async () => {
			const rows = await rowsAt(other.list, typed, other.rows);
			return rows.map((row) => ({ row: { id: idOf(row, other) }, of: undefined }));
		}),
		async () => {
			if (!belonging) return [];
			const { of, list: template, rows: path } = belonging;
			const all = await rowsAt(of.list, '', of.rows);
			const named = all.filter((row) => isNamed(row, of.label));
			const lists = named.map(async (row) => await rowsAt(template, String(idOf(row, of)), path));
			return (await Promise.all(lists)).flat().map((row) => ({ row, of: locator }));
		},
	];
	// What is found without one of them is a valid result.
	const outcomes = await Promise.allSettled(reading.map(async (read) => await read()));
	return outcomes.flatMap((outcome): Found[] =>
		outcome.status === 'fulfilled' ? outcome.value : [],
	);
}

/** The rows, each once; complete ones, if Chatwoot has a filter that returns them. */
async function completeRows(
	{ locator, list, requestOf, send }: Reader,
	found: Found[],
): Promise<Array<Found<Locator>>> {
	const ids = found.map(({ row }) => idOf(row, locator));
	const once = found.filter((_, index) => ids.indexOf(ids[index]) === index);
	const values = once.filter(({ of }) => of !== locator).map(({ row }) => idOf(row, locator));
	const records = new Map<unknown, IDataObject>();
	if (list.complete && values.length) {
		const { path, key: attribute_key, rows } = list.complete;
		const payload = [{ attribute_key, filter_operator: 'equal_to', values, query_operator: null }];
		const request = { ...requestOf(path), method: 'POST', body: { payload }, reads: true };
		const [outcome] = await Promise.allSettled([readPage(send, request, { paths: [rows] })]);
		if (outcome.status === 'fulfilled')
			for (const row of outcome.value.rows) records.set(idOf(row, locator), row);
	}
	return once.flatMap(({ row, of }) => {
		const complete = records.get(idOf(row, locator));
		if (complete) return [{ row: complete, of: locator }];
		return of ? [{ row, of }] : [];
	});
}

/** The rows at a path of each record, or at the other path that it may have. */
function rowsInEach(records: IDataObject[], path: string, list: Locator): IDataObject[] {
	const paths = [path, list.otherwise?.rows ?? []].flat();
	return records.flatMap((one) => paths.flatMap((name) => (at(one, name) ?? []) as IDataObject[]));
}

/** Rows without those whose value an earlier one has: records may have the same. */
const oncePerValue = (rows: IDataObject[], list: Locator): IDataObject[] => {
	const ids = rows.map((row) => idOf(row, list));
	return rows.filter((_, index) => ids.indexOf(ids[index]) === index);
};

/** Makes entries from rows. A list that has the names of their details is read once for all rows. */
function entryMaker(
	{ baseUrl }: Service,
	fill: (template: string) => string,
	get: (path: string) => Promise<unknown>,
) {
	const detail = detailing(async (list) => await get(fill(list)));
	const link = (url: string) => baseUrl + fill(url);
	return async (row: IDataObject, list: Locator): Promise<INodeListSearchItems> => {
		const { details = [] } = list;
		const shown = await Promise.all(details.map(async (one) => await detail(row, one)));
		return toEntry(row, list, shown, link);
	};
}

/** What is shown if the list could not be read for a known cause. @throws the reason for any other cause */
async function withoutList(
	{ recordPath, search, unlisted }: Locator,
	reason: unknown,
	entryByNumber: () => Promise<INodeListSearchItems[]>,
): Promise<INodeListSearchItems[]> {
	if (unlisted && reason instanceof NoList) return [{ name: unlisted, value: '' }];
	// For some lists Chatwoot always answers 500 after one of their records was deleted.
	const isBroken = recordPath && !search && reason instanceof ServiceError && reason.status === 500;
	if (!isBroken) throw reason;
	const found = await entryByNumber();
	return found.length ? found : [{ name: UNLISTED, value: '' }];
}

/** The results of a search. The record with the typed number comes first: Chatwoot lists it after others that contain it. */
async function numberFirst(
	found: INodeListSearchItems[],
	{ recordPath }: Locator,
	typed: string,
	page: string | undefined,
	entryByNumber: () => Promise<INodeListSearchItems[]>,
): Promise<INodeListSearchItems[]> {
	const first = page ? [] : await entryByNumber();
	const isFirst = ({ value }: INodeListSearchItems) =>
		String(value) === typed && (first.length > 0 || (recordPath && page));
	return [...first, ...found.filter((entry) => !isFirst(entry))];
}

/** The name of a row's file, or its type if the URL is not complete. */
const fileOf = (address: unknown, kind: unknown): string =>
	parsedUrl(String(address)) ? nameIn(String(address)) : String(kind ?? 'file');

/**
 * Joins rows with the same value into one, with the names of their files instead of the URL, newest first:
 * Chatwoot's own order is not reliable. Rows without a URL, such as locations, have no file.
 */
function withFiles({ files, value = 'id' }: Locator, rows: IDataObject[]): IDataObject[] {
	if (!files) return rows;
	const byValue = new Map<unknown, IDataObject[]>();
	for (const row of rows.filter((one) => one[files]))
		byValue.set(row[value], [...(byValue.get(row[value]) ?? []), row]);
	return [...byValue.values()]
		.map((rowsOfOne) => {
			const names = rowsOfOne.map((row) => fileOf(row[files], row.file_type));
			return { ...rowsOfOne[0], [files]: short(names.join(', ')) };
		})
		.sort((one, other) => Number(other[value]) - Number(one[value]));
}

const isWanted = (row: IDataObject, { only = {}, except = {} }: Locator): boolean =>
	Object.entries(only).every(([key, values]) => values.includes(row[key])) &&
	!Object.entries(except).some(([key, values]) => values.includes(row[key]));

const UNLISTED = 'Chatwoot can no longer list them: type an ID to find one';

/** The record with a typed ID; undefined if there is none. @param path of the records */
async function recordByNumber(
	{ send }: Service,
	path: string,
	typed: string,
): Promise<IDataObject | undefined> {
	if (!/^[1-9]\d*$/.test(typed)) return undefined;
	const [found] = await Promise.allSettled([send({ method: 'GET', path: path + typed })]);
	return found.status === 'fulfilled' ? (found.value as IDataObject) : undefined;
}

/** The details of a row after its label. The list with the name of an id is read once; without it no name is shown. */
function detailing(read: (list: string) => Promise<unknown>) {
	const lists = new Map<Locator, Promise<IDataObject[]>>();
	const all = async (locator: Locator): Promise<IDataObject[]> => {
		const reading = read(locator.list).then((body) => rowsOf(body, locator.rows));
		const [found] = await Promise.allSettled([reading]);
		return found.status === 'fulfilled' ? found.value : [];
	};
	return async (row: IDataObject, one: string | { path: string; of: Locator }): Promise<string> => {
		if (typeof one === 'string') return short(at(row, one));
		const { path, of } = one;
		const id = at(row, path);
		if (isEmpty(id)) return '';
		const rows = lists.get(of) ?? all(of);
		lists.set(of, rows);
		const named = (await rows).find((other) => other[of.value ?? 'id'] === id);
		return named ? short(shownOf(named, of.label)) : '';
	};
}

const shownOf = (row: IDataObject, label: string[]): string =>
	withoutSecrets(String(label.map((key) => at(row, key)).find(Boolean) ?? ''));

/** Maximum length of a detail, and of a text above a column. */
const LONGEST = 60;

const inOneLine = (value: unknown): string =>
	String(value ?? '')
		.replace(/\s+/g, ' ')
		.trim();

/** The beginning of a text, in one line. */
function short(value: unknown): string {
	const line = inOneLine(value);
	const letters = [...line];
	return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : line;
}

/** What is picked with a row. */
function idOf(
	row: IDataObject,
	{ value = 'id', otherwise, variant }: Pick<Locator, 'value' | 'otherwise' | 'variant'>,
): string | number {
	const key = row[otherwise && !(value in row) ? otherwise.value : value] as string | number;
	return variant ? `${key} (${row[variant] as string})` : key;
}

function toEntry(
	row: IDataObject,
	list: Locator,
	details: string[],
	link: (url: string) => string,
): INodeListSearchItems {
	const { variant, label, url, numbered, detailed } = list;
	const id = idOf(row, list);
	const shown = variant ? String(id) : shownOf(row, label);
	const others = details.filter((detail) => detail && detail !== shown);
	const isAlone = shown === String(id) || (detailed && others.length > 0);
	const named = isAlone ? shown : `${shown} (${id})`;
	const name = numbered || !shown ? `#${id} ${shown}`.trim() : named;
	return {
		name: [name, ...others].join(' · '),
		value: id,
		...(url ? { url: link(url.replace('{id}', segment(id))) } : {}),
	};
}
