import type { INodeProperties } from 'n8n-workflow';
import { BadInput } from '../../faults';
import { at } from '../../values';
import { field, shownOf, title, type Field, type Part, type Settings } from './fields';
import { readMembers } from './reading';

const properties = (members: Part[]): INodeProperties[] =>
	shownOf(members).map(({ property }) => property);

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
					values: properties(members),
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
			options: properties(members).sort((a, b) => a.displayName.localeCompare(b.displayName)),
		},
	),
	members,
});
