import type { IDataObject, ResourceMapperField } from 'n8n-workflow';
import { BadInput } from '../../faults';
import { isEmpty, isObject } from '../../values';
import { day } from './dates';
import { field, flag, json, number, pick, text, title, type Field, type Settings } from './fields';
import type { Columns, ListedColumns } from '../picking/picking';
import { readMembers } from './reading';

/**
 * A column of text as n8n shows it. No column is required, or n8n would not start a workflow without it. All
 * are empty by default, or opening the panel would set every checkbox to false.
 */
export const textColumn = (id: string, displayName: string): ResourceMapperField => ({
	id,
	displayName,
	type: 'string',
	required: false,
	defaultMatch: false,
	defaultValue: null,
	display: true,
});

/** A column that shows a text and is not sent. The text is the name of its only choice: n8n keeps values when it refreshes columns. */
export const shownText = (displayName: string, text: string): ResourceMapperField => ({
	...textColumn('shown', displayName),
	type: 'options',
	options: [{ name: text, value: 'shown' }],
	defaultValue: 'shown',
	readOnly: true,
});

/** A column for a row of a list. */
export function columnOf({ column, types }: ListedColumns, row: IDataObject): ResourceMapperField {
	const type = types[String(row[column.type])] ?? 'string';
	const choices = ((column.choices && row[column.choices]) || []) as string[];
	const id = String(row[column.id]);
	return {
		...textColumn(id, String(row[column.label] || id)),
		type,
		...(type === 'options' ? { options: choices.map((value) => ({ name: value, value })) } : {}),
	};
}

/** The kind of a column. */
function fieldFor({ id, displayName: label, type, options = [] }: ResourceMapperField): Field {
	if (type === 'number') return number(id, { label });
	if (type === 'boolean') return flag(id, { label, hint: '' });
	if (type === 'dateTime') return day(id, { label });
	if (type !== 'options') return text(id, { label });
	const typed = text(id, { label });
	const names = options.map(({ value, name }) => [String(value), name]);
	const chosen = pick(id, Object.fromEntries(names) as Record<string, string>, { label });
	return {
		...chosen,
		convert: (value, reading) => chosen.convert(typed.convert(value, reading), reading),
	};
}

/**
 * The columns of a template are loaded again when another one is chosen. n8n then removes all values, so this
 * may depend on nothing else: a conversation by expression changes with each execution.
 */
const reloading = (columns: Columns) =>
	'template' in columns ? { loadOptionsDependsOn: [`${columns.template}.value`] } : {};

/**
 * An object whose keys are defined in Chatwoot: columns to map, or an object as JSON or by expression. It
 * must be a top-level field, because n8n loads columns only there. Empty columns are not sent.
 */
export const mapped = (name: string, columns: Columns, settings: Settings = {}): Field => {
	const whole = json(name, settings);
	return {
		...field(
			name,
			'resourceMapper',
			{ ...settings, default: { mappingMode: 'defineBelow', value: null } },
			(input, reading) => {
				if (!isObject(input) || !('mappingMode' in input)) return whole.convert(input, reading);
				const schema = (input.schema ?? []) as ResourceMapperField[];
				const known = schema.filter(({ readOnly }) => !readOnly);
				const isAutomatic = input.mappingMode === 'autoMapInputData';
				const isShown = (id: string) => schema.some((one) => one.readOnly && one.id === id);
				const raw = (isAutomatic ? reading.item : input.value) ?? {};
				const set = Object.entries(raw).filter(([id, value]) => !isEmpty(value) && !isShown(id));
				const ids = known.filter(({ removed }) => !removed).map(({ id }) => id);
				if (isAutomatic && !ids.some((id) => Object.hasOwn(raw, id)))
					throw new BadInput(
						`matches no key of the input item${ids.length ? `; its columns are ${ids.join(', ')}` : ''}`,
					);
				const unknown = set.map(([id]) => id).filter((id) => !ids.includes(id));
				if (!isAutomatic && unknown.length)
					throw new BadInput(
						`has ${unknown.join(', ')}, which Chatwoot does not have: refresh the columns`,
					);
				const parts = [{ optional: known.filter(({ id }) => ids.includes(id)).map(fieldFor) }];
				const sent = readMembers(parts, Object.fromEntries(set), reading);
				return Object.keys(sent).length ? sent : undefined;
			},
			{
				required: undefined,
				typeOptions: {
					...reloading(columns),
					resourceMapper: {
						resourceMapperMethod: columns.method,
						mode: 'map',
						valuesLabel: settings.label ?? title(name),
						fieldWords: { singular: columns.noun, plural: `${columns.noun}s` },
						addAllFields: true,
						supportAutoMap: !('fixed' in columns),
						// n8n also shows this if it loaded the columns without a credential. A link "Retry" follows.
						noFieldsError: `No ${columns.noun}s found. If Chatwoot has some, try again:`,
					},
				},
			},
		),
		columns,
	};
};
