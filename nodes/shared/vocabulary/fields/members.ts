import type { INodeProperties } from 'n8n-workflow';
import { BadInput, mapWithFaults } from '../../faults';
import { at, without } from '../../values';
import { sentences } from '../needs';
import {
	choice,
	field,
	jsonList,
	title,
	voluntary,
	type Check,
	type Choice,
	type Field,
	type Part,
	type Settings,
} from './fields';
import { shownWhen } from '../versions';
import { formOf } from './forms';
import { byLabel, collectionEntries, merged, shownOf, type Shown } from './parts';
import { isUnset, readMembers } from './reading';

/** n8n fills in the default of every cell, so optional numbers are empty by default. */
const begunEmpty = (members: Part[]): Part[] =>
	members.map((part) => {
		if (!('optional' in part)) return part;
		const fields = part.optional.map((one) => {
			const { type, default: initial } = one.property;
			return { ...one, property: { ...one.property, default: type === 'number' ? '' : initial } };
		});
		return { optional: fields };
	});

/**
 * The cells of a group or a row, each with the conditions that show it. Five or more cells are sorted by
 * label, as n8n's lint requires.
 */
function cellsOf(members: Part[]): INodeProperties[] {
	const cells = new Map<string, Shown[]>();
	for (const { property, when } of shownOf(begunEmpty(members))) {
		const key = JSON.stringify([property, Object.keys(when)]);
		cells.set(key, [
			...(cells.get(key) ?? []),
			{ property: voluntary(property), when: { ...when } },
		]);
	}
	const all = [...cells.values()].flatMap((shown) => {
		const [{ property }] = shown;
		return merged(shown.map(({ when }) => when)).map((show) => shownWhen(property, show));
	});
	if (all.length < 5) return all;
	return all.sort(byLabel);
}

/** Fields of an object that belong together and are set together. */
export const group = (name: string, members: Part[], settings: Settings = {}): Field => ({
	...field(
		name,
		'fixedCollection',
		{ default: {}, ...settings },
		(value, reading) => readMembers(members, at(value, 'values'), reading),
		{
			options: [
				{
					displayName: settings.label ?? title(name),
					name: 'values',
					values: cellsOf(members),
				},
			],
		},
	),
	members,
});

/**
 * Fields of an object that are added one by one.
 * @param settings.changes a field that is added but empty is emptied, or refused; otherwise it is left out
 */
export const collection = (
	name: string,
	members: Part[],
	{ changes, ...settings }: Settings & { changes?: boolean } = {},
): Field => ({
	...field(
		name,
		'collection',
		{ placeholder: 'Add Field', ...settings, default: {} },
		(value, reading) => {
			const sent = readMembers(members, value, reading, changes);
			if (Object.keys(sent).length === 0) throw new BadInput('is empty: add at least one');
			return sent;
		},
		{
			required: undefined,
			options: collectionEntries(shownOf(members).map(({ property }) => property)),
		},
	),
	members,
});

interface RowSettings extends Settings {
	/** Checks a row and returns it as it is sent. */
	check?: Check;
	/** Name of the rows' list. */
	entries?: string;
}

/**
 * A list of objects, typed row by row. A choice among the cells decides which other cells are read: n8n
 * keeps the values of hidden cells.
 */
export const rows = (
	name: string,
	members: Part[],
	{ check = (row) => row, entries = 'entries', ...settings }: RowSettings = {},
): Field => ({
	...field(
		name,
		'fixedCollection',
		{ placeholder: 'Add Entry', ...settings, default: {} },
		(value, reading) => {
			const rawRows = [at(value, entries) ?? []].flat();
			return mapWithFaults(rawRows, (raw, index) => {
				const position = { number: index + 1, last: index === rawRows.length - 1 };
				try {
					return check(readMembers(members, raw, reading), position);
				} catch (error) {
					throw faultIn(error, position.number);
				}
			});
		},
		{
			typeOptions: { multipleValues: true },
			options: [{ displayName: title(entries), name: entries, values: cellsOf(members) }],
		},
	),
	members,
});

/** Adds the row's number to a fault of a cell. Faults without a field name already have the number. */
function faultIn(error: unknown, number: number): BadInput {
	if (!(error instanceof BadInput)) throw error;
	return new BadInput(error.fields.length ? `entry ${number}: ${error.message}` : error.message);
}

/**
 * Refuses a value that an earlier entry already has.
 * @param label of the cell
 * @param entries values of each entry
 */
export function noneTwice(label: string, entries: string[][]): void {
	const first = new Map<string, number>();
	entries.forEach((values, index) => {
		for (const value of values) {
			const other = first.get(value);
			if (other !== undefined)
				throw new BadInput(`entry ${index + 1}: ${label} repeats ${value} from entry ${other}`);
			first.set(value, index + 1);
		}
	});
}

/** Rows that must not be empty begin with one row, which does not count until the user fills it in. */
function begun(typed: Field): Field {
	const { type, options: [list] = [] } = typed.property;
	if (type !== 'fixedCollection' || 'clear' in typed) return typed;
	return { ...typed, property: { ...typed.property, default: { [list.name]: [{}] } } };
}

/** Describes the format of the JSON in the hint, for users and for AI agents that fill it in. */
const withForm = (list: Field, typed: Field): Field => {
	const { property } = list;
	const description = sentences(`Format: ${formOf(typed)}`, property.description ?? '');
	return { ...list, property: { ...property, description } };
};

/**
 * A list, as rows or as JSON. n8n silently drops anything but rows from a fixedCollection, so the JSON
 * field keeps the name: it is used if a workflow has no rows.
 * @param settings.way the alternative to JSON, such as `columns`
 */
export const specify = (
	rowsOrColumns: Field,
	list: Field,
	{ way = 'rows', ...settings }: Settings & { way?: string } = {},
): Choice => {
	const { name } = list;
	const typed = begun(rowsOrColumns);
	const label = list.property.displayName;
	// n8n drops stored values that have no shown property: this hidden one keeps the JSON next to the rows.
	const hiddenField: Field = {
		...list,
		property: { displayName: label, name, type: 'hidden', default: '' },
	};
	return {
		...choice(
			`specify_${name}`,
			{
				[way]: { name: `Using ${title(way)} Below`, parts: [typed, hiddenField] },
				json: { name: 'Using JSON', parts: [withForm(list, typed)] },
			},
			{ label: `Specify ${label}`, ...settings },
		),
		activeParts: (branch, rawValue) => {
			const [rowsField, stored] = branch as Field[];
			const isSet = (field: Field) => !isUnset(field, rawValue(field.name));
			if (!stored || isSet(rowsField)) return [rowsField];
			// JSON that was never stored is an empty text; null comes from an expression that returned nothing.
			return [isSet(stored) || isNothing(rawValue(stored.name)) ? stored : rowsField];
		},
	};
};

const isNothing = (raw: unknown) => raw === null || raw === undefined;

/** Rows and JSON as two fields of a collection, which cannot have a choice between them. */
export const besideJson = (field: Field, list: Field): Field[] => {
	const typed: Field = without(field, 'clear');
	const { property, ...json } = withForm(list, typed);
	return [
		// Rows that are added but empty are a fault: an empty list could match every record.
		{ ...typed, filled: true },
		{
			...json,
			property: { ...property, displayName: `${property.displayName} (JSON)` },
			convert: (value, reading) => {
				if (reading.values[typed.name] !== undefined)
					throw new BadInput('is also set as rows: remove one of them');
				return list.convert(value, reading);
			},
		},
	];
};

export const rowsOrJson = (
	name: string,
	members: Part[],
	{ check = (row) => row, ...settings }: RowSettings = {},
): Choice => {
	const label = settings.label ?? title(name);
	return specify(
		rows(`${name}_rows`, members, { as: name, check, ...settings, label }),
		jsonList(name, { check, ...settings, label }),
	);
};
