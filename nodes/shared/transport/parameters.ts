import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { BadInput, badInput, together } from '../faults';
import { calendarOf, type Calendar } from '../time/calendar';
import { at, isObject } from '../values';
import type { Call, Request } from '../vocabulary/call';
import { named, optional, type Field, type Part, type Reading } from '../vocabulary/fields/fields';
import { fieldsOf } from '../vocabulary/fields/parts';
import type { Locator } from '../vocabulary/picking/picking';
import { isComputed, readParts } from '../vocabulary/fields/reading';
import { holdsNames, idsOf } from '../vocabulary/picking/names';
import { isUpdate, methodAndPath, type Operation } from '../vocabulary/operation';
import { clearFields, collectionNames, optionsOf, simplify } from '../vocabulary/options';
import { ownAddress, segment } from './address';
import { entriesOf, fileOf, type UploadReader } from './files';
import { rowsOf } from './pages';

/** Maximum number of records: Infinity with Return All, otherwise the Limit. */
export function readLimit(context: IExecutePaginationFunctions): number {
	if (context.getNodeParameter('returnAll', false)) return Infinity;
	const limit = Number(context.getNodeParameter('limit', 50));
	if (!Number.isInteger(limit) || limit < 1)
		throw new BadInput('Limit must be a whole number from 1', ['limit']);
	return limit;
}

/** A field that was set, and its value as it is sent. */
export interface SetField {
	field: Field;
	value: unknown;
	/** Whether it is part of the request's body. */
	inBody: boolean;
}

/** The fields of an item, read and converted. */
export interface ItemParameters {
	calendar: Calendar;
	/** Values by field name, including choices. */
	values: IDataObject;
	/** The request without its files. */
	request: Request;
	/** Functions that each read one file. */
	files: UploadReader[];
	/** The fields that were set. */
	setFields: SetField[];
	/** Functions that each replace the names in one field by ids. */
	names: Array<(getOnce: Call['getOnce']) => Promise<void>>;
}

/** Whether a stored value is an expression. */
const isFilled = (stored: unknown): boolean =>
	typeof stored === 'string'
		? stored.startsWith('=')
		: isObject(stored) && '__rl' in stored && isFilled(stored.value);

/** What was read of an item so far. */
interface Item {
	context: IExecutePaginationFunctions;
	operation: Operation;
	reading: Reading & Pick<ItemParameters, 'values'>;
	setFields: SetField[];
	/** Fields with names instead of ids, and the object that gets the ids. */
	lookups: Array<{ set: SetField; locator: Locator; target: IDataObject }>;
	faults: BadInput[];
}

/**
 * Reads, checks and converts all fields of the operation, and makes its request. Files are only checked and
 * are read later, so that waiting items do not keep them in memory.
 * @throws BadInput with all faults of the item
 */
export async function readParameters(
	context: IExecutePaginationFunctions,
	operation: Operation,
	credentials: ICredentialDataDecryptedObject,
): Promise<ItemParameters> {
	const names = collectionNames(operation);
	const added = context.getNodeParameter(names.optional, {}) as IDataObject;
	const options = context.getNodeParameter(names.options, {}) as IDataObject;
	const calendar = calendarOf(context.getTimezone(), options);
	const reading = readingOf(context, Object.values(names), calendar, credentials);
	const item: Item = { context, operation, reading, setFields: [], lookups: [], faults: [] };

	const changes = withCleared(item, added);
	const path = read(item, operation.path, options);
	const query = read(item, operation.query, options);
	const body = read(item, operation.body, changes, isUpdate(operation));
	read(item, optionsOf(operation), options);
	if (operation.reply?.simple) read(item, [simplify], options);
	const address = await addressOf(item);
	const files = await filesOf(item);
	if (item.faults.length) throw together(item.faults);
	if (!mayBeEmpty(operation) && Object.keys(body).length + files.length === 0)
		throw new BadInput('There is nothing to send: add at least one field');
	return {
		calendar,
		values: reading.values,
		request: requestOf(operation, path, query, body, address),
		files,
		setFields: item.setFields,
		names: item.lookups.map((lookup) => lookingUp(lookup, path, reading.values)),
	};
}

/** What the fields need to be read. @param collections names of the collections that have fields */
function readingOf(
	context: IExecutePaginationFunctions,
	collections: string[],
	calendar: Calendar,
	credentials: ICredentialDataDecryptedObject,
): Item['reading'] {
	const { json: item } = context.getInputData() as INodeExecutionData;
	const { parameters, typeVersion: version } = context.getNode();
	const forms = [parameters, ...collections.map((name) => parameters[name])];
	const isExpression = (name: string) => forms.some((form) => isFilled(at(form, name)));
	return { ...calendar, version, values: {}, credentials, item, isExpression, names: true };
}

/**
 * Reads parts of the operation.
 * @param collection values of the optional fields that the user added
 * @param changes whether a field that is added but empty empties it in Chatwoot
 * @returns the values that are sent, by key
 */
function read(
	{ context, operation, reading, setFields, lookups, faults }: Item,
	parts: Part[] = [],
	collection: IDataObject,
	changes = false,
): IDataObject {
	const target: IDataObject = {};
	const rawValue = (name: string) => context.getNodeParameter(name, null) as unknown;
	const form = { rawValue, added: collection, changes };
	const found = readParts(parts, form, reading, (key, value, field) => {
		if (!field?.file && !field?.address) target[key] = value as string;
		if (!field) return;
		const set: SetField = { field, value, inBody: parts === operation.body && !field.file };
		setFields.push(set);
		const { locator } = field;
		if (locator && holdsNames(locator, value)) lookups.push({ set, locator, target });
	});
	faults.push(...found);
	return target;
}

/** The added fields, and null for each field that is chosen in Clear Fields. */
function withCleared(item: Item, added: IDataObject): IDataObject {
	const { operation, faults } = item;
	const clear = clearFields(operation);
	if (!clear) return added;
	const chosen = (read(item, [optional(clear)], added).clear_fields ?? []) as string[];
	for (const field of fieldsOf(operation.body ?? []))
		if (chosen.includes(field.name) && added[field.name] !== undefined)
			faults.push(named(field, new BadInput('is set and also listed in Clear Fields')));
	return { ...added, ...Object.fromEntries(chosen.map((name) => [name, null])) };
}

/** The URL that replaces base URL and path, if a field has one. */
async function addressOf(item: Item): Promise<string | undefined> {
	const { credentials, values } = item.reading;
	const [address] = await checked(
		item,
		'address',
		(_, text) => [text as string],
		(text) => ownAddress(text, credentials.base_url, values.any_server),
	);
	return address;
}

const filesOf = async (item: Item): Promise<ItemParameters['files']> =>
	await checked(
		item,
		'file',
		(field, value) => entriesOf(item.context, field, value as string),
		async (entry, field) => await fileOf(item.context, field, entry),
	);

/** Checks every entry of the fields of this kind and collects their faults. @returns the results of `check` */
async function checked<E, T>(
	{ setFields, faults }: Item,
	kind: 'address' | 'file',
	entriesIn: (field: Field, value: unknown) => E[],
	check: (entry: E, field: Field) => T | Promise<T>,
): Promise<T[]> {
	const collected = async <R>(field: Field, task: () => R[] | Promise<R[]>): Promise<R[]> => {
		try {
			return await task();
		} catch (error) {
			faults.push(named(field, error));
			return [];
		}
	};
	const found = setFields.map(async ({ field, value }) => {
		if (!field[kind]) return [];
		const entries = await collected(field, () => entriesIn(field, value));
		const results = entries.map(
			async (entry) => await collected(field, async () => [await check(entry, field)]),
		);
		return (await Promise.all(results)).flat();
	});
	return (await Promise.all(found)).flat();
}

/** Whether the body may be empty: it has constant parts, even empty ones, or the operation has no body. */
const mayBeEmpty = ({ body }: Operation): boolean =>
	body?.some((part) => 'fixed' in part && !Object.values(part.fixed).some(isComputed)) ?? true;

function requestOf(
	operation: Operation,
	inPath: IDataObject,
	query: IDataObject,
	body: IDataObject,
	address?: string,
): Request {
	const { method, path } = methodAndPath(operation);
	return {
		method,
		path: fillPath(path, inPath),
		query,
		body: operation.body ? body : undefined,
		address,
		// Searches, AI tasks and lists with pages only read, even if they are a POST.
		reads:
			operation.reply?.pages !== undefined ||
			/\/(filter|playground)$|\/captain\/tasks\//.test(path),
		needs: operation.needs,
	};
}

/** Returns a function that replaces the names in a field by ids, everywhere the field's value was put. */
const lookingUp =
	({ set, locator, target }: Item['lookups'][number], inPath: IDataObject, values: IDataObject) =>
	async (getOnce: Call['getOnce']) => {
		const { name, as } = set.field;
		const rows = rowsOf(await getOnce(fillPath(locator.list, inPath)), locator.rows);
		const ids = idsOf(locator, values[name] as string[], rows, name);
		set.value = values[name] = target[as] = ids;
	};

/** Fills a path: `/{name}` becomes one encoded segment; `/{name?}` is left out if it has no value. */
function fillPath(template: string, values: IDataObject): string {
	return template.replace(/\/\{(\w+)\??\}/g, (placeholder, name: string) => {
		const value = values[name] as string | number | undefined;
		if (value === undefined && placeholder.endsWith('?}')) return '';
		try {
			return `/${segment(value ?? '')}`;
		} catch (error) {
			throw badInput(`${name} ${(error as Error).message}`, [name]);
		}
	});
}
