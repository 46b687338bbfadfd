import type { IDataObject } from 'n8n-workflow';
import { at, isEmpty, isObject } from '../nodes/shared/values';
import {
	optional,
	type Choice,
	type Field,
	type Part,
} from '../nodes/shared/vocabulary/fields/fields';
import type { Operation } from '../nodes/shared/vocabulary/operation';
import { clearFields, collectionNames } from '../nodes/shared/vocabulary/options';

/** Choices that many operations share, whose values other tests play one by one. */
const SHARED = ['period'];

/** The parts that operations write down, each with the collection that has its optional fields. */
function partsOf(definition: Operation): Array<[parts: Part[], collection: string]> {
	const { path = [], query = [], body = [], options = [] } = definition;
	const names = collectionNames(definition);
	const clear = clearFields(definition);
	return [
		[[...path, ...query, ...options], names.options],
		[[...body, ...(clear ? [optional(clear)] : [])], names.optional],
	];
}

/** Each of its values is a field, for which it sends another value. */
const CLEAR = 'clear_fields';

const named = ({ name }: Choice, value: unknown) => `${name}=${String(value)}`;

/** The fields that Clear Fields offers. */
const cleared = ({ name, property: { options = [] } }: Field): string[] =>
	name === CLEAR ? options.map((value) => `${CLEAR}=${String(at(value, 'value'))}`) : [];

const settableIn = (parts: Part[]): string[] =>
	parts.flatMap((part): string[] => {
		if ('fixed' in part) return [];
		if ('optional' in part) return settableIn(part.optional);
		if ('convert' in part) return [part.name, ...cleared(part)];
		return Object.entries(part.choices).flatMap(([value, branch]) => [
			...(SHARED.includes(part.name) ? [] : [named(part, value)]),
			...settableIn(branch.parts),
		]);
	});

/**
 * What a case can set of an operation: `name` of each field, `name=value` of each choice between fields
 * and of each field that can be emptied. An option that changes only the item counts if the operation
 * declares it (`include_secrets`). These do not count, because the code is the same in every operation and
 * has its own tests: what follows from the reply (`simplify`, `returnAll`, `start_after`, the output of
 * files), the cells of rows, and the presets of a period. Coverage compares the values of a list with the
 * catalogue instead.
 */
export const settableOf = (definition: Operation): string[] => [
	...new Set(partsOf(definition).flatMap(([parts]) => settableIn(parts))),
];

/**
 * Reads the parts as the node does.
 * @param top values above the collection
 * @param added values inside it
 */
function setIn(parts: Part[], top: IDataObject, added: IDataObject): string[] {
	const ofField = (field: Field, value: unknown): string[] =>
		isEmpty(value)
			? []
			: [
					field.name,
					...(field.name === CLEAR ? [value].flat().map((one) => `${CLEAR}=${one}`) : []),
				];
	return parts.flatMap((part): string[] => {
		if ('fixed' in part) return [];
		if ('optional' in part)
			return part.optional.flatMap((field) => {
				const value = part.front ? top[field.name] : added[field.name];
				// In an update, a field that is added but empty is emptied, too.
				if (field.name in added && isEmpty(value)) return [`${CLEAR}=${field.name}`];
				return ofField(field, value);
			});
		// Rows and groups have no default that is sent.
		const value = top[part.name] ?? (isObject(part.property.default) ? '' : part.property.default);
		if ('convert' in part) return ofField(part, value);
		const branch = part.choices[String(value)]?.parts ?? [];
		return [named(part, value), ...setIn(branch, top, added)];
	});
}

/** What the parameters of a case set, in the words of `settableOf`. */
export const setBy = (definition: Operation, parameters: IDataObject): string[] =>
	partsOf(definition).flatMap(([parts, collection]) =>
		setIn(parts, parameters, (parameters[collection] ?? {}) as IDataObject),
	);
