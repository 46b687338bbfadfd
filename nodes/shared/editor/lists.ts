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
import type { Columns, Locator, Parents, TemplateColumns } from '../vocabulary/picking/picking';
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
		const typed = filter.trim();
		const isSearch = typed !== '' && locator.search !== undefined;
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
			const wanted = found.filter((row) => isWanted(row, list));
			const rows = inner ? oncePerValue(wanted, list) : withFiles(list, wanted);
			const entries = await Promise.all(rows.map(async (row) => await entryOf(row, list)));
			return {
				results: isSearch
					? await numberFirst(entries, locator, typed, page, entryByNumber)
					: entries.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())),
				paginationToken: nextOf(listed.value, list.pages, page),
			};
		} catch (error) {
			throw toNodeError(this.getNode(), await withReason(error), { operation: 'List' });
		}
	};

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
function idOf(row: IDataObject, { value = 'id', otherwise, variant }: Locator): string | number {
	const key = row[otherwise && !(value in row) ? otherwise.value : value] as string | number;
	return variant ? `${key} (${row[variant] as string})` : key;
}

function toEntry(
	row: IDataObject,
	list: Locator,
	details: string[],
	link: (url: string) => string,
): INodeListSearchItems {
	const { variant, label, url, numbered } = list;
	const id = idOf(row, list);
	const shown = variant ? String(id) : shownOf(row, label);
	const named = shown === String(id) ? shown : `${shown} (${id})`;
	const name = numbered || !shown ? `#${id} ${shown}`.trim() : named;
	return {
		name: [name, ...details].filter(Boolean).join(' · '),
		value: id,
		...(url ? { url: link(url.replace('{id}', segment(id))) } : {}),
	};
}
