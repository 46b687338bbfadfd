import { BadInput } from '../../faults';
import { isEmpty } from '../../values';
import { field, title, type Field, type Settings } from './fields';

/** Fields of an object that only make sense together. */
export const group = (name: string, fields: Field[], settings: Settings = {}): Field =>
	field(
		name,
		'fixedCollection',
		{ default: {}, ...settings },
		(value, reading) => {
			const { values } = value as { values?: Record<string, unknown> };
			return Object.fromEntries(
				fields.map((part) => {
					const raw = values?.[part.name];
					if (isEmpty(raw)) throw new BadInput(`needs ${part.property.displayName}`);
					return [part.as, part.convert(raw, reading)];
				}),
			);
		},
		{
			options: [
				{
					displayName: settings.label ?? title(name),
					name: 'values',
					values: fields.map((part) => part.property),
				},
			],
		},
	);
