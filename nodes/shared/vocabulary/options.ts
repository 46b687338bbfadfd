import type { INodeProperties } from 'n8n-workflow';
import { weekStart } from './fields/dates';
import {
	choice,
	flag,
	front,
	integer,
	optional,
	picks,
	text,
	type Field,
	type Part,
} from './fields/fields';
import { fieldsOf } from './fields/parts';
import { continueFrom } from './fields/position';
import { isUpdate, type Operation } from './operation';

const startAfter = integer('start_after', {
	hint: 'Number of results to skip, to read a long list in parts',
	range: [0, Infinity],
});

const outputField = text('binary_property', {
	label: 'Put Output File in Field',
	hint: 'Name of the output binary field to put the file in',
	default: 'data',
});

const escapeFormulas = flag('escape_formulas', {
	hint: "Whether to put ' before cells that a spreadsheet may run as formulas: those that begin with =, +, -, @, tab or carriage return, except negative numbers",
	default: true,
});

const byteOrderMark = flag('byte_order_mark', {
	hint: 'Whether to begin the file with a byte order mark, so that Excel shows letters such as ü correctly',
});

/** For operations that return a CSV file. */
const output = choice(
	'output',
	{
		rows: { name: 'Rows', parts: [] },
		file: { name: 'File', parts: [outputField, escapeFormulas, byteOrderMark] },
		file_as_sent: { name: 'File as Sent', parts: [outputField] },
	},
	{
		hint: 'Rows: one item per row. File: one item with the CSV file. Both leave out HTML escapes and the line that names the period; File as Sent keeps them.',
	},
);

const ofFile = [outputField, front(continueFrom())];

/** For exports, whose file is written as the rows are read. */
const exported = choice(
	'output',
	{
		rows: { name: 'Rows', parts: [] },
		csv: { name: 'CSV File', parts: [...ofFile, escapeFormulas, byteOrderMark] },
		ndjson: { name: 'NDJSON File', parts: ofFile },
		json: { name: 'JSON File', parts: ofFile },
	},
	{
		hint: 'Rows: one item per row, at most 100,000. A file: one item with any number of rows, written as they are read. NDJSON has one JSON object per line.',
	},
);

const anyServer = flag('any_server', {
	label: 'Allow Other Servers',
	hint: "Whether the file may come from a server other than the credential's. The token is not sent there.",
});

export const simplify = flag('simplify', {
	hint: 'Whether to return a simplified version of the response instead of the raw data',
	default: true,
});

/** The options of an operation, and those that follow from its fields and its reply. */
export const optionsOf = ({ path = [], query = [], options = [], reply }: Operation): Part[] => [
	...options,
	...(reply?.table ? [output] : []),
	...(reply?.exported ? [exported] : []),
	optional(
		...([...query, ...options].some((part) => 'choices' in part && part.name === 'period')
			? [weekStart()]
			: []),
		...(reply?.pages?.param ? [startAfter] : []),
		...((reply?.file && !reply.table) || reply?.fileAt || reply?.page ? [outputField] : []),
		...(fieldsOf(path).some(({ address }) => address) ? [anyServer] : []),
	),
];

/** For updates: the choice of fields to empty in Chatwoot, because an empty field alone means unchanged. */
export function clearFields(definition: Operation): Field | undefined {
	const fields = (definition.body ?? []).flatMap((part) =>
		'optional' in part ? part.optional.filter((field) => 'clear' in field) : [],
	);
	if (!isUpdate(definition) || fields.length === 0) return undefined;
	const values = Object.fromEntries(
		fields.map(({ name, property, from, until }) => [
			name,
			{ name: property.displayName, from, until },
		]),
	);
	const hint = 'Fields to empty in Chatwoot';
	return optional(picks('clear_fields', values, { hint })).optional[0];
}

/** Adds to n8n's own Request Options, such as Batching, Proxy and Timeout. */
export const requestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Requests at Once',
			name: 'requestsAtOnce',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 50 },
			default: 10,
			description:
				'Maximum number of requests that one execution sends at the same time, from 1 to 50',
		},
		{
			displayName: 'Retry Creates',
			name: 'retryCreates',
			type: 'boolean',
			default: true,
			description:
				'Whether to repeat a create request that got no answer. The record may then exist twice.',
		},
	],
};

/** Names of the collections with optional fields: `optional` for the body, `options` for all others. */
export const collectionNames = (definition: Operation) => ({
	optional: isUpdate(definition) ? 'update_fields' : 'additional_fields',
	options: 'options',
});
