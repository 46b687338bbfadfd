import type { INodeProperties } from 'n8n-workflow';
import { BadInput, each } from '../../faults';
import { at } from '../../values';
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
import { byLabel, shownOf } from './parts';
import { isUnset, readMembers } from './reading';

/** n8n fills in the default of every cell: a number that may be left out begins empty. */
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
 * The cells of a group or a row, each with the values of another cell that show it. Five and more stand in the
 * order of the alphabet, as n8n wants it.
 */
function cellsOf(members: Part[]): INodeProperties[] {
	const cells = new Map<string, INodeProperties>();
	for (const { property, when } of shownOf(begunEmpty(members))) {
		const names = Object.keys(when);
		const key = JSON.stringify([property, names.length > 1 ? when : names]);
		const { displayOptions: { show: before = {} } = {} } = cells.get(key) ?? property;
		const show = Object.fromEntries(
			names.map((name) => [name, [...new Set([...(before[name] ?? []), ...when[name]])]]),
		);
		cells.set(key, {
			...voluntary(property),
			...(names.length ? { displayOptions: { show } } : {}),
		});
	}
	const all = [...cells.values()];
	if (all.length < 5) return all;
	return all.sort(byLabel);
}

/** Fields of an object that only make sense together. */
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
 * Fields of an object of which each is added by itself.
 * @param settings.changes what is added empty is emptied, or refused; else it is left out
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
			options: shownOf(members)
				.map(({ property }) => property)
				.sort(byLabel),
		},
	),
	members,
});

interface RowSettings extends Settings {
	/** Looks at one row as it is sent, and gives it back. */
	check?: Check;
	/** What the rows are called. */
	entries?: string;
}

/**
 * A list of objects, typed row by row. Where a choice is among its cells, it says which other cells
 * count: n8n keeps those that it hides.
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
			const given = [at(value, entries) ?? []].flat();
			return each(given, (raw, index) => {
				const position = { number: index + 1, last: index === given.length - 1 };
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

/** The fault of a row: one with a name is of a cell, others say themselves where they are. */
function faultIn(error: unknown, number: number): BadInput {
	if (!(error instanceof BadInput)) throw error;
	return new BadInput(error.fields.length ? `entry ${number}: ${error.message}` : error.message);
}

/**
 * A list of objects, as rows or as JSON. n8n silently drops all but rows that is stored in a
 * fixedCollection, so JSON keeps the name: it counts where it is all that a workflow has.
 * @param settings.json hint of the JSON
 */
export const rowsOrJson = (
	name: string,
	members: Part[],
	{ json, check = (row) => row, ...settings }: RowSettings & { json: string },
): Choice => {
	const label = settings.label ?? title(name);
	const typed = rows(`${name}_rows`, members, { as: name, check, ...settings, label });
	const list = jsonList(name, { check, ...settings, label, hint: json });
	// Without a property that shows beside rows n8n would drop what is stored.
	const kept: Field = {
		...list,
		property: { displayName: label, name, type: 'hidden', default: '' },
	};
	return {
		...choice(
			`specify_${name}`,
			{
				rows: { name: 'Using Rows Below', parts: [typed, kept] },
				json: { name: 'Using JSON', parts: [list] },
			},
			{ label: `Specify ${label}` },
		),
		taken: (branch, asked) => {
			const [one, stored] = branch as Field[];
			const isSet = (field: Field) => !isUnset(field, asked(field.name));
			return [stored && isSet(stored) && !isSet(one) ? stored : one];
		},
	};
};
