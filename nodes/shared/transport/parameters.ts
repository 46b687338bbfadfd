import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecutePaginationFunctions,
} from 'n8n-workflow';
import { BadInput, badInput, together } from '../faults';
import type { Upload } from '../formats/form';
import { calendarOf, type Calendar } from '../time/calendar';
import { isEmpty } from '../values';
import type { Call, Request } from '../vocabulary/call';
import { emptyText, named, type Field, type Part, type Reading } from '../vocabulary/fields/fields';
import type { Locator } from '../vocabulary/fields/picking';
import { holdsNames, idsOf } from '../vocabulary/locators/names';
import { descriptionOf, isUpdate, methodAndPath, type Operation } from '../vocabulary/operation';
import { clearFields, collectionNames, optionsOf, simplify } from '../vocabulary/options';
import { ownAddress, segment } from './address';
import { fileOf } from './files';
import { rowsOf } from './pages';

/** The most records wanted: all, or the limit. */
export function readLimit(context: IExecutePaginationFunctions): number {
	if (context.getNodeParameter('returnAll', false)) return Infinity;
	const limit = Number(context.getNodeParameter('limit', 50));
	if (!Number.isInteger(limit) || limit < 1)
		throw new BadInput('Limit must be a whole number from 1', ['limit']);
	return limit;
}

/** A field that was set, and its value as it is sent. */
export interface Given {
	field: Field;
	value: unknown;
	/** It is in the body of the request. */
	inBody: boolean;
}

/** What an item asks for. */
export interface Asked {
	calendar: Calendar;
	/** By field name, and what was chosen. */
	values: IDataObject;
	/** Without its files. */
	request: Request;
	/** Each reads one of them. */
	files: Array<() => Promise<Upload>>;
	/** What was set. */
	given: Given[];
	/** Each puts the ids of a field in the place of names. */
	names: Array<(getOnce: Call['getOnce']) => Promise<void>>;
}

/**
 * Reads, checks and converts every field of the operation and makes its request of them. Files are
 * checked, and read later: what waits for its turn holds none.
 * @throws BadInput with all faults of the item together
 */
export async function readParameters(
	context: IExecutePaginationFunctions,
	operation: Operation,
	credentials: ICredentialDataDecryptedObject,
): Promise<Asked> {
	const { method, path } = methodAndPath(operation);
	const names = collectionNames(operation);
	const optional = context.getNodeParameter(names.optional, {}) as IDataObject;
	const options = context.getNodeParameter(names.options, {}) as IDataObject;
	const update = isUpdate(operation);
	const faults: BadInput[] = [];
	const values: IDataObject = {};
	const calendar = calendarOf(context.getTimezone(), options);
	const reading: Reading = { ...calendar, values, credentials, names: true };
	const files: Array<{ field: Field; property: string }> = [];
	const addresses: Field[] = [];
	const body: IDataObject = {};
	const given: Given[] = [];
	const lookups: Array<{ set: Given; locator: Locator; target: IDataObject }> = [];

	const convert = (field: Field, raw: unknown, target: IDataObject) => {
		try {
			const value = field.convert(raw, reading) as string;
			if (isBroken(value))
				throw new BadInput('holds a NUL or half a character, which the service cannot store');
			values[field.name] = value;
			const set: Given = { field, value, inBody: target === body && !field.file };
			given.push(set);
			if (field.file) files.push(...[value].flat().map((property) => ({ field, property })));
			else if (field.address) addresses.push(field);
			else if (value !== undefined) target[field.as] = value;
			const { locator } = field;
			if (locator && holdsNames(locator, value)) lookups.push({ set, locator, target });
		} catch (error) {
			faults.push(named(field, error));
		}
	};
	const empty = (field: Field, target: IDataObject) => {
		target[field.as] = field.clear as null;
		given.push({ field, value: field.clear, inBody: target === body });
	};
	const top = (field: Field, target: IDataObject) => {
		const raw = context.getNodeParameter(field.name, null) as unknown;
		const value = isEmpty(raw) && field.fallback ? credentials[field.fallback] : raw;
		if (!isEmpty(value)) convert(field, value, target);
		// An expression that gives nothing at all is no choice.
		else if ('clear' in field && value !== null && value !== undefined) empty(field, target);
		else faults.push(named(field, new BadInput(emptyText(field))));
	};
	const added = (field: Field, collection: IDataObject, target: IDataObject) => {
		const raw = collection[field.name];
		const clears = collection === optional && cleared.includes(field.name);
		if (raw === undefined && !clears) return;
		if (raw !== undefined && clears)
			faults.push(named(field, new BadInput('is set and also listed in Clear Fields')));
		else if (raw !== undefined && !isEmpty(raw)) convert(field, raw, target);
		else if (!clears && (!update || collection === options)) return;
		else if ('clear' in field) empty(field, target);
		else
			faults.push(named(field, new BadInput('cannot be emptied: fill it in, or remove the field')));
	};
	const read = (parts: Part[] = [], collection: IDataObject, target: IDataObject = {}) => {
		for (const part of parts) {
			if ('fixed' in part)
				for (const [key, value] of Object.entries(part.fixed)) {
					const made = isComputed(value) ? value(reading) : value;
					if (made === undefined) continue;
					target[key] = made as string;
					if (isComputed(value)) values[key] = made as string;
				}
			else if ('optional' in part)
				for (const field of part.optional) added(field, collection, target);
			else if ('choices' in part) {
				const value = String(context.getNodeParameter(part.name, ''));
				if (Object.hasOwn(part.choices, value)) {
					values[part.name] = value;
					read(part.choices[value].parts, collection, target);
				} else
					faults.push(
						named(part, new BadInput(`must be one of ${Object.keys(part.choices).join(', ')}`)),
					);
			} else top(part, target);
		}
		return target;
	};

	const clear = isEmpty(optional.clear_fields) ? undefined : clearFields(operation);
	if (clear) convert(clear, optional.clear_fields, {});
	const cleared = (values.clear_fields ?? []) as string[];

	const inPath = read(operation.path, options);
	const query = read(operation.query, options);
	read(operation.body, optional, body);
	read(optionsOf(operation), options);
	if (operation.reply?.simple)
		convert(simplify, context.getNodeParameter(simplify.name, true), values);
	const [address] = addresses.map((field) => {
		try {
			return ownAddress(String(values[field.name]), credentials.base_url, values.any_server);
		} catch (error) {
			faults.push(named(field, error));
			return undefined;
		}
	});
	const uploads = await Promise.all(
		files.map(
			async ({ field, property }) =>
				await fileOf(context, field, property).catch((error: unknown) => {
					faults.push(named(field, error));
				}),
		),
	);
	// Fixed parts, an empty one too, say that nothing more is needed; computed ones do not.
	const mayBeEmpty =
		operation.body?.some(
			(part) => 'fixed' in part && !Object.values(part.fixed).some(isComputed),
		) ?? true;
	if (faults.length === 0 && !mayBeEmpty && Object.keys(body).length + files.length === 0)
		throw new BadInput('There is nothing to send: add at least one field');
	if (faults.length) throw together(faults);
	return {
		calendar,
		values,
		given,
		request: {
			method,
			path: fillPath(path, inPath),
			query,
			body: operation.body ? body : undefined,
			address,
			// A POST that looks for something, or gives a list to page through, only reads.
			reads: operation.reply?.pages !== undefined || path.endsWith('/filter'),
			about: descriptionOf(operation),
		},
		files: uploads.filter((upload) => upload !== undefined),
		names: lookups.map(({ set, locator, target }) => async (getOnce) => {
			const { name, as } = set.field;
			const rows = rowsOf(await getOnce(fillPath(locator.list, inPath)), locator.rows);
			const ids = idsOf(locator, values[name] as string[], rows, name);
			set.value = values[name] = target[as] = ids;
		}),
	};
}

const isComputed = (value: unknown): value is (reading: Reading) => unknown =>
	typeof value === 'function';

/** A text with what the service answers 400 or 500 to, anywhere in a value. */
function isBroken(value: unknown): boolean {
	if (typeof value === 'string') return /[\u0000\p{Cs}]/u.test(value);
	if (typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some((entry) => entry.some(isBroken));
}

/** `/{name}` becomes one encoded segment, `/{name?}` nothing where it has no value. */
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
