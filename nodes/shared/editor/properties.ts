import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Field, Part } from '../vocabulary/fields/fields';
import { collectionOf, shownOf, type Shown, type When } from '../vocabulary/fields/parts';
import { shownWhen } from '../vocabulary/versions';
import {
	descriptionOf,
	methodAndPath,
	type Operation,
	type Resources,
} from '../vocabulary/operation';
import {
	clearFields,
	collectionNames,
	optionsOf,
	requestOptions,
	simplify,
} from '../vocabulary/options';

const collection = (name: string, noun: string, options: INodeProperties[]): Shown[] =>
	options.length ? [{ property: collectionOf(name, noun, options), when: {} }] : [];

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

/**
 * The parts of an operation by their place: on top, in one of the two collections, or last, for fields that
 * nearly everybody leaves to the credential.
 */
function layout(definition: Operation) {
	const names = collectionNames(definition);
	const top: Part[] = [];
	const last: Part[] = [];
	const optional: Field[] = [];
	const options: Field[] = [];
	const sort = (parts: Part[] = [], collection: Field[]) => {
		for (const part of parts) {
			if ('optional' in part && !part.front) collection.push(...part.optional);
			else if ('fallback' in part && part.fallback) last.push(part);
			else top.push(part);
		}
	};
	sort(definition.path, options);
	sort(definition.query, options);
	sort(definition.body, optional);
	sort(optionsOf(definition), options);
	return {
		top,
		last,
		optional: { name: names.optional, fields: optional },
		options: { name: names.options, fields: options },
		clear: clearFields(definition),
	};
}

/** The properties of one operation, in reading order. */
function shown(definition: Operation): Shown[] {
	const { top, last, optional, options, clear } = layout(definition);
	const propertiesOf = (fields: Field[]) => fields.map((field) => field.property);
	return [
		...shownOf(top),
		...(definition.reply?.pages
			? [
					{ property: { ...returnAll, default: definition.reply.pages.all ?? false }, when: {} },
					{ property: limit, when: { returnAll: [false] } },
				]
			: []),
		...collection(optional.name, 'Field', [
			...propertiesOf(optional.fields),
			...(clear ? [clear.property] : []),
		]),
		...collection(options.name, 'Option', propertiesOf(options.fields)),
		...(definition.reply?.simple ? [{ property: simplify.property, when: {} }] : []),
		...shownOf(last),
	];
}

/**
 * The node's properties: one definition for all operations that have the same field, with display conditions that
 * list them. Operations are sorted alphabetically, as n8n's lint requires.
 */
export function properties(resources: Resources): INodeProperties[] {
	const shared = new Map<string, Shown & { by: Map<string, string[]> }>();
	const sequences: string[][] = [];
	for (const [resourceName, { operations }] of Object.entries(resources)) {
		for (const [operationName, definition] of Object.entries(operations)) {
			const sequence: string[] = [];
			sequences.push(sequence);
			for (const entry of shown(definition)) {
				const key = JSON.stringify(entry);
				sequence.push(key);
				const seen = shared.get(key) ?? { ...entry, by: new Map<string, string[]>() };
				seen.by.set(resourceName, [...(seen.by.get(resourceName) ?? []), operationName]);
				shared.set(key, seen);
			}
		}
	}
	const [first] = Object.keys(resources);
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: sorted(Object.entries(resources).map(([value, { name }]) => ({ name, value }))),
			default: first,
			// Sends every operation, and n8n's "Custom API Call", to requestOperations.pagination.
			routing: { send: { paginate: true } },
		},
		...Object.entries(resources).map(([value, { operations }]) =>
			operationProperty(value, operations),
		),
		...inReadingOrder(sequences)
			.flatMap((key) => shared.get(key) ?? [])
			.flatMap(({ property, when, by }) =>
				conditions(resources, by).map((show) => shownWhen(property, { ...show, ...when })),
			),
		requestOptions,
	];
}

/** One order of all properties that keeps the order of each operation. */
function inReadingOrder(sequences: string[][]): string[] {
	const order: string[] = [];
	let left = sequences.filter((sequence) => sequence.length);
	while (left.length) {
		const heads = left.map(([head]) => head);
		const next =
			heads.find((head) => left.every((sequence) => sequence.indexOf(head) < 1)) ?? heads[0];
		order.push(next);
		left = left
			.map((sequence) => sequence.filter((key) => key !== next))
			.filter((sequence) => sequence.length);
	}
	return order;
}

function operationProperty(
	resourceName: string,
	operations: Record<string, Operation>,
): INodeProperties {
	const options = sorted(
		Object.entries(operations).map(([value, definition]) => {
			const { method, path } = methodAndPath(definition);
			const description = descriptionOf(definition);
			return {
				name: definition.name,
				value,
				action: definition.action,
				...(description ? { description } : {}),
				routing: { request: { method: method as 'GET', url: path } },
			};
		}),
	);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resourceName] } },
		options,
		default: initialOf(Object.keys(operations)),
	};
}

/**
 * The default operation of a new node, which only reads. n8n does not store default values, so it must not depend
 * on the alphabet: a new operation could become the first.
 */
const initialOf = (names: string[]): string =>
	['getAll', 'get'].find((name) => names.includes(name)) ?? names[0];

const sorted = (options: INodePropertyOptions[]) =>
	options.sort((a, b) => a.name.localeCompare(b.name));

/** The fewest conditions that show a field for these operations of these resources. */
function conditions(resources: Resources, by: Map<string, string[]>): When[] {
	const groups = new Map<string, string[]>();
	for (const [resourceName, names] of by) {
		const all = names.length === Object.keys(resources[resourceName].operations).length;
		const key = all ? '' : names.join();
		groups.set(key, [...(groups.get(key) ?? []), resourceName]);
	}
	return [...groups].map(([names, resource]): When =>
		names ? { resource, operation: names.split(',') } : { resource },
	);
}
